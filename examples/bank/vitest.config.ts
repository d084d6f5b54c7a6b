import { packageTests } from '../../tooling/vitest/package-tests.ts';

// Needs a PostgreSQL server, so tests cover it only with DATABASE_URL.
export default packageTests({ lines: 85, isolate: false });
