import { packageTests } from '../../tooling/vitest/package-tests.ts';

export default packageTests({
  // The signals of a process are tried in child processes.
  inOtherProcesses: ['src/on-signals.ts'],
});
