import { ownCode } from '../../tooling/release/size-budget.mjs';

export default [
  // Reading a body, sending an answer and ending a server: the protocol is the core's.
  ownCode('dist/index.js', '3.25 kB'),
  // What the other adapters share of it, which each of them brings along.
  ownCode('dist/adapter.js', '3.05 kB'),
];
