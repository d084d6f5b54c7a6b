import { mergeConfig, type ViteUserConfig } from 'vitest/config';
import { packageTests } from '../../tooling/vitest/package-tests.ts';

/** Everything with Sentry 10, which is what is installed, and what is about Sentry with 11 too. */
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

export default mergeConfig(packageTests(), projects);
