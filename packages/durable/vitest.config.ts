import { packageTests } from '../../tooling/vitest/package-tests.ts';

export default packageTests({
  lines: 98,
  // Slow tests cover them, with a queue in a database.
  inOtherProcesses: ['src/jobs/**'],
});
