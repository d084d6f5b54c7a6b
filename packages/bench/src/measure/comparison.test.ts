import { expect, test } from 'vitest';
import type { Contestant } from '../contestants/contestant.js';
import { findContestant } from '../contestants/contestants.js';
import { findWorkload } from '../workloads/workloads.js';
import { evaluate } from './comparison.js';
import type { Measured } from './run-group.js';

/** A contestant on Hono that took this much CPU time in each round, and was just as fast. */
function measured(name: string, cpu: readonly number[]): Measured {
  const contestant: Contestant = findContestant('hono', name);
  return {
    cell: { contestant, workload: findWorkload('single') },
    memory: { rss: 1, heapUsed: 1 },
    samples: cpu.map((microseconds) => ({
      requests: 1000,
      seconds: 1,
      latency: { p50: 1, p99: 2 },
      cpu: microseconds,
      requestsPerSecond: 1e6 / microseconds,
      busy: 1,
      loadBusy: 1,
    })),
  };
}

test('the base is the better of the bare handlers, and everybody is compared with it round by round', () => {
  const results = evaluate([
    measured('bare', [40, 40, 90]),
    measured('bare-bytes', [20, 20, 60]),
    measured('kit', [25, 25, 75]),
    measured('trpc', [200, 200, 600]),
  ]);
  const ratios = results.map(({ name, cpuRatio, speedRatio }) => [
    name,
    cpuRatio?.values,
    speedRatio?.median,
  ]);
  expect(ratios).toEqual([
    ['bare', [0.5, 0.5, 60 / 90], 0.5],
    ['bare-bytes', [1, 1, 1], 1],
    ['kit', [0.8, 0.8, 0.8], expect.closeTo(0.8)],
    ['trpc', [0.1, 0.1, 0.1], expect.closeTo(0.1)],
  ]);
});

test('what takes less CPU time and what is faster may be two bases', () => {
  const cheap = measured('bare', [20, 20]);
  const fast = measured('bare-bytes', [30, 30]);
  const results = evaluate([
    cheap,
    { ...fast, samples: fast.samples.map((one) => ({ ...one, requestsPerSecond: 100_000 })) },
    measured('kit', [25, 25]),
  ]);
  expect(results[2]).toMatchObject({ cpuRatio: { median: 0.8 }, speedRatio: { median: 0.4 } });
});

test('without a bare handler there is nothing to compare with', () => {
  const [result] = evaluate([measured('kit', [25])]);
  expect(result).toMatchObject({ cpu: { median: 25 }, cpuRatio: undefined, speedRatio: undefined });
});
