import type { Contestant, Framework, Role } from '../contestants/contestant.js';
import type { Memory } from '../server/messages.js';
import type { Workload } from '../workloads/workload.js';
import { type Measured, runGroup, type RunOptions } from './run-group.js';
import { type Figure, figure, ratio } from './statistics.js';

/** Contestants of one framework with one workload. */
export interface Comparison {
  readonly framework: Framework;
  readonly workload: Workload;
  readonly contestants: readonly Contestant[];
}

export interface ComparisonResult {
  readonly framework: Framework;
  readonly workload: string;
  readonly title: string;
  readonly calls: number;
  readonly contestants: readonly ContestantResult[];
  readonly leftOut: readonly { readonly name: string; readonly why: string }[];
}

export interface ContestantResult {
  readonly name: string;
  readonly role: Role;
  /** Microseconds of the server's process for one request. */
  readonly cpu: Figure;
  readonly requestsPerSecond: Figure;
  /** Milliseconds, with the server busy: most of it is waiting for one's turn. */
  readonly p50: Figure;
  readonly p99: Figure;
  readonly busy: Figure;
  readonly loadBusy: Figure;
  readonly memory: Memory;
  /** The base's CPU time against this one's, in the same round: 1 costs as much, 0.5 twice as much. */
  readonly cpuRatio: Figure | undefined;
  /** This one's requests per second against the base's. */
  readonly speedRatio: Figure | undefined;
}

export async function compare(
  { framework, workload, contestants }: Comparison,
  options: RunOptions,
): Promise<ComparisonResult> {
  const taking = contestants.filter(({ leavesOut }) => leavesOut[workload.name] === undefined);
  const measured = await runGroup(
    taking.map((contestant) => ({ contestant, workload })),
    options,
  );
  return {
    framework,
    workload: workload.name,
    title: workload.title,
    calls: workload.calls,
    contestants: evaluate(measured),
    leftOut: contestants.flatMap(({ name, leavesOut }) => {
      const why = leavesOut[workload.name];
      return why === undefined ? [] : [{ name, why }];
    }),
  };
}

/** Of each figure the best of the bare handlers is the base. */
export function evaluate(measured: readonly Measured[]): readonly ContestantResult[] {
  const bases = measured.filter(({ cell }) => cell.contestant.role === 'base');
  const cheapest = best(bases.map((one) => valuesOf(one, 'cpu')));
  const fastest = best(
    bases.map((one) => valuesOf(one, 'requestsPerSecond')),
    -1,
  );
  return measured.map((one) => {
    const { contestant } = one.cell;
    const cpu = valuesOf(one, 'cpu');
    const speed = valuesOf(one, 'requestsPerSecond');
    return {
      name: contestant.name,
      role: contestant.role,
      cpu: figure(cpu),
      requestsPerSecond: figure(speed),
      p50: figure(one.samples.map(({ latency }) => latency.p50)),
      p99: figure(one.samples.map(({ latency }) => latency.p99)),
      busy: figure(valuesOf(one, 'busy')),
      loadBusy: figure(valuesOf(one, 'loadBusy')),
      memory: one.memory,
      cpuRatio: cheapest && ratio(cheapest, cpu),
      speedRatio: fastest && ratio(speed, fastest),
    };
  });
}

function valuesOf(
  { samples }: Measured,
  name: 'cpu' | 'requestsPerSecond' | 'busy' | 'loadBusy',
): readonly number[] {
  return samples.map((sample) => sample[name]);
}

/** The series with the least median, or with the greatest one where `sign` is -1. */
function best(series: readonly (readonly number[])[], sign = 1): readonly number[] | undefined {
  return series.toSorted((a, b) => sign * (figure(a).median - figure(b).median))[0];
}
