import { packageTests } from '../../tooling/vitest/package-tests.ts';

// Every file imports all frameworks, which takes longer than most of its tests.
export default packageTests({ isolate: false });
