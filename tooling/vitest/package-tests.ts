import {
  configDefaults,
  defineConfig,
  type ViteUserConfigFnObject,
  type ViteUserConfig,
} from 'vitest/config';

const SLOW = 'slow';

/** Options for `packageTests()`. */
export interface PackageTestOptions {
  /** The percentage of lines that the tests must cover. Default: 90. */
  readonly lines?: number;
  /**
   * Whether each fast test file loads its own copies of the modules, as each slow one does. Default: true.
   * `false` is several times faster, but requires that no test changes the state of a module.
   */
  readonly isolate?: boolean;
  /** Sources whose coverage is not measured, because they run in child processes or slow tests. */
  readonly notMeasured?: readonly string[];
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
  notMeasured = [],
}: PackageTestOptions = {}): ViteUserConfigFnObject {
  return defineConfig(({ mode }): ViteUserConfig => ({
    test: {
      include: [mode === SLOW ? '{src,test}/**/*.slow.test.ts' : '{src,test}/**/*.test.ts'],
      exclude: [...configDefaults.exclude, ...(mode === SLOW ? [] : ['**/*.slow.test.ts'])],
      // A new package has no tests.
      passWithNoTests: true,
      reporters: [
        'default',
        ['json', { outputFile: `.report/vitest${mode === 'test' ? '' : `.${mode}`}.json` }],
      ],
      isolate: isolate || mode === SLOW,
      // Long enough for a busy machine; ends tests that hang.
      testTimeout: 60_000,
      hookTimeout: 60_000,
      restoreMocks: true,
      unstubEnvs: true,
      coverage: {
        enabled: process.env['COVERAGE'] !== undefined && mode === 'test',
        provider: 'v8',
        include: ['src/**/*.ts'],
        exclude: [
          'src/**/*.{test,test-d,bench}.ts',
          // The server of an example.
          'src/main.ts',
          ...notMeasured,
        ],
        reporter: ['text-summary', 'lcovonly'],
        reportsDirectory: '.report/coverage',
        thresholds: { lines },
      },
    },
  }));
}
