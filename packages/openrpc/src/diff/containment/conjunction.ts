import type { Conjunction } from './expand.js';
import { dataKey } from './identical.js';
import {
  ALL_TYPES,
  type JsonType,
  type TypeSet,
  typeOfValue,
  typesOfKeyword,
} from './json-types.js';
import { type LocatedSchema, subschema } from '../../document/schema-document.js';

/** Returns the keywords of a schema. A boolean schema has none. */
export function keywordsOf({ schema }: LocatedSchema): Readonly<Record<string, unknown>> {
  return typeof schema === 'boolean' ? {} : schema;
}

/** Returns the types of the values that all schemas accept. */
export function typesOf(all: Conjunction): TypeSet {
  let types = ALL_TYPES;
  for (const one of all) {
    const { type, enum: values, const: value } = keywordsOf(one);
    types = intersect(types, typesOfKeyword(type));
    if (Array.isArray(values)) types = intersect(types, new Set(values.map(typeOfValue)));
    if (value !== undefined) types = intersect(types, new Set([typeOfValue(value)]));
  }
  return types;
}

function intersect(one: TypeSet, other: TypeSet): TypeSet {
  return new Set([...one].filter((type) => other.has(type)));
}

/** Returns all values that can fit, or undefined where they are not listed. */
export function listedValues(all: Conjunction): readonly unknown[] | undefined {
  const lists = all.flatMap((one): readonly (readonly unknown[])[] => {
    const { enum: values, const: value } = keywordsOf(one);
    return [
      ...(Array.isArray(values) ? [values as readonly unknown[]] : []),
      ...(value === undefined ? [] : [[value]]),
    ];
  });
  const types = typesOf(all);
  if (lists.length === 0 && [...types].every((type) => type === 'null' || type === 'boolean')) {
    lists.push([
      ...(types.has('null') ? [null] : []),
      ...(types.has('boolean') ? [true, false] : []),
    ]);
  }
  const [first, ...others] = lists;
  const keys = others.map((list) => new Set(list.map(dataKey)));
  return first?.filter(
    (value) => types.has(typeOfValue(value)) && keys.every((set) => set.has(dataKey(value))),
  );
}

/** Returns the values of a keyword that are numbers. */
export function numbersOf(all: Conjunction, keyword: string): readonly number[] {
  return all.flatMap((one) => {
    const value = keywordsOf(one)[keyword];
    return typeof value === 'number' ? [value] : [];
  });
}

/** Returns the distinct patterns for strings. */
export function patternsOf(all: Conjunction): readonly string[] {
  const patterns = all.map((one) => keywordsOf(one)['pattern']);
  return [...new Set(patterns.filter((pattern) => typeof pattern === 'string'))];
}

/** The elements of an array: the first ones, each with its schema, and the rest. */
export interface ArrayItems {
  readonly prefix: readonly LocatedSchema[];
  readonly rest: LocatedSchema | undefined;
}

export function itemsOf(one: LocatedSchema): ArrayItems {
  const { prefixItems, items, additionalItems } = keywordsOf(one);
  const list = (keyword: string, length: number): readonly LocatedSchema[] =>
    Array.from({ length }, (_, index) => subschema(one, keyword, index));
  if (Array.isArray(items)) {
    const rest = additionalItems === undefined ? undefined : subschema(one, 'additionalItems');
    return { prefix: list('items', items.length), rest };
  }
  const length =
    Array.isArray(prefixItems) && one.document.dialect !== 'draft-07' ? prefixItems.length : 0;
  const rest = items === undefined ? undefined : subschema(one, 'items');
  return { prefix: list('prefixItems', length), rest };
}

/** Returns the schemas of the element at an index. */
export function elementSchemas(all: Conjunction, index: number): readonly LocatedSchema[] {
  return all.flatMap((one) => {
    const { prefix, rest } = itemsOf(one);
    const schema = prefix[index] ?? rest;
    return schema === undefined ? [] : [schema];
  });
}

export interface Range {
  readonly min: number;
  readonly isMinExclusive: boolean;
  readonly max: number;
  readonly isMaxExclusive: boolean;
}

/** Returns the bounds of the numbers. Those of integers are inclusive. */
export function rangeOf(all: Conjunction, types: TypeSet = typesOf(all)): Range {
  const low = Math.max(-Infinity, ...numbersOf(all, 'minimum'));
  const above = Math.max(-Infinity, ...numbersOf(all, 'exclusiveMinimum'));
  const high = Math.min(Infinity, ...numbersOf(all, 'maximum'));
  const under = Math.min(Infinity, ...numbersOf(all, 'exclusiveMaximum'));
  if (!types.has('fraction')) {
    return {
      min: Math.max(Math.ceil(low), Math.floor(above) + 1),
      isMinExclusive: false,
      max: Math.min(Math.floor(high), Math.ceil(under) - 1),
      isMaxExclusive: false,
    };
  }
  return {
    min: Math.max(low, above),
    isMinExclusive: above >= low && above !== -Infinity,
    max: Math.min(high, under),
    isMaxExclusive: under <= high && under !== Infinity,
  };
}

/** Returns the largest lower bound of a length. */
export function atLeast(all: Conjunction, keyword: string): number {
  return Math.max(0, ...numbersOf(all, keyword));
}

/** Returns the smallest upper bound of a length. */
export function atMost(all: Conjunction, keyword: string): number {
  return Math.min(Infinity, ...numbersOf(all, keyword));
}

export function hasOnly(types: TypeSet, type: JsonType): boolean {
  return types.size === 1 && types.has(type);
}
