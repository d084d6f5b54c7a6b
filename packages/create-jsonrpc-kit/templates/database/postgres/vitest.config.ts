import { defineConfig } from 'vitest/config';

const tags = [{ name: 'jsonrpc-no-tracking' }];
const setupFiles =
  process.env.TEST_DATABASE_URL === undefined ? './vitest.pglite.ts' : './vitest.server.ts';

export default defineConfig({ test: { setupFiles, testTimeout: 30_000, tags } });
