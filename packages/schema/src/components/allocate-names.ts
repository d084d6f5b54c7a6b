/** Something that needs a name of its own. */
export interface Nameable {
  /** From short to full. */
  readonly names: readonly string[];
  /** Whether the full name was given by hand: nothing may be added to it. */
  readonly isFixed: boolean;
  /** For messages: what it is. */
  readonly where: string;
}

/**
 * Gives each its short name, and those that would share one the longer. Where generated names are
 * exhausted, a number is added.
 *
 * @param fine false: always the full name
 * @throws TypeError where two fixed full names are the same; the message names both
 */
export function allocateNames<Item extends Nameable>(
  items: readonly Item[],
  fine: boolean,
): ReadonlyMap<Item, string> {
  const levels = new Map(items.map((item) => [item, fine ? 0 : item.names.length - 1]));
  const level = (item: Item): number => levels.get(item) ?? 0;
  const nameOf = (item: Item): string => item.names[level(item)] ?? '';
  const canGrow = (item: Item): boolean => level(item) < item.names.length - 1;
  for (;;) {
    const shared = [...groupsOf(items, nameOf).values()].filter((group) => group.length > 1);
    const growing = shared.flat().filter(canGrow);
    if (growing.length === 0) break;
    for (const item of growing) levels.set(item, level(item) + 1);
  }
  return numbered(groupsOf(items, nameOf));
}

function groupsOf<Item>(
  items: readonly Item[],
  nameOf: (item: Item) => string,
): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const group = groups.get(nameOf(item));
    if (group === undefined) groups.set(nameOf(item), [item]);
    else group.push(item);
  }
  return groups;
}

function numbered<Item extends Nameable>(
  groups: ReadonlyMap<string, readonly Item[]>,
): ReadonlyMap<Item, string> {
  const allocated = new Map<Item, string>();
  for (const [name, group] of groups) {
    const [first, ...others] = group.toSorted((a, b) => Number(b.isFixed) - Number(a.isFixed));
    if (first === undefined) continue;
    allocated.set(first, name);
    for (const other of others) {
      if (other.isFixed) refuse(name, first, other);
      allocated.set(other, unusedName(name, groups, allocated));
    }
  }
  return allocated;
}

function refuse(name: string, first: Nameable, second: Nameable): never {
  throw new TypeError(
    `Two different schemas have the component name ${name}: that of ${first.where}, and that of ` +
      `${second.where}; give one of them another name or module in componentName()`,
  );
}

function unusedName(
  name: string,
  groups: ReadonlyMap<string, unknown>,
  allocated: ReadonlyMap<unknown, string>,
): string {
  const used = new Set(allocated.values());
  for (let number = 2; ; number++) {
    const candidate = `${name}-${number}`;
    if (!groups.has(candidate) && !used.has(candidate)) return candidate;
  }
}
