/**
 * A copy that can't be changed. Options are compiled where they are declared, so a change afterwards
 * would have no effect: it throws instead.
 */
export function frozenCopy<Item>(items: readonly Item[] = []): readonly Item[] {
  return Object.freeze([...items]);
}
