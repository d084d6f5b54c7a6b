import { packageTests } from '../../tooling/vitest/package-tests.ts';

// What talks to a PostgreSQL server is reached only where DATABASE_URL names one.
export default packageTests({ lines: 85 });
