import type { Contestant, Framework } from '../contestants/contestant.js';
import type { Workload } from '../workloads/workload.js';
import { type Measured, runGroup, type RunOptions } from './run-group.js';
import { type Figure, figure, ratio } from './statistics.js';

/** What a call costs in a larger workload, against what it costs in a smaller one. */
export interface Scaling {
  readonly framework: Framework;
  readonly contestants: readonly Contestant[];
  readonly from: Workload;
  readonly to: Workload;
}

export interface ScalingResult {
  readonly framework: Framework;
  readonly contestant: string;
  readonly from: string;
  readonly to: string;
  /** Microseconds of the server's process for one call. */
  readonly cpuFrom: Figure;
  readonly cpuTo: Figure;
  /** The second against the first, in the same round: 1 is as much, 1.1 is ten percent more. */
  readonly growth: Figure;
}

/** Both workloads of all contestants take turns in one run. */
export async function scale(
  { framework, contestants, from, to }: Scaling,
  options: RunOptions,
): Promise<readonly ScalingResult[]> {
  const cells = contestants.flatMap((contestant) => [
    { contestant, workload: from },
    { contestant, workload: to },
  ]);
  const measured = await runGroup(cells, options);
  return contestants.map((contestant, index) => {
    // Two for each, in their order.
    const [small, large] = measured.slice(index * 2, index * 2 + 2) as [Measured, Measured];
    const [cpuFrom, cpuTo] = [cpuPerCall(small), cpuPerCall(large)];
    return {
      framework,
      contestant: contestant.name,
      from: from.name,
      to: to.name,
      cpuFrom: figure(cpuFrom),
      cpuTo: figure(cpuTo),
      growth: ratio(cpuTo, cpuFrom),
    };
  });
}

function cpuPerCall({ cell, samples }: Measured): readonly number[] {
  return samples.map(({ cpu }) => cpu / cell.workload.calls);
}
