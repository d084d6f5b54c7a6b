import { packageTests } from '../../tooling/vitest/package-tests.ts';

export default packageTests({
  isolate: false,
  lines: 98,
  // Slow tests cover them, with a queue in a database.
  inOtherProcesses: ['src/jobs/**'],
});
