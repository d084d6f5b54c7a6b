import { ownCode } from '../../tooling/release/size-budget.mjs';

export default [
  // Beside Sentry's own 100 kB and more. Jobs have traces of their own.
  ownCode('dist/index.js', '3.95 kB'),
  // Without Sentry. A third of this is names and descriptions of metrics. Finding out if an SDK is registered
  // takes 0.1 kB.
  ownCode('dist/otel.js', '4.4 kB'),
];
