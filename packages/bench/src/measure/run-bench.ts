import { compare, type Comparison, type ComparisonResult } from './comparison.js';
import { type Machine, thisMachine } from './machine.js';
import type { RunOptions } from './run-group.js';
import { scale, type Scaling, type ScalingResult } from './scaling.js';

/** What is measured, in this order. */
export interface Plan {
  readonly comparisons: readonly Comparison[];
  readonly scalings: readonly Scaling[];
  readonly options: RunOptions;
}

/** What is written as JSON. */
export interface Results {
  readonly machine: Machine;
  readonly options: RunOptions;
  readonly comparisons: readonly ComparisonResult[];
  readonly scalings: readonly ScalingResult[];
}

export interface Progress {
  readonly onComparison: (result: ComparisonResult) => void;
  readonly onScaling: (results: readonly ScalingResult[]) => void;
}

export async function runBench(
  { comparisons, scalings, options }: Plan,
  { onComparison, onScaling }: Progress,
): Promise<Results> {
  const machine = thisMachine();
  const compared: ComparisonResult[] = [];
  for (const comparison of comparisons) {
    const result = await compare(comparison, options);
    onComparison(result);
    compared.push(result);
  }
  const scaled: ScalingResult[] = [];
  for (const scaling of scalings) {
    const results = await scale(scaling, options);
    onScaling(results);
    scaled.push(...results);
  }
  return { machine, options, comparisons: compared, scalings: scaled };
}
