import { spawnSync } from 'node:child_process';
import { configDefaults, defineConfig, mergeConfig, type ViteUserConfig } from 'vitest/config';
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

// A project doesn't have the mode of its root, and the slow tests need no other version of Sentry.
export default defineConfig((env) => {
  const tests = packageTests()(env);
  if (env.mode !== 'slow') return mergeConfig(tests, projects);
  return mergeConfig(tests, {
    test: { exclude: [...configDefaults.exclude, ...filesToLeaveOut()] },
  });
});

/** Returns the tests that need Prometheus if it isn't installed, and prints how to run them. */
function filesToLeaveOut(): readonly string[] {
  if (process.env['REQUIRE_PROMETHEUS'] !== undefined) return [];
  if (spawnSync('prometheus', ['--version']).status === 0) return [];
  console.log(
    'Left out: the failures on the dashboard. To run them, install Prometheus, and run ' +
      '`npm run test:slow` again',
  );
  return ['test/failures/**'];
}
