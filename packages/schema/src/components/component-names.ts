import type { StandardSchemaV1 } from '@standard-schema/spec';
import { groupBy } from '../group-by.js';

/** Options of {@link componentName}. */
export interface ComponentNameOptions {
  /** A prefix, such as `bank`, for the case that two schemas have the same name. */
  readonly module?: string | undefined;
}

const namesOfSchemas = new WeakMap<object, readonly string[]>();

/**
 * Creates a component with a fixed name for a schema. API schemas refer to this component wherever
 * the schema is used; within other schemas this works with valibot and zod.
 *
 * ```ts
 * export const Account = componentName('Account', v.object({ … }), { module: 'bank' });
 * ```
 *
 * If the schema differs between results and parameters, due to defaults or transforms, parameters
 * refer to `Account.Input`. Generating a document fails if two different schemas have the same full
 * name.
 *
 * @returns the schema itself
 * @throws TypeError if the name has invalid characters, or the schema already has another name
 */
export function componentName<Schema extends StandardSchemaV1>(
  name: string,
  schema: Schema,
  options: ComponentNameOptions = {},
): Schema {
  const { module } = options;
  for (const part of module === undefined ? [name] : [name, module]) checkCharacters(name, part);
  const names = module === undefined ? [name] : [name, `${module}.${name}`];
  const existing = namesOfSchemas.get(schema);
  if (existing !== undefined && existing.join() !== names.join()) {
    throw new TypeError(
      `componentName("${names.at(-1)}"): the schema is already named "${existing.at(-1)}". ` +
        'Name a schema only once.',
    );
  }
  namesOfSchemas.set(schema, names);
  return schema;
}

function checkCharacters(name: string, part: string): void {
  if (/^[\w.-]+$/.test(part)) return;
  throw new TypeError(
    `componentName(${JSON.stringify(name)}): ${JSON.stringify(part)} has invalid characters. ` +
      'Use only letters, digits, ".", "_" and "-".',
  );
}

/** Returns the names given by {@link componentName}, from short to full. */
export function fixedNames(schema: object): readonly string[] | undefined {
  return namesOfSchemas.get(schema);
}

/**
 * Converts a text to a valid component name, in which only letters, digits, `.`, `_` and `-` are
 * allowed. Other characters become their hexadecimal code, such as `_x2F_`. Different texts always
 * have different names.
 */
export function escapeComponentName(text: string): string {
  return text
    .replaceAll(/_(?=x[0-9A-F])/g, escapeCharacter)
    .replaceAll(/[^\w.-]/g, escapeCharacter);
}

/** Escapes a UTF-16 code unit, since a text may contain half of a surrogate pair. */
function escapeCharacter(character: string): string {
  return `_x${character.charCodeAt(0).toString(16).toUpperCase()}_`;
}

/** An item that needs a unique name. */
export interface NamedItem {
  /** Candidates, from short to full. */
  readonly names: readonly string[];
  /** Whether the application has chosen the full name, so that no number may be appended. */
  readonly isFixed: boolean;
  /** A description of the item, for error messages. */
  readonly where: string;
}

/**
 * Allocates the shortest name of every item, and a longer one where several items share a name. Numbers the
 * items whose full names are equal.
 *
 * @param fineNames false: uses the full names only
 * @throws TypeError if two fixed full names are equal; the message names both items
 */
export function allocateNames<Item extends NamedItem>(
  items: readonly Item[],
  fineNames: boolean,
): ReadonlyMap<Item, string> {
  const levels = new Map(items.map((item) => [item, fineNames ? 0 : item.names.length - 1]));
  const levelOf = (item: Item): number => levels.get(item) ?? 0;
  const nameOf = (item: Item): string => item.names[levelOf(item)] ?? '';
  const hasLongerName = (item: Item): boolean => levelOf(item) < item.names.length - 1;
  for (;;) {
    const shared = [...groupBy(items, nameOf).values()].filter((group) => group.length > 1);
    const extendable = shared.flat().filter(hasLongerName);
    if (extendable.length === 0) break;
    for (const item of extendable) levels.set(item, levelOf(item) + 1);
  }
  return numberDuplicates(groupBy(items, nameOf));
}

/** Maps each item to the first one with an equal content and the same name, before names are allocated. */
export function mergeEqual<Item extends NamedItem>(
  items: Iterable<Item>,
  fineNames: boolean,
  contentOf: (item: Item) => unknown,
): ReadonlyMap<Item, Item> {
  const merged = new Map<Item, Item>();
  const firsts = new Map<string, Item>();
  for (const item of items) {
    const key = JSON.stringify([item.names.at(fineNames ? 0 : -1), contentOf(item)]);
    const first = firsts.get(key) ?? item;
    firsts.set(key, first);
    merged.set(item, first);
  }
  return merged;
}

function numberDuplicates<Item extends NamedItem>(
  groups: ReadonlyMap<string, readonly Item[]>,
): ReadonlyMap<Item, string> {
  const names = new Map<Item, string>();
  for (const [name, group] of groups) {
    const [first, ...others] = group.toSorted((a, b) => Number(b.isFixed) - Number(a.isFixed));
    if (first === undefined) continue;
    names.set(first, name);
    for (const other of others) {
      if (other.isFixed) throw duplicateName(name, first, other);
      const used = new Set(names.values());
      let number = 2;
      while (groups.has(`${name}-${number}`) || used.has(`${name}-${number}`)) number++;
      names.set(other, `${name}-${number}`);
    }
  }
  return names;
}

function duplicateName(name: string, first: NamedItem, second: NamedItem): TypeError {
  return new TypeError(
    `componentName("${name}"): two different schemas have this name, one in ${first.where} and ` +
      `one in ${second.where}. Give one of them another name or module.`,
  );
}
