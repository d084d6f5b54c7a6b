import RandExp from 'randexp';
import { isObject, type JsonObject, listOf } from '../document/json.js';
import type { References } from '../document/references.js';
import { flattenSchema, itemsOf, typesOf, variantsOf } from './flatten-schema.js';

// The module exports the class itself, although its types declare a default export.
const PatternGenerator = RandExp as unknown as typeof RandExp.default;

const MAX_DEPTH = 6;
const MAX_VALUES = 300;

/** Creates a value that fits a schema: an example of the schema, or the simplest value of its type. */
export function sampleOf(schema: unknown, references: References): unknown {
  return new Sampler(references).sample(schema, 0);
}

class Sampler {
  readonly #references: References;
  #values = 0;

  constructor(references: References) {
    this.#references = references;
  }

  sample(schema: unknown, depth: number): unknown {
    const { value } = flattenSchema(schema, this.#references);
    const declared = declaredSample(value);
    if (declared !== undefined) return declared;
    this.#values += 1;
    if (depth > MAX_DEPTH || this.#values > MAX_VALUES) return null;
    const types = typesOf(value);
    const [variant] = preferred(variantsOf(value));
    // The properties beside the alternatives apply to all of them.
    if (variant !== undefined && !types.includes('object')) return this.sample(variant, depth + 1);
    const type = types.find((one) => one !== 'null') ?? types[0];
    if (type === 'object') {
      const own = this.#object(value, depth);
      const other = variant === undefined ? {} : this.sample(variant, depth + 1);
      return isObject(other) ? { ...own, ...other } : own;
    }
    return type === 'array' ? this.#array(value, depth) : scalar(type, value);
  }

  #object(schema: JsonObject, depth: number): JsonObject {
    const properties = isObject(schema['properties']) ? schema['properties'] : {};
    const required = listOf(schema['required'], 100).filter((name) => typeof name === 'string');
    const entries = required.map((name): [string, unknown] => [
      name,
      this.sample(Object.hasOwn(properties, name) ? properties[name] : {}, depth + 1),
    ]);
    return Object.fromEntries(entries);
  }

  #array(schema: JsonObject, depth: number): readonly unknown[] {
    const { first, others } = itemsOf(schema);
    const minimum = Math.min(numberOr(schema['minItems'], first.length > 0 ? 0 : 1), 20);
    const count = first.length > 0 ? Math.max(minimum, 0) : minimum;
    return Array.from({ length: count }, (_, index) =>
      this.sample(first[index] ?? others ?? {}, depth + 1),
    );
  }
}

/** Alternatives with an example or a type, before others such as `null`. */
function preferred(variants: readonly unknown[]): readonly unknown[] {
  const isNull = (one: unknown): boolean => isObject(one) && one['type'] === 'null';
  return variants.toSorted((a, b) => Number(isNull(a)) - Number(isNull(b)));
}

function declaredSample(schema: JsonObject): unknown {
  const candidates = [
    schema['example'],
    ...listOf(schema['examples'], 1),
    schema['default'],
    schema['const'],
    ...listOf(schema['enum'], 1),
  ];
  return candidates.find((one) => one !== undefined);
}

function scalar(type: string | undefined, schema: JsonObject): unknown {
  switch (type) {
    case 'string':
      return text(schema);
    case 'integer':
    case 'number':
      return number(schema, type === 'integer');
    case 'boolean':
      return true;
    case 'null':
      return null;
    default:
      return {};
  }
}

function number(schema: JsonObject, isInteger: boolean): number {
  const step = isInteger ? 1 : 0.5;
  const low = Math.max(
    numberOr(schema['minimum'], -Infinity),
    numberOr(schema['exclusiveMinimum'], -Infinity) + step,
  );
  const high = Math.min(
    numberOr(schema['maximum'], Infinity),
    numberOr(schema['exclusiveMaximum'], Infinity) - step,
  );
  const multiple = numberOr(schema['multipleOf'], 0);
  const value = 1 >= low && 1 <= high ? 1 : low > 1 ? low : high;
  if (multiple > 0) return Math.ceil(value / multiple) * multiple;
  return isInteger ? Math.ceil(value) : value;
}

const FORMATS: Readonly<Record<string, string>> = {
  'date-time': '2026-01-01T12:00:00Z',
  date: '2026-01-01',
  time: '12:00:00Z',
  duration: 'PT1H',
  email: 'user@example.com',
  hostname: 'example.com',
  ipv4: '192.0.2.1',
  ipv6: '2001:db8::1',
  uri: 'https://example.com/',
  uuid: '3fa85f64-5717-4562-b3fc-2c963f66afa6',
};

function text(schema: JsonObject): string {
  const { format, pattern } = schema;
  if (typeof format === 'string' && Object.hasOwn(FORMATS, format)) return FORMATS[format] ?? '';
  const minimum = Math.min(numberOr(schema['minLength'], 0), 1000);
  const maximum = numberOr(schema['maxLength'], Infinity);
  if (typeof pattern === 'string') return fromPattern(pattern) ?? '';
  return 'string'.padEnd(minimum, ' string').slice(0, Math.max(maximum, 0));
}

const MAX_PATTERN = 200;
const MAX_REPEATS = 100;

/** The shortest text that a pattern describes; undefined for one that is too large. */
function fromPattern(pattern: string): string | undefined {
  const repeats = Array.from(pattern.matchAll(/\{(\d+)/g), ([, count]) => Number(count));
  // The product, since repeats may contain others.
  const size = repeats.reduce((product, count) => product * Math.max(count, 1), 1);
  if (pattern.length > MAX_PATTERN || size > MAX_REPEATS) return undefined;
  try {
    const generator = new PatternGenerator(pattern);
    generator.max = 0;
    generator.randInt = (from) => from;
    return generator.gen();
  } catch {
    return undefined;
  }
}

function numberOr(value: unknown, fallback: number): number {
  return typeof value === 'number' && Number.isFinite(value) ? value : fallback;
}
