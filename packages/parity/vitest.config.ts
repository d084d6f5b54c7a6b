import { configDefaults, defineConfig, mergeConfig } from 'vitest/config';
import { packageTests } from '../../tooling/vitest/package-tests.ts';

/** npm has the binaries of Bun, Deno and workerd for other platforms under other names. */
const hasRuntimes = process.platform === 'linux' && process.arch === 'x64';

// Every file imports all frameworks, which takes longer than most of its tests.
const tests = packageTests({ isolate: false });

export default defineConfig((env) => {
  if (env.mode === 'slow' && !hasRuntimes) {
    console.log('Left out: the tests on Bun, Deno and workerd, which need Linux on x64');
  }
  return mergeConfig(tests(env), {
    test: { exclude: [...configDefaults.exclude, ...(hasRuntimes ? [] : ['test/runtimes/**'])] },
  });
});
