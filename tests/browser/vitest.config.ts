import { packageTests } from '../../tooling/vitest/package-tests.ts';

export default packageTests({
  notMeasured: ['src/screenshots/**', 'src/test-command/**'],
});
