import type { ComparisonResult, ContestantResult } from '../src/measure/comparison.js';
import type { Results } from '../src/measure/run-bench.js';
import type { ScalingResult } from '../src/measure/scaling.js';
import { figure } from '../src/measure/statistics.js';

/** A contestant's results in three rounds around these figures. */
export function contestantResult(
  name: string,
  role: ContestantResult['role'],
  { cpu, ratio }: { cpu: number; ratio: number },
): ContestantResult {
  const around = (value: number) => figure([value * 0.99, value, value * 1.01]);
  return {
    name,
    role,
    cpu: around(cpu),
    requestsPerSecond: around(1e6 / cpu),
    p50: around(0.5),
    p99: around(2),
    busy: around(0.98),
    loadBusy: around(0.99),
    memory: { rss: 64 * 1024 * 1024, heapUsed: 8 * 1024 * 1024 },
    cpuRatio: around(ratio),
    speedRatio: around(ratio),
  };
}

export function comparisonResult(
  workload: string,
  contestants: readonly ContestantResult[],
): ComparisonResult {
  return {
    framework: 'hono',
    workload,
    title: `the workload ${workload}`,
    calls: workload === 'batch-100' ? 100 : 1,
    contestants,
    leftOut: [{ name: 'trpc', why: 'its protocol has none' }],
  };
}

export function scalingResult(contestant: string, growth: number): ScalingResult {
  return {
    framework: 'hono',
    contestant,
    from: 'batch-100',
    to: 'batch-1000',
    cpuFrom: figure([1.2]),
    cpuTo: figure([1.2 * growth]),
    growth: figure([growth]),
  };
}

export function resultsOf(parts: Partial<Results>): Results {
  return {
    machine: {
      node: 'v20.20.2',
      platform: 'linux',
      cpu: 'A Processor',
      cores: 2,
      loadBefore: 0.1,
      date: '2030-01-02T03:04:05.678Z',
      versions: { hono: '4.13.19', valibot: '1.5.0' },
    },
    options: { rounds: 10, processes: 3, seconds: 0.5, warmUpSeconds: 1.5 },
    comparisons: [],
    scalings: [],
    ...parts,
  };
}
