import { isObject, type JsonSchema } from '../document/json-schema.js';
import {
  arrayExample,
  NO_EXAMPLE,
  objectExample,
  type ValueGenerator,
} from './container-examples.js';
import { mergeSchemas } from './merge-schemas.js';
import { numberExample } from './number-example.js';
import { stringExample } from './string-example.js';

/** Options for `new ExampleGenerator()`. */
export interface ExampleOptions {
  /** Returns the schema that a `$ref` refers to, and a schema without a `$ref` itself. */
  readonly resolve: (schema: JsonSchema) => Readonly<JsonSchema>;
  /**
   * Whether strings are tested with the patterns of their schema. Default: true. With a pattern of a stranger, a test
   * may never end.
   */
  readonly testsPatterns?: boolean;
}

/** Deeper schemas have no example. */
const MAX_DEPTH = 30;

/** How many keywords and members are read for one example. */
const MAX_COST = 100_000;

/**
 * Generates values that fit a schema. Prefers the schema's own examples, then its defaults, then
 * simple values such as `1` and `"string"`. The same schema always has the same example.
 */
export class ExampleGenerator implements ValueGenerator {
  /** Whether a generated value contains the own example of a schema. */
  usedOwnExample = false;
  readonly #resolve: (schema: JsonSchema) => Readonly<JsonSchema>;
  readonly #testsPatterns: boolean;
  #depth = 0;
  #cost = 0;
  /** The schemas that are being generated, to stop at recursive ones. */
  readonly #open: JsonSchema[] = [];

  constructor({ resolve, testsPatterns = true }: ExampleOptions) {
    this.#resolve = resolve;
    this.#testsPatterns = testsPatterns;
  }

