import { isObject } from '@jsonrpc-kit/openrpc';
import type { MethodGroup, MethodModel } from '../document/api-model.js';
import { flattenSchema, variantsOf } from '../schema/flatten-schema.js';

/**
 * Returns the groups with the methods that contain all words, for example in a name, a member or an error. If
 * no method does, returns those that contain words with a few other letters.
 */
export function searchMethods(
  groups: readonly MethodGroup[],
  query: string,
): readonly MethodGroup[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return groups;
  const exact = filterMethods(groups, (method) => {
    const { text } = indexOf(method);
    return words.every((word) => text.includes(word));
  });
  if (exact.length > 0) return exact;
  return filterMethods(groups, (method) => {
    const { tokens } = indexOf(method);
    return words.every((word) => tokens.some((token) => isMisspelled(word, token)));
  });
}

function filterMethods(
  groups: readonly MethodGroup[],
  accepts: (method: MethodModel) => boolean,
): readonly MethodGroup[] {
  return groups
    .map((group) => ({ ...group, methods: group.methods.filter(accepts) }))
    .filter(({ methods }) => methods.length > 0);
}

interface SearchIndex {
  readonly text: string;
  /** The different words of the text. */
  readonly tokens: readonly string[];
}

const indexes = new WeakMap<MethodModel, SearchIndex>();

function indexOf(method: MethodModel): SearchIndex {
  const known = indexes.get(method);
  if (known !== undefined) return known;
  const { name, summary = '', tags, entrypoint, params, errors } = method;
  // Words in camelCase are found by their parts.
  const parts = name.replace(/([a-z])([A-Z])/g, '$1 $2');
  const inputs = params.map((param) => param.name);
  const failures = errors.flatMap((error) => [error.code, error.name, error.message]);
  const members = memberNames(method);
  const all = [name, parts, summary, entrypoint.name, ...tags, ...inputs, ...members, ...failures];
  const text = all.join(' ').toLowerCase();
  const index = { text, tokens: [...new Set(text.split(/[^\p{L}\p{N}]+/u))] };
  indexes.set(method, index);
  return index;
}

/** How many schemas and names of members of a method are searched. */
const MAX_SCHEMAS = 300;
const MAX_NAMES = 500;

/** Returns the names of the members of params, results and data of errors. */
function memberNames({ params, result, errors, references }: MethodModel): ReadonlySet<string> {
  const names = new Set<string>();
  const pending: unknown[] = [
    ...params.map(({ schema }) => schema),
    result?.schema,
    ...errors.map(({ data }) => data),
  ];
  const visited = new Set<unknown>();
  while (pending.length > 0 && visited.size < MAX_SCHEMAS && names.size < MAX_NAMES) {
    const schema = pending.shift();
    if (!isObject(schema)) continue;
    const { value } = flattenSchema(schema, references);
    if (visited.has(value)) continue;
    visited.add(value);
    const { properties, items, additionalProperties } = value;
    if (isObject(properties)) {
      const some = Object.entries(properties).slice(0, MAX_NAMES);
      for (const [name] of some) names.add(name.slice(0, 100));
      pending.push(...some.map(([, member]) => member));
    }
    pending.push(items, additionalProperties, ...variantsOf(value));
  }
  return names;
}

/** A longer word is not compared, as it would take long. */
const MAX_LENGTH = 40;

/** Whether a word is nearly the beginning of another one. A short word or a code matches too much else. */
function isMisspelled(word: string, token: string): boolean {
  if (word.length < 4 || word.length > MAX_LENGTH || /^-?\d+$/.test(word))
    return token.includes(word);
  const maximum = word.length < 8 ? 1 : 2;
  const lengths = [word.length - 1, word.length, word.length + 1];
  return lengths.some((length) => editDistance(word, token.slice(0, length)) <= maximum);
}

/** Returns how many letters to add, remove, replace or swap to turn one word into the other. */
function editDistance(from: string, to: string): number {
  let [beforeLast, last] = [[0], Array.from({ length: to.length + 1 }, (_, index) => index)];
  for (let i = 1; i <= from.length; i++) {
    const row = [i];
    for (let j = 1; j <= to.length; j++) {
      const isEqual = from[i - 1] === to[j - 1];
      const isSwapped = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1];
      row[j] = Math.min(
        (last[j - 1] ?? 0) + (isEqual ? 0 : 1),
        (last[j] ?? 0) + 1,
        (row[j - 1] ?? 0) + 1,
        isSwapped ? (beforeLast[j - 2] ?? 0) + 1 : Infinity,
      );
    }
    [beforeLast, last] = [last, row];
  }
  return last[to.length] ?? 0;
}
