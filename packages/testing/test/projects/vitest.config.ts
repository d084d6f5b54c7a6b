import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['*.project.ts'],
    // One start for all of them.
    pool: 'threads',
    isolate: false,
    cache: false,
    tags: [{ name: 'jsonrpc-no-tracking' }],
  },
});
