/** The median of several measurements, and the quartiles around it. */
export interface Figure {
  readonly median: number;
  readonly low: number;
  readonly high: number;
}

/** Interpolates the value below which this share of the values lies. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const position = (sorted.length - 1) * share;
  const [below = NaN, above = below] = sorted.slice(Math.floor(position), Math.floor(position) + 2);
  return below + (above - below) * (position - Math.floor(position));
}

/** Returns the median and the quartiles of some values. */
export function figure(values: readonly number[]): Figure {
  const [low = NaN, median = NaN, high = NaN] = [0.25, 0.5, 0.75].map((share) =>
    quantile(values, share),
  );
  return { median, low, high };
}

/**
 * Returns the ratio of two series, calculated for each round. A slow moment of the machine affects
 * both values of a round, and so not their ratio.
 */
export function ratio(values: readonly number[], others: readonly number[]): Figure {
  return figure(values.map((value, round) => value / (others[round] ?? NaN)));
}

/**
 * The order of the items in a round. Every other round is reversed, and each pair of rounds starts
 * one item later, so that no item is always first or always after the same other item.
 */
export function orderOfRound<Item>(items: readonly Item[], round: number): readonly Item[] {
  const start = Math.floor(round / 2) % items.length;
  const rotated = [...items.slice(start), ...items.slice(0, start)];
  return round % 2 === 0 ? rotated : rotated.toReversed();
}
