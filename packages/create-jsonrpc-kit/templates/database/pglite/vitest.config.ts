import { defineConfig } from 'vitest/config';

const tags = [{ name: 'jsonrpc-no-tracking' }];

// Each test opens a database, which takes a second, but a minute on a busy machine. Files run one after
// another, so that they don't compete for the processor.
export default defineConfig({ test: { testTimeout: 120_000, fileParallelism: false, tags } });
