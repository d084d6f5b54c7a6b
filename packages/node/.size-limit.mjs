import { ownCode } from '../../tooling/release/size-budget.mjs';

export default [
  // Reading a body, sending a response and closing a server: the protocol is the core's.
  ownCode('dist/index.js', '3.25 kB'),
  // What the other adapters share of it, the shared timer of slow clients included.
  ownCode('dist/adapter.js', '3.25 kB'),
];
