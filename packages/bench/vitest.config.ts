import { packageTests } from '../../tooling/vitest/package-tests.ts';

export default packageTests({
  notMeasured: [
    'src/*/{main,server}.ts',
    'src/bounds/pings.ts',
    'src/connections/*.ts',
    'src/core/measure.ts',
    'src/events/*.ts',
    'src/processes/{checkout,reply-to-parent,resolve-from-checkout}.ts',
    'src/kills/*.ts',
    'src/soak/*.ts',
  ],
});
