import { defineConfig, mergeConfig } from 'vitest/config';
import { packageTests } from '../../tooling/vitest/package-tests.ts';

export default defineConfig((env) =>
  mergeConfig(packageTests()(env), { test: { globalSetup: 'test/global-setup.ts' } }),
);
