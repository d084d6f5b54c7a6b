import { isObject } from '@jsonrpc-kit/openrpc';
import { type JsonObject, listOf, shortJson, textOf } from '../document/json.js';
import type { References } from '../document/references.js';
import { flattenSchema, itemsOf, typesOf, variantsOf } from './flatten-schema.js';
import type { JsonCursor } from './json-cursor.js';
import { sampleOf } from './sample.js';
import { typeLabel } from './type-label.js';

/** Something that can be written at a position of a JSON text. */
export interface Suggestion {
  readonly label: string;
  /** The text to insert. */
  readonly text: string;
  readonly detail: string;
  readonly info: string | undefined;
}

const MAX_SCHEMAS = 100;
const MAX_SUGGESTIONS = 100;

/** Suggests names or values that the schema allows at a position. */
export function suggest(
  schema: unknown,
  cursor: JsonCursor,
  references: References,
): readonly Suggestion[] {
  const suggestions = new Map<string, Suggestion>();
  for (const one of schemasAt(schema, cursor.path, references)) {
    // If several alternatives suggest the same name, the first one is used.
    const used = new Set([...cursor.names, ...suggestions.keys()]);
    const own = cursor.kind === 'name' ? names(one, used, references) : values(one);
    for (const suggestion of own) {
      if (!suggestions.has(suggestion.label)) suggestions.set(suggestion.label, suggestion);
    }
    if (suggestions.size >= MAX_SUGGESTIONS) break;
  }
  return [...suggestions.values()].slice(0, MAX_SUGGESTIONS);
}

/** The schemas that apply to the value at a path: several if there are alternatives. */
function schemasAt(
  schema: unknown,
  path: JsonCursor['path'],
  references: References,
): readonly JsonObject[] {
  let schemas = expand([schema], references);
  for (const step of path) {
    schemas = expand(
      schemas.flatMap((one) => child(one, step)),
      references,
    );
  }
  return schemas;
}

/** Replaces unions by their alternatives. */
function expand(schemas: readonly unknown[], references: References): readonly JsonObject[] {
  const expanded: JsonObject[] = [];
  const pending = [...schemas];
  while (pending.length > 0 && expanded.length < MAX_SCHEMAS) {
    const { value } = flattenSchema(pending.shift(), references);
    expanded.push(value);
    pending.push(...variantsOf(value));
  }
  return expanded;
}

function child(schema: JsonObject, step: string | number): readonly unknown[] {
  if (typeof step === 'number') {
    const { first, others } = itemsOf(schema);
    return [first[step] ?? others].filter(isObject);
  }
  const { properties, additionalProperties } = schema;
  if (isObject(properties) && Object.hasOwn(properties, step)) return [properties[step]];
  return isObject(additionalProperties) ? [additionalProperties] : [];
}

function names(
  schema: JsonObject,
  used: ReadonlySet<string>,
  references: References,
): readonly Suggestion[] {
  if (!isObject(schema['properties'])) return [];
  const required = new Set(listOf(schema['required']));
  return Object.entries(schema['properties'])
    .filter(([name]) => !used.has(name))
    .slice(0, MAX_SUGGESTIONS)
    .map(([name, property]) => ({
      label: name,
      text: `${JSON.stringify(name)}: ${JSON.stringify(sampleOf(property, references))}`,
      detail: `${typeLabel(property, references)}${required.has(name) ? ', required' : ''}`,
      info: textOf(flattenSchema(property, references).value['description'], 500),
    }));
}

function values(schema: JsonObject): readonly Suggestion[] {
  const info = textOf(schema['description'], 500);
  const toSuggestion =
    (detail: string) =>
    (value: unknown): Suggestion => {
      const text = JSON.stringify(value) ?? 'null';
      return { label: shortJson(value, 80), text, detail, info };
    };
  const types = typesOf(schema);
  return [
    ...listOf(schema['enum'], MAX_SUGGESTIONS).map(toSuggestion('')),
    ...('const' in schema ? [schema['const']] : []).map(toSuggestion('constant')),
    ...('default' in schema ? [schema['default']] : []).map(toSuggestion('default')),
    ...listOf(schema['examples'], 20).map(toSuggestion('example')),
    ...(types.includes('boolean') ? [true, false] : []).map(toSuggestion('')),
    ...(types.includes('null') ? [null] : []).map(toSuggestion('')),
  ];
}
