import {
  configDefaults,
  defineConfig,
  type ViteUserConfigFnObject,
  type ViteUserConfig,
} from 'vitest/config';

const SLOW = 'slow';

/** What differs between the tests of the packages. */
export interface PackageTestOptions {
  /** The percentage of lines that the tests must cover. 90 by default. */
  readonly lines?: number;
  /**
   * Whether each file of tests loads its modules anew, as by default. Sharing them is several times
   * as fast, for files that leave no state behind in them.
   */
  readonly isolate?: boolean;
  /** Sources that run in child processes, which the coverage does not count. */
  readonly inOtherProcesses?: readonly string[];
}

/**
 * Configures the tests of one package: `*.test.ts` beside its sources and in `test`, and with
 * `--mode slow` only `*.slow.test.ts`.
 *
 * `npm test` reads its totals from the JSON report.
 */
export function packageTests({
  lines = 90,
  isolate = true,
  inOtherProcesses = [],
}: PackageTestOptions = {}): ViteUserConfigFnObject {
  return defineConfig(({ mode }): ViteUserConfig => ({
    test: {
      include: [mode === SLOW ? '{src,test}/**/*.slow.test.ts' : '{src,test}/**/*.test.ts'],
      exclude: [...configDefaults.exclude, ...(mode === SLOW ? [] : ['**/*.slow.test.ts'])],
      // A new package begins without tests.
      passWithNoTests: true,
      reporters: [
        'default',
        ['json', { outputFile: `.report/vitest${mode === SLOW ? '.slow' : ''}.json` }],
      ],
      isolate,
      // Only a guard against hanging: a busy machine is no failure.
      testTimeout: 60_000,
      hookTimeout: 60_000,
      restoreMocks: true,
      unstubEnvs: true,
      coverage: {
        enabled: process.env['COVERAGE'] !== undefined && mode !== SLOW,
        provider: 'v8',
        include: ['src/**/*.ts'],
        exclude: [
          'src/**/*.{test,test-d,bench}.ts',
          // An example's server.
          'src/main.ts',
          ...inOtherProcesses,
        ],
        reporter: ['text-summary', 'lcovonly'],
        reportsDirectory: '.report/coverage',
        thresholds: { lines },
      },
    },
  }));
}
