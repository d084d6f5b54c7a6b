import { defineConfig } from 'vitest/config';

const tags = [{ name: 'jsonrpc-no-tracking' }];

export default defineConfig({ test: { tags } });
