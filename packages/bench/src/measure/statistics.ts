/** The value below which this share of the values lies, interpolated. */
export function quantile(values: readonly number[], share: number): number {
  if (values.length === 0) throw new RangeError('There is no quantile of no values');
  const sorted = values.toSorted((a, b) => a - b);
  const position = (sorted.length - 1) * share;
  const below = sorted[Math.floor(position)] as number;
  const above = sorted[Math.ceil(position)] as number;
  return below + (above - below) * (position - Math.floor(position));
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** The middle of several measurements, and how far apart they lie. */
export interface Figure {
  readonly median: number;
  /** Half of the measurements lie between these two. */
  readonly low: number;
  readonly high: number;
  readonly values: readonly number[];
}

export function figure(values: readonly number[]): Figure {
  return {
    median: median(values),
    low: quantile(values, 0.25),
    high: quantile(values, 0.75),
    values,
  };
}

/**
 * How many times as much the first one is, round by round: what slows the machine down in one round
 * slows both.
 */
export function ratio(values: readonly number[], others: readonly number[]): Figure {
  if (values.length !== others.length) throw new RangeError('Both need a value of each round');
  return figure(values.map((value, round) => value / (others[round] as number)));
}