  /** Returns a value, or `NO_EXAMPLE` if no value fits or the schema is too large. `nth` selects a different one. */
  generate(schema: unknown, nth = 0): unknown {
    if (!isObject(schema)) return schema === false ? NO_EXAMPLE : 'string';
    if (this.#depth === 0) this.#cost = 0;
    if (this.#depth > MAX_DEPTH) return NO_EXAMPLE;
    const opened = this.#open.length;
    this.#depth++;
    // Generating the nth value takes longer than the first one.
    this.#cost += 1 + nth;
    const merged = this.#merge(schema);
    const value = merged === undefined ? NO_EXAMPLE : this.#generateMerged(merged, nth);
    this.#depth--;
    this.#open.length = opened;
    return value;
  }

  hasOwnValue(schema: unknown): boolean {
    return isObject(schema) && ownValue(this.#resolve(schema)) !== undefined;
  }

  /** Merges references and intersections into one schema; undefined if the schema is recursive. */
  #merge(schema: JsonSchema): JsonSchema | undefined {
    const { properties } = schema;
    this.#cost +=
      Object.keys(schema).length + (isObject(properties) ? Object.keys(properties).length : 0);
    if (this.#cost > MAX_COST) return undefined;
    const { $ref, allOf, ...own } = schema;
    const schemas = Array.isArray(allOf) ? allOf.filter(isObject) : [];
    const parts = schemas.map((part) => this.#merge(part));
    if (typeof $ref === 'string') {
      const target = this.#resolve(schema);
      if (this.#open.includes(target)) return undefined;
      if (target !== schema) {
        this.#open.push(target);
        parts.push(this.#merge(target));
      }
    }
    return parts.reduce<JsonSchema | undefined>(
      (merged, part) => merged && part && mergeSchemas(merged, part),
      mergeSchemas(own, {}),
    );
  }

  #generateMerged(schema: JsonSchema, nth: number): unknown {
    const own = nth === 0 ? ownValue(schema) : undefined;
    if (own !== undefined) {
      this.usedOwnExample ||= own.isExample;
      return own.value;
    }
    if ('const' in schema) return schema['const'];
    const { enum: values } = schema;
    if (Array.isArray(values)) {
      const allowed = values.filter((value) => !isExcluded(value, schema));
      return allowed.length === 0 ? NO_EXAMPLE : allowed[nth % allowed.length];
    }
    if (Array.isArray(schema['anyOf'])) return this.#generateOption(schema, 'anyOf', nth);
    if (Array.isArray(schema['oneOf'])) return this.#generateOption(schema, 'oneOf', nth);
    return this.#generateType(schema, nth);
  }

  /** Returns the first option with an example, starting with the `nth`. */
  #generateOption(schema: JsonSchema, keyword: 'anyOf' | 'oneOf', nth: number): unknown {
    const { [keyword]: value, ...rest } = schema;
    // Null only without an alternative.
    const options = (value as readonly unknown[]).toSorted(
      (one, other) => Number(isNull(one)) - Number(isNull(other)),
    );
    for (let index = 0; index < options.length; index++) {
      const option = options[(index + nth) % options.length];
      const example = this.generate({ ...rest, allOf: [option] }, Math.floor(nth / options.length));
      if (example !== NO_EXAMPLE) return example;
    }
    return NO_EXAMPLE;
  }

  #generateType(schema: JsonSchema, nth: number): unknown {
    switch (typeOf(schema)) {
      case 'object':
        return objectExample(schema, nth, this);
      case 'array':
        return arrayExample(schema, nth, this);
      case 'string':
        return nthAllowed(schema, nth, (number) =>
          stringExample(schema, number, this.#testsPatterns),
        );
      case 'integer':
      case 'number':
        return nthAllowed(schema, nth, (number) => numberExample(schema, number));
      case 'boolean':
        return nthAllowed(schema, nth, (number) => number % 2 === 0);
      case 'null':
        return null;
      default:
        return NO_EXAMPLE;
    }
  }
}

function isNull(schema: unknown): boolean {
  return isObject(schema) && schema['type'] === 'null';
}

function ownValue({
  examples,
  example,
  ...schema
}: JsonSchema): { readonly value: unknown; readonly isExample: boolean } | undefined {
  if (Array.isArray(examples) && examples.length > 0) {
    return { value: examples[0], isExample: true };
  }
  if (example !== undefined) return { value: example, isExample: true };
  return 'default' in schema ? { value: schema['default'], isExample: false } : undefined;
}

/** Returns the nth generated value that `not` does not exclude. */
function nthAllowed(
  schema: JsonSchema,
  nth: number,
  generate: (number: number) => unknown,
): unknown {
  let remaining = nth;
  let last: unknown;
  for (let number = 0; number < nth + 20; number++) {
    const value = generate(number);
    if (isExcluded(value, schema)) continue;
    last = value;
    if (remaining-- === 0) break;
  }
  return last ?? generate(nth);
}

/** Returns whether the `not` of a schema lists the value. */
function isExcluded(value: unknown, { not }: JsonSchema): boolean {
  return isObject(not) && lists(not, JSON.stringify(value));
}

function lists(schema: JsonSchema, text: string): boolean {
  const { const: constant, enum: values, anyOf } = schema;
  if ('const' in schema && JSON.stringify(constant) === text) return true;
  if (Array.isArray(values) && values.some((value) => JSON.stringify(value) === text)) return true;
  return Array.isArray(anyOf) && anyOf.some((option) => isObject(option) && lists(option, text));
}

const TYPE_HINTS: readonly (readonly [type: string, keywords: readonly string[]])[] = [
  ['object', ['properties', 'required', 'additionalProperties', 'propertyNames', 'minProperties']],
  ['array', ['items', 'prefixItems', 'minItems', 'maxItems', 'uniqueItems']],
  ['number', ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf']],
];

/** Returns the type of the example: null only without an alternative; undefined if none is possible. */
function typeOf(schema: JsonSchema): string | undefined {
  const { type, not } = schema;
  if (
    (isObject(not) && Object.keys(not).length === 0) ||
    (Array.isArray(type) && type.length === 0)
  )
    return undefined;
  const types = [type].flat().filter((one) => typeof one === 'string');
  const declared = types.find((one) => one !== 'null') ?? types[0];
  const hinted = TYPE_HINTS.find(([, keywords]) => keywords.some((one) => one in schema))?.[0];
  return declared ?? hinted ?? 'string';
}
