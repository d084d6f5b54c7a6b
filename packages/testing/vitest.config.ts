import { packageTests } from '../../tooling/vitest/package-tests.ts';

export default packageTests({
  // The errors and messages of failing tests: child processes of Vitest fail them on purpose.
  inOtherProcesses: ['src/tracking/failure-messages.ts', 'src/tracking/captured-message.ts'],
});
