import { packageTests } from '../../tooling/vitest/package-tests.ts';

// What runs in processes of its own (the server under load, the commands) is not counted.
export default packageTests({ lines: 60 });
