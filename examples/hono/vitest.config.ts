import { packageTests } from '../../tooling/vitest/package-tests.ts';

export default packageTests({
  // The slow tests start the server in a process.
  inOtherProcesses: ['src/demo.ts', 'src/first-steps.ts', 'src/serve.ts'],
});
