import { defineConfig } from 'vitest/config';

// Each test opens a database, which can take seconds on a busy machine.
export default defineConfig({ test: { testTimeout: 30_000 } });
