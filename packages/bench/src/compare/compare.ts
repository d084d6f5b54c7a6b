import type { Workload } from '../service/workloads.js';
import type { Framework } from '../targets/framework.js';
import type { Target } from '../targets/targets.js';
import { type RunOptions, runTurns, type Sample } from './run-turns.js';
import { type Figure, figure, ratio } from './statistics.js';

/** Targets of one framework with one workload. */
export interface Comparison {
  readonly framework: Framework;
  readonly workload: Workload;
  readonly targets: readonly Target[];
}

export interface TargetResult {
  readonly target: Target;
  /** The CPU time of the server for one request, in microseconds. */
  readonly cpu: Figure;
  readonly requestsPerSecond: Figure;
  /** The 99th percentile of the latencies, in milliseconds. */
  readonly p99: Figure;
  /** The speed relative to the faster baseline: 1 is equally fast, 0.5 is half as fast. */
  readonly share: Figure | undefined;
  /** The speed relative to the fastest peer. Tool calls are compared with tool calls only. */
  readonly peerShare: (Figure & { readonly peer: string }) | undefined;
  /** The CPU time of a tool call divided by that of the plain call of the same method. */
  readonly toolCost: Figure | undefined;
  /** The CPU time divided by that of the other checkout: below 1 is faster than the other one. */
  readonly change: Figure | undefined;
}

/** Measures the targets that support the workload. */
export async function compare(
  { workload, targets }: Comparison,
  options: RunOptions,
): Promise<readonly TargetResult[]> {
  const supporting = targets.filter(({ unsupported }) => unsupported[workload.name] === undefined);
  const samples = await runTurns(
    supporting.map((target) => ({ target, workload })),
    options,
  );
  return evaluate(supporting, samples);
}

/** Evaluates the samples of the targets, `samples[n]` those of `targets[n]`. */
export function evaluate(
  targets: readonly Target[],
  samples: readonly (readonly Sample[])[],
): readonly TargetResult[] {
  const all = targets.map((target, index) => {
    const own = samples[index] ?? [];
    return { target, own, cpu: own.map((sample) => sample.cpu) };
  });
  const fastest = (role: Target['role'], { isTool }: { readonly isTool: boolean }) =>
    all
      .filter(({ target }) => target.role === role && isToolTarget(target) === isTool)
      .toSorted((a, b) => figure(a.cpu).median - figure(b.cpu).median)[0];
  const baseline = fastest('baseline', { isTool: false });
  const before = all.find(({ target }) => target.checkout !== undefined);
  const plain = all.find(({ target }) => target.name === 'kit');
  return all.map(({ target, own, cpu }) => {
    const isTool = isToolTarget(target);
    const peer = fastest('peer', { isTool });
    return {
      target,
      cpu: figure(cpu),
      requestsPerSecond: figure(own.map((sample) => sample.requestsPerSecond)),
      p99: figure(own.map((sample) => sample.p99)),
      share: baseline && ratio(baseline.cpu, cpu),
      peerShare: peer && { ...ratio(peer.cpu, cpu), peer: peer.target.name },
      toolCost: isTool && plain !== undefined ? ratio(cpu, plain.cpu) : undefined,
      change: before && ratio(cpu, before.cpu),
    };
  });
}

function isToolTarget({ protocol }: Target): boolean {
  return protocol === 'mcp';
}
