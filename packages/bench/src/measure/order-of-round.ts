/**
 * The order in which a round visits its items. Every other round goes back the way that the one
 * before it came, and each pair of rounds begins one further: no one is always first, or always after
 * the same other.
 */
export function orderOfRound<Item>(items: readonly Item[], round: number): readonly Item[] {
  const start = Math.floor(round / 2) % items.length;
  const rotated = [...items.slice(start), ...items.slice(0, start)];
  return round % 2 === 0 ? rotated : rotated.toReversed();
}
