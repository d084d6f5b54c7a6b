import { packageTests } from '../../tooling/vitest/package-tests.ts';

export default packageTests({ notMeasured: ['src/main.ts'] });
