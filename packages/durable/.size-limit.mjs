import { ownCode } from '../../tooling/release/size-budget.mjs';

export default [
  // A third of this is SQL, and messages about wrong options.
  ownCode('dist/index.js', '4.5 kB'),
  // Without pg-boss. A third of this is messages.
  ownCode('dist/jobs.js', '6 kB'),
];
