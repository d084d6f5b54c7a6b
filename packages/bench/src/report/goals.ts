import type { ComparisonResult } from '../measure/comparison.js';
import type { Results } from '../measure/run-bench.js';
import { ratio } from '../measure/statistics.js';
import { withSpread } from './format.js';

/** What jsonrpc-kit has set itself, and whether this run shows it. */
export interface Goal {
  readonly name: string;
  readonly isMet: boolean;
  readonly figures: string;
}

const LEAST_RATIO: Readonly<Record<string, number>> = { single: 0.9, 'batch-100': 0.85 };
const MOST_GROWTH = 1.1;

/** Those that the run has figures for. */
export function goalsOf({ comparisons, scalings }: Results): readonly Goal[] {
  return [
    ...comparisons.flatMap(nearTheBase),
    ...comparisons.flatMap(aheadOfPeers),
    ...scalings
      .filter(({ contestant }) => contestant === 'kit')
      .map(({ framework, from, to, growth }) => ({
        name: `${framework}: a call of ${to} costs at most ${MOST_GROWTH} of one of ${from}`,
        isMet: growth.median <= MOST_GROWTH,
        figures: withSpread(growth),
      })),
  ];
}

function nearTheBase({ framework, workload, contestants }: ComparisonResult): readonly Goal[] {
  const least = LEAST_RATIO[workload];
  const { cpuRatio, speedRatio } = contestants.find(({ name }) => name === 'kit') ?? {};
  if (least === undefined || cpuRatio === undefined || speedRatio === undefined) return [];
  return [
    {
      name: `${framework}, ${workload}: at least ${least} of the base`,
      isMet: cpuRatio.median >= least,
      figures: `${withSpread(cpuRatio)} by CPU time, ${withSpread(speedRatio)} by requests/s`,
    },
  ];
}

function aheadOfPeers({ framework, workload, contestants }: ComparisonResult): readonly Goal[] {
  const peers = contestants.filter(({ role }) => role === 'peer');
  const kits = contestants.filter(({ role }) => role === 'kit');
  return kits.flatMap((kit) => {
    const rivals = peers.map(({ name, cpu }) => ({
      name,
      timesAsMuch: ratio(cpu.values, kit.cpu.values),
    }));
    const [best] = rivals.toSorted((a, b) => a.timesAsMuch.median - b.timesAsMuch.median);
    if (best === undefined) return [];
    const { name, timesAsMuch } = best;
    return {
      name: `${framework}, ${workload}: ${kit.name} is ahead of every peer`,
      isMet: timesAsMuch.median > 1,
      figures: `${withSpread(timesAsMuch)} times the CPU time by ${name}, the best of them`,
    };
  });
}
