import { isJsonSchema, type JsonSchema } from '../json-schema/json-schema.js';
import { exampleArray } from './example-array.js';
import { exampleNumber } from './example-number.js';
import { exampleObject } from './example-object.js';
import { exampleString } from './example-string.js';
import { isForbidden } from './forbidden.js';
import { type Maker, NO_EXAMPLE } from './maker.js';
import { mergeSchemas } from './merge-schemas.js';
import { type JsonType, typeOf } from './type-of.js';

/** Makes values that fit a schema; the schemas' own examples come first, then their defaults. */
export class ExampleMaker implements Maker {
  /** Whether a schema's own example was taken. */
  tookExample = false;
  readonly #resolve: (schema: JsonSchema) => JsonSchema;
  /** What is being made: a schema within itself is not made again. */
  readonly #open: JsonSchema[] = [];

  /** @param resolve what a schema refers to; itself where it refers to nothing */
  constructor(resolve: (schema: JsonSchema) => JsonSchema) {
    this.#resolve = resolve;
  }

  make(schema: unknown, nth = 0): unknown {
    if (!isJsonSchema(schema)) return schema === false ? NO_EXAMPLE : 'string';
    const opened = this.#open.length;
    const plain = this.#plain(schema);
    const made = plain === undefined ? NO_EXAMPLE : this.#makePlain(plain, nth);
    this.#open.length = opened;
    return made;
  }

  brings(schema: unknown): boolean {
    return isJsonSchema(schema) && broughtBy(this.#resolve(schema)) !== undefined;
  }

  /** Without references and intersections; undefined where it is in itself. */
  #plain(schema: JsonSchema): JsonSchema | undefined {
    const { $ref, allOf, ...own } = schema;
    const parts = Array.isArray(allOf) ? allOf.filter(isJsonSchema) : [];
    const plain = parts.map((part) => this.#plain(part));
    if (typeof $ref === 'string') {
      const target = this.#resolve(schema);
      if (this.#open.includes(target)) return undefined;
      if (target !== schema) {
        this.#open.push(target);
        plain.push(this.#plain(target));
      }
    }
    return plain.reduce<JsonSchema | undefined>(
      (merged, part) => merged && part && mergeSchemas(merged, part),
      mergeSchemas(own, {}),
    );
  }

  #makePlain(schema: JsonSchema, nth: number): unknown {
    const brought = nth === 0 ? broughtBy(schema) : undefined;
    if (brought !== undefined) {
      this.tookExample ||= brought.isExample;
      return brought.value;
    }
    if ('const' in schema) return schema['const'];
    const { enum: values, anyOf, oneOf } = schema;
    if (Array.isArray(values)) return nthOf(values, schema, nth);
    if (Array.isArray(anyOf)) return this.#makeOption(schema, 'anyOf', anyOf, nth);
    if (Array.isArray(oneOf)) return this.#makeOption(schema, 'oneOf', oneOf, nth);
    return this.#makeTyped(schema, typeOf(schema), nth);
  }

  /** The first option that has an example, beginning with the `nth`. */
  #makeOption(
    schema: JsonSchema,
    keyword: 'anyOf' | 'oneOf',
    options: readonly unknown[],
    nth: number,
  ): unknown {
    const { [keyword]: _, ...rest } = schema;
    for (let index = 0; index < options.length; index++) {
      const option = options[(index + nth) % options.length];
      const made = this.make({ ...rest, allOf: [option] }, Math.floor(nth / options.length));
      if (made !== NO_EXAMPLE) return made;
    }
    return NO_EXAMPLE;
  }

  #makeTyped(schema: JsonSchema, type: JsonType, nth: number): unknown {
    switch (type) {
      case 'never':
        return NO_EXAMPLE;
      case 'object':
        return exampleObject(schema, this, nth);
      case 'array':
        return exampleArray(schema, this, nth);
      case 'string':
        return nthAllowed(schema, nth, (number) => exampleString(schema, number));
      case 'integer':
      case 'number':
        return nthAllowed(schema, nth, (number) => exampleNumber(schema, number));
      case 'boolean':
        return nthAllowed(schema, nth, (number) => number % 2 === 0);
      case 'null':
        return null;
    }
  }
}

function broughtBy({
  examples,
  example,
  ...schema
}: JsonSchema): { readonly value: unknown; readonly isExample: boolean } | undefined {
  if (Array.isArray(examples) && examples.length > 0)
    return { value: examples[0], isExample: true };
  if (example !== undefined) return { value: example, isExample: true };
  return 'default' in schema ? { value: schema['default'], isExample: false } : undefined;
}

function nthOf(values: readonly unknown[], schema: JsonSchema, nth: number): unknown {
  const allowed = values.filter((value) => !isForbidden(value, schema));
  return allowed.length === 0 ? NO_EXAMPLE : allowed[nth % allowed.length];
}

/** Of what is made by number, that which no `not` forbids. */
function nthAllowed(schema: JsonSchema, nth: number, make: (number: number) => unknown): unknown {
  let left = nth;
  let last: unknown;
  for (let number = 0; number < nth + 20; number++) {
    const value = make(number);
    if (isForbidden(value, schema)) continue;
    last = value;
    if (left-- === 0) break;
  }
  return last ?? make(nth);
}
