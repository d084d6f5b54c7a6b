import { defineConfig, mergeConfig, type ViteUserConfig } from 'vitest/config';
import { packageTests } from '../../tooling/vitest/package-tests.ts';

/** All tests run with Sentry 10, which is installed, and those about Sentry also with 11. */
const projects: ViteUserConfig = {
  test: {
    projects: [
      { extends: true, test: { name: 'Sentry 10' } },
      {
        extends: true,
        resolve: { alias: { '@sentry/core': 'sentry-core-11', '@sentry/node': 'sentry-node-11' } },
        test: { name: 'Sentry 11', exclude: ['test', 'src/{call,otel}', 'src/readme.test.ts'] },
      },
    ],
  },
};

export default defineConfig((env) => mergeConfig(packageTests()(env), projects));
