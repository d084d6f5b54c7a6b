import RandExp from 'randexp';
import type { JsonSchema } from '../document/json-schema.js';

// The module exports the class itself, although its types declare a default export.
const PatternGenerator = RandExp as unknown as typeof RandExp.default;

const FORMATS: Readonly<Record<string, readonly string[]>> = {
  'date-time': ['2025-01-01T12:00:00Z', '2025-01-02T12:00:00Z'],
  date: ['2025-01-01', '2025-01-02'],
  time: ['12:00:00Z', '13:00:00Z'],
  duration: ['PT1H', 'PT2H'],
  email: ['user@example.com', 'other@example.com'],
  'idn-email': ['user@example.com', 'other@example.com'],
  hostname: ['example.com', 'example.org'],
  'idn-hostname': ['example.com', 'example.org'],
  ipv4: ['192.0.2.1', '192.0.2.2'],
  ipv6: ['2001:db8::1', '2001:db8::2'],
  uri: ['https://example.com/', 'https://example.org/'],
  'uri-reference': ['/path', '/other'],
  iri: ['https://example.com/', 'https://example.org/'],
  'iri-reference': ['/path', '/other'],
  uuid: ['3fa85f64-5717-4562-b3fc-2c963f66afa6', '7c9e6679-7425-40de-944b-e07fc1f90ae7'],
  'json-pointer': ['/member', '/other'],
  'relative-json-pointer': ['1/member', '1/other'],
  regex: ['^a', '^b'],
  byte: ['c3RyaW5n', 'b3RoZXI='],
};

/**
 * Generates a string that fits the schema, if one is found; `nth` selects a different one.
 *
 * @param testsPatterns whether texts are tested with the patterns of the schema
 */
export function stringExample(schema: JsonSchema, nth: number, testsPatterns: boolean): string {
  const known = formatExamples(schema);
  if (!testsPatterns && known.length === 0 && patternsOf(schema).length > 0) {
    const texts = patternsOf(schema).flatMap((pattern) => matches(pattern, 0).next().value ?? []);
    return texts.join('');
  }
  const words = [0, nth].map((number) =>
    withLength(number === 0 ? 'string' : `string${number + 1}`, schema),
  );
  const fitting = new Set<string>();
  for (const text of candidates(schema, [...known, ...words])) {
    if (!testsPatterns || fits(text, schema)) fitting.add(text);
    if (fitting.size > nth) break;
  }
  return [...fitting].at(nth) ?? [...fitting].at(-1) ?? known[0] ?? words[0] ?? '';
}

function* candidates(schema: JsonSchema, texts: readonly string[]): Generator<string> {
  yield* texts;
  const minLength = numberOr(schema['minLength'], 0);
  const patterns = patternsOf(schema);
  // One pattern may require a prefix and another one a suffix.
  const shortest = patterns.flatMap((pattern) => matches(pattern, minLength).next().value ?? []);
  yield shortest.join('');
  yield shortest.join('string');
  for (const pattern of patterns) yield* matches(pattern, minLength);
  // A pattern may allow any suffix.
  for (let number = 2; number < 10; number++) yield `${shortest.join('')}${number}`;
}

function formatExamples({ format, contentEncoding }: JsonSchema): readonly string[] {
  const name = typeof format === 'string' ? format : contentEncoding === 'base64' ? 'byte' : '';
  return (Object.hasOwn(FORMATS, name) ? FORMATS[name] : undefined) ?? [];
}

/** `mergeSchemas()` collects the patterns that apply to one string in `patterns`. */
function patternsOf({ patterns = [] }: JsonSchema): readonly string[] {
  return patterns as string[];
}

function withLength(word: string, schema: JsonSchema): string {
  const minimum = Math.min(numberOr(schema['minLength'], 0), MAX_LENGTH);
  const maximum = numberOr(schema['maxLength'], Infinity);
  const length = Math.min(Math.max(word.length, minimum), maximum);
  // Cut at the start, since the words differ at their ends.
  return word.repeat(Math.ceil(length / word.length)).slice(-length || Infinity);
}

function fits(text: string, schema: JsonSchema): boolean {
  const length = Array.from(text).length;
  if (length < numberOr(schema['minLength'], 0)) return false;
  if (length > numberOr(schema['maxLength'], Infinity)) return false;
  return patternsOf(schema).every((pattern) => compile(pattern).test(text));
}

function compile(pattern: string): RegExp {
  try {
    return new RegExp(pattern, 'u');
  } catch {
    // Some libraries emit patterns that are invalid with this flag.
    return new RegExp(pattern);
  }
}

function numberOr(value: unknown, fallback: number): number {
  return typeof value === 'number' ? value : fallback;
}

const MAX_ATTEMPTS = 60;

/** Longer texts are not generated, even if a schema requires them. */
const MAX_LENGTH = 1_000;

/** How many repetitions a pattern may describe. */
const MAX_REPEATS = 10_000;

/** The product of all counts, since a repetition may contain others. */
function repeatsOf(pattern: string): number {
  const counts = Array.from(pattern.matchAll(/\{(\d+)(?:,(\d+))?/g), ([, least, most]) =>
    Math.max(Number(most ?? least), 1),
  );
  return counts.reduce((product, count) => product * count, 1);
}

/** The maximum for `*` and `+`, recognizable since no character class is as large. */
const UNBOUNDED = 100_003;

/**
 * Generates strings that may match a pattern: first the shortest one, then strings of about the
 * minimum length, in a reproducible order. Ignores look-aheads and `\p{…}`, so check the result.
 */
function* matches(pattern: string, minLength: number): Generator<string> {
  if (pattern.length > MAX_LENGTH || repeatsOf(pattern) > MAX_REPEATS) return;
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    let text: string;
    try {
      const generator = new PatternGenerator(pattern);
      generator.max = UNBOUNDED;
      generator.randInt = attempt === 0 ? (from) => from : choose(attempt, minLength);
      text = generator.gen();
    } catch {
      return;
    }
    yield text;
  }
}

function choose(attempt: number, minLength: number): (from: number, to: number) => number {
  const random = seededRandom(attempt);
  const repeats = [minLength, minLength - 1, minLength - 2, Math.ceil(minLength / 2), attempt];
  return (from, to) => {
    if (to - from !== UNBOUNDED) return from + Math.floor(random() * (to - from + 1));
    return from + Math.max(0, repeats[(attempt - 1) % repeats.length] ?? 0);
  };
}

/** A linear congruential generator, with the constants of Numerical Recipes. */
function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
