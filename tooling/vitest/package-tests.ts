import { defineConfig, type ViteUserConfig } from 'vitest/config';

/** What a package may ask of its own tests beside what all have in common. */
export interface PackageTestOptions {
  /** The share of lines that the tests must reach, in percent. */
  readonly lines?: number;
  /**
   * Whether each file of tests has the modules to itself. Where files leave nothing behind in them,
   * sharing is several times as fast.
   */
  readonly isolate?: boolean;
  /** Sources that the tests run in processes of their own, where no coverage is counted. */
  readonly inOtherProcesses?: readonly string[];
}

/**
 * The tests of one package, beside its sources, and in `test` what spans several of them or helps;
 * with coverage when asked for by `--coverage`.
 *
 * The JSON report is what the closing counts of `npm test` are read from.
 */
export function packageTests({
  lines = 90,
  isolate = true,
  inOtherProcesses = [],
}: PackageTestOptions = {}): ViteUserConfig {
  return defineConfig({
    test: {
      include: ['{src,test}/**/*.test.ts'],
      // A package begins without tests; that none at all ran is noticed where they are counted.
      passWithNoTests: true,
      reporters: ['default', ['json', { outputFile: '.report/vitest.json' }]],
      isolate,
      // Only against hanging for ever: a machine that does much at once is no failure.
      testTimeout: 60_000,
      hookTimeout: 60_000,
      restoreMocks: true,
      unstubEnvs: true,
      coverage: {
        provider: 'v8',
        include: ['src/**/*.ts'],
        exclude: [
          'src/**/*.test.ts',
          'src/**/*.test-d.ts',
          'src/**/*.bench.ts',
          // An example's server.
          'src/main.ts',
          ...inOtherProcesses,
        ],
        reporter: ['text-summary', 'lcovonly'],
        reportsDirectory: '.report/coverage',
        thresholds: { lines },
      },
    },
  });
}
