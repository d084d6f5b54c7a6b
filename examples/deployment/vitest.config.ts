import { packageTests } from '../../tooling/vitest/package-tests.ts';

export default packageTests({
  // The slow tests start the server in processes.
  inOtherProcesses: ['src/*.ts'],
});
