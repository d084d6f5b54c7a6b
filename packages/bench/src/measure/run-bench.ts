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

/** Told of each result as it comes; `soFar` holds it as well. */
export interface Progress {
  readonly onComparison: (result: ComparisonResult, soFar: Results) => void;
  readonly onScaling: (results: readonly ScalingResult[], soFar: Results) => void;
}

export async function runBench(
  { comparisons, scalings, options }: Plan,
  { onComparison, onScaling }: Progress,
): Promise<Results> {
  let results: Results = { machine: thisMachine(), options, comparisons: [], scalings: [] };
  for (const comparison of comparisons) {
    const compared = await compare(comparison, options);
    results = { ...results, comparisons: [...results.comparisons, compared] };
    onComparison(compared, results);
  }
  for (const scaling of scalings) {
    const scaled = await scale(scaling, options);
    results = { ...results, scalings: [...results.scalings, ...scaled] };
    onScaling(scaled, results);
  }
  return results;
}
