import { packageTests } from '../../tooling/vitest/package-tests.ts';

export default packageTests({
  // Messages of failing tests: child processes of Vitest fail them on purpose.
  inOtherProcesses: ['src/tracking/failure-messages.ts'],
});
