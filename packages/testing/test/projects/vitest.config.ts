import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['*.project.ts'],
    // Start one worker for all files.
    pool: 'threads',
    isolate: false,
    cache: false,
    tags: [{ name: 'jsonrpc-no-tracking' }],
  },
});
