import { configDefaults, mergeConfig, type ViteUserConfig } from 'vitest/config';
import { packageTests } from '../../tooling/vitest/package-tests.ts';

/** Installs a project and compiles it twice, which takes a minute. */
const SLOW = 'test/service-in-an-empty-folder.test.ts';

const runsSlow =
  process.env['SLOW_TESTS'] !== undefined || process.env['TRIED_TARBALLS'] !== undefined;
if (!runsSlow) {
  console.log(
    `Left out: ${SLOW}. To run it: SLOW_TESTS=1 npx vitest run --root packages/packed-projects`,
  );
}

const setup: ViteUserConfig = {
  test: {
    globalSetup: 'test/global-setup.ts',
    exclude: runsSlow ? configDefaults.exclude : [...configDefaults.exclude, SLOW],
  },
};

export default mergeConfig(packageTests(), setup);
