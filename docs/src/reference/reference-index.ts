import {
  ApiDeclaredItem,
  ApiExportedMixin,
  type ExcerptToken,
} from '@microsoft/api-extractor-model';

import { entriesOf, type Entry } from './entry.js';
import type { ExtractedDoor } from './extract-doors.js';
import type { PackageDoor } from './package-doors.js';
import { reExportsOf } from './re-exports.js';

type Reference = NonNullable<ExcerptToken['canonicalReference']>;

/** A door with its names. */
export interface IndexedDoor {
  readonly door: PackageDoor;
  readonly entries: readonly Entry[];
}

/**
 * Knows where every exported name is documented: on the page of the first door that exports it. The
 * doors have to come in the order of their packages' dependencies.
 */
export class ReferenceIndex {
  readonly doors: IndexedDoor[] = [];
  readonly #origins = new Map<string, Entry>();
  readonly #items = new Map<string, ApiDeclaredItem>();

  constructor(extracted: readonly ExtractedDoor[]) {
    for (const door of extracted) this.doors.push(this.#index(door));
  }

  /** The entry that a type's name stands for, seen from a door; undefined for what is not ours. */
  entryOf(reference: Reference | undefined, door: PackageDoor): Entry | undefined {
    if (reference === undefined) return undefined;
    const item = this.itemOf(reference, door);
    if (item !== undefined) return this.#origins.get(originKey(door.packageName, item));
    // API Extractor takes the packages of one workspace for one, but reads each by itself.
    const foreign = `${door.packageName}!~`;
    if (!reference.toString().startsWith(foreign)) return undefined;
    const [name = ''] = reference.toString().slice(foreign.length).split(/[:.#]/u);
    return firstOf(door.dependencies, (dependency) => this.entryNamed(name, dependency));
  }

  /** The declaration that a type's name stands for, exported or not, if it is in the door's package. */
  itemOf(reference: Reference, door: PackageDoor): ApiDeclaredItem | undefined {
    return this.#items.get(`${door.page} ${reference.toString()}`);
  }

  /** What is exported under a name by a door, else by another one of its package, else by any. */
  entryNamed(name: string, specifier?: string): Entry | undefined {
    const all = this.doors.flatMap(({ entries }) => entries).filter((entry) => entry.name === name);
    const found =
      specifier === undefined
        ? all[0]
        : (all.find(({ door }) => door.specifier === specifier) ??
          all.find(({ door }) => door.packageName === specifier));
    return found?.origin ?? found;
  }

  #index({ door, entryPoint }: ExtractedDoor): IndexedDoor {
    const byName = new Map<string, ApiDeclaredItem[]>();
    for (const item of entryPoint.members) {
      if (!(item instanceof ApiDeclaredItem)) continue;
      this.#items.set(`${door.page} ${item.canonicalReference.toString()}`, item);
      if (!ApiExportedMixin.isBaseClassOf(item) || !item.isExported) continue;
      const name = nameOf(item);
      byName.set(name, [...(byName.get(name) ?? []), item]);
    }
    const own = Array.from(byName, ([name, items]) => ({
      name,
      items,
      ...this.#originOf(door, items),
    }));
    const others = reExportsOf(door.declarations).map(({ name, specifier, nameThere }) => {
      const origin = this.entryNamed(nameThere, specifier);
      if (origin === undefined) throw new Error(`${door.specifier}: ${name} comes from nowhere`);
      return { name, items: origin.items, origin };
    });
    const entries = entriesOf(door, [...own, ...others]);
    for (const entry of entries) {
      const [item] = entry.items;
      if (entry.origin === undefined && item)
        this.#origins.set(originKey(door.packageName, item), entry);
    }
    return { door, entries };
  }

  #originOf(door: PackageDoor, items: readonly ApiDeclaredItem[]): { origin?: Entry } {
    const [item] = items;
    const origin = item && this.#origins.get(originKey(door.packageName, item));
    return origin === undefined ? {} : { origin };
  }
}

/** API Extractor numbers what has the name of a global, or of something else in the package. */
function nameOf({ displayName }: ApiDeclaredItem): string {
  return displayName.replace(/_\d+$/u, '');
}

/** What is declared in one file under one name is one thing, whichever door names it. */
function originKey(packageName: string, item: ApiDeclaredItem): string {
  return `${packageName} ${item.fileUrlPath ?? ''} ${nameOf(item)}`;
}

function firstOf<Item, Found>(
  items: readonly Item[],
  find: (item: Item) => Found | undefined,
): Found | undefined {
  for (const item of items) {
    const found = find(item);
    if (found !== undefined) return found;
  }
  return undefined;
}
