import { ownCode } from '../../tooling/release/size-budget.mjs';

export default [
  // The pool, beside piscina; what runs on the threads is not in it.
  ownCode('dist/index.js', '3.9 kB'),
  // For the threads, which shall not load the pool.
  ownCode('dist/move.js', '200 B'),
];
