import { ownCode } from '../../tooling/release/size-budget.mjs';

export default [
  // A third of this is SQL, and messages about wrong options. It also recognizes the requests of jobs.
  ownCode('dist/index.js', '5.1 kB'),
  // Without pg-boss. A third of this is messages. The loop that fetches jobs and the failures that it logs are
  // 1 kB. Events are counted.
  ownCode('dist/jobs.js', '8.3 kB'),
];
