import { ownCode } from '../../tooling/release/size-budget.mjs';

export default [
  // The memory store is a quarter of this. The options and their messages are another one.
  ownCode('dist/index.js', '6.2 kB'),
  // A third of this is SQL.
  ownCode('dist/postgres.js', '4.05 kB'),
  // Two scripts that Redis runs, and the messages about wrong options.
  ownCode('dist/redis.js', '2 kB'),
];
