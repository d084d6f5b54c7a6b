import { configDefaults, defineConfig, mergeConfig } from 'vitest/config';
import { packageTests } from '../../tooling/vitest/package-tests.ts';

/** The tests install npm packages with binaries of Bun, Deno and workerd for this platform only. */
const hasRuntimes = process.platform === 'linux' && process.arch === 'x64';

// Without isolation, the files share the imported frameworks. Importing them takes longer than most tests.
const tests = packageTests({ isolate: false });

export default defineConfig((env) => {
  if (env.mode === 'slow' && !hasRuntimes) {
    console.log('Left out: the tests on Bun, Deno and workerd, which need Linux on x64');
  }
  return mergeConfig(tests(env), {
    test: {
      // Most of these tests run when those of the packages have ended, and a core would be idle.
      maxWorkers: env.mode === 'slow' ? 1 : 2,
      // There are no sources here.
      coverage: { enabled: false },
      exclude: [...configDefaults.exclude, ...(hasRuntimes ? [] : ['test/runtimes/**'])],
    },
  });
});
