import { type ApiDeclaredItem, ApiItemKind } from '@microsoft/api-extractor-model';

import type { PackageDoor } from './package-doors.js';

/** What a page has, in this order. */
export const groups = ['Functions', 'Classes', 'Constants', 'Interfaces', 'Types'] as const;
export type Group = (typeof groups)[number];

/** One exported name of one door. */
export interface Entry {
  readonly name: string;
  readonly door: PackageDoor;
  /** Of its page; there are no two of one. */
  readonly anchor: string;
  readonly group: Group;
  /** Its declarations: several where it is overloaded, or a constant and a type. */
  readonly items: readonly ApiDeclaredItem[];
  /** The entry that documents it, where that is of another door. */
  readonly origin: Entry | undefined;
}

/** The names of a door by their groups; a name that is a value and a type is with the values. */
export function entriesOf(
  door: PackageDoor,
  exported: readonly { name: string; items: readonly ApiDeclaredItem[]; origin?: Entry }[],
): readonly Entry[] {
  const anchors = new Set<string>();
  return exported
    .map(({ name, items, origin }) => ({ name, items, origin, group: groupOf(items) }))
    .toSorted((a, b) => groups.indexOf(a.group) - groups.indexOf(b.group) || compare(a, b))
    .map((entry) => ({ ...entry, door, anchor: freeAnchor(anchors, entry) }));
}

const kindsOfGroups: Readonly<Record<Group, ApiItemKind>> = {
  Functions: ApiItemKind.Function,
  Classes: ApiItemKind.Class,
  Constants: ApiItemKind.Variable,
  Interfaces: ApiItemKind.Interface,
  Types: ApiItemKind.TypeAlias,
};

function groupOf(items: readonly ApiDeclaredItem[]): Group {
  const group = groups.find((name) => items.some(({ kind }) => kind === kindsOfGroups[name]));
  if (group === undefined) throw new Error(`Nothing is known of a ${items[0]?.kind ?? 'nothing'}`);
  return group;
}

function compare(a: { readonly name: string }, b: { readonly name: string }): number {
  return a.name.localeCompare(b.name, 'en');
}

/** The name in lower case; where two names differ in nothing else, the second says what it is. */
function freeAnchor(taken: Set<string>, { name, group }: Pick<Entry, 'name' | 'group'>): string {
  const plain = name.toLowerCase();
  const anchor = taken.has(plain) ? `${plain}-${singular[group]}` : plain;
  if (taken.has(anchor)) throw new Error(`Two exports have the anchor ${anchor}`);
  taken.add(anchor);
  return anchor;
}

const singular: Readonly<Record<Group, string>> = {
  Functions: 'function',
  Classes: 'class',
  Constants: 'constant',
  Interfaces: 'interface',
  Types: 'type',
};
