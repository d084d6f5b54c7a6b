import { spawnSync } from 'node:child_process';
import { configDefaults, defineConfig, mergeConfig, type ViteUserConfig } from 'vitest/config';
import { packageTests } from '../../tooling/vitest/package-tests.ts';

/** Runs the tests about Sentry with Sentry 11. All others run with Sentry 10, which is installed. */
const sentry11: ViteUserConfig = {
  resolve: { alias: { '@sentry/core': 'sentry-core-11', '@sentry/node': 'sentry-node-11' } },
  test: { exclude: ['test', 'src/otel', 'src/readme.test.ts'] },
};

export default defineConfig((env) => {
  const tests = packageTests()(env);
  if (env.mode === 'sentry-11') return mergeConfig(tests, sentry11);
  if (env.mode !== 'slow') return tests;
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
