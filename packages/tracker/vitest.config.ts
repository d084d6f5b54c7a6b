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

// A project doesn't have the mode of its root, and the slow tests aren't about Sentry.
export default defineConfig((env) => {
  const tests = packageTests()(env);
  return env.mode === 'slow' ? tests : mergeConfig(tests, projects);
});
