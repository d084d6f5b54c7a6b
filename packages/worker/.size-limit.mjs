import { ownCode } from '../../tooling/release/size-budget.mjs';

export default [
  // The pool without the code for the threads.
  ownCode('dist/index.js', '3.95 kB'),
  // Threads load this entry point without the pool.
  ownCode('dist/move.js', '200 B'),
];
