import { packageTests } from '../../tooling/vitest/package-tests.ts';

export default packageTests({ lines: 98, isolate: false, notMeasured: ['src/thread/**'] });
