/** The value that the given share of them does not exceed. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

/** Four parts of the same length, in their order, by which one sees what grows. */
export function quarters(values: readonly number[]): readonly (readonly number[])[] {
  const at = (quarter: number): number => Math.round((values.length * quarter) / 4);
  return [0, 1, 2, 3].map((quarter) => values.slice(at(quarter), at(quarter + 1)));
}
