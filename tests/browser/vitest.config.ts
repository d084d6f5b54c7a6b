import { packageTests } from '../../tooling/vitest/package-tests.ts';

export default packageTests({
  inOtherProcesses: ['src/screenshots/**', 'src/test-command/**'],
});
