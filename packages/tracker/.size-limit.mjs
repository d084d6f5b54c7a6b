import { ownCode } from '../../tooling/release/size-budget.mjs';

export default [
  // Beside Sentry's own 100 kB and more.
  ownCode('dist/index.js', '3.3 kB'),
  // Without Sentry: nothing of the other door may come along.
  ownCode('dist/otel.js', '1.9 kB'),
];
