import { packageTests } from '../../tooling/vitest/package-tests.ts';

export default packageTests({
  lines: 98,
  isolate: false,
  // Slow tests cover them, with a queue in a database.
  notMeasured: ['src/jobs/**'],
});
