import { packageTests } from '../../tooling/vitest/package-tests.ts';

export default packageTests({
  isolate: false,
  // The errors and messages of failing tests: child processes of Vitest fail them on purpose.
  notMeasured: ['src/tracking/failure-messages.ts', 'src/tracking/captured-message.ts'],
});
