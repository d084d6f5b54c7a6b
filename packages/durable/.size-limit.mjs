import { ownCode } from '../../tooling/release/size-budget.mjs';

export default [
  // A third of it is the SQL and the messages about wrong declarations.
  ownCode('dist/index.js', '4.5 kB'),
  // Without pg-boss. A third of it is messages.
  ownCode('dist/jobs.js', '6 kB'),
];
