import type { JsonSchema } from '../json-schema/json-schema.js';
import { textsFor } from './match-pattern.js';

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

/** A string that fits, as well as can be; `nth` asks for another one. */
export function exampleString(schema: JsonSchema, nth: number): string {
  const known = knownTexts(schema);
  const words = [0, nth].map((number) =>
    fitted(number === 0 ? 'string' : `string${number + 1}`, schema),
  );
  const fitting = new Set<string>();
  for (const text of candidates(schema, [...known, ...words])) {
    if (fits(text, schema)) fitting.add(text);
    if (fitting.size > nth) break;
  }
  return [...fitting].at(nth) ?? [...fitting].at(-1) ?? known[0] ?? words[0] ?? '';
}

function* candidates(schema: JsonSchema, texts: readonly string[]): Generator<string> {
  yield* texts;
  const least = numberOr(schema['minLength'], 0);
  const patterns = patternsOf(schema);
  // One pattern may ask for the beginning, and another for the end.
  const shortest = patterns.flatMap((pattern) => textsFor(pattern, least).next().value ?? []);
  yield shortest.join('');
  yield shortest.join('string');
  for (const pattern of patterns) yield* textsFor(pattern, least);
  // A pattern may leave the end open.
  for (let number = 2; number < 10; number++) yield `${shortest.join('')}${number}`;
}

function knownTexts({ format, contentEncoding }: JsonSchema): readonly string[] {
  const name = typeof format === 'string' ? format : contentEncoding === 'base64' ? 'byte' : '';
  return (Object.hasOwn(FORMATS, name) ? FORMATS[name] : undefined) ?? [];
}

/** All of them hold; see mergeSchemas(). */
function patternsOf({ patterns = [] }: JsonSchema): readonly string[] {
  return patterns as string[];
}

/** The plain word in the length that is asked for. */
function fitted(word: string, schema: JsonSchema): string {
  const least = numberOr(schema['minLength'], 0);
  const most = numberOr(schema['maxLength'], Infinity);
  const length = Math.min(Math.max(word.length, least), most);
  // From the end, where one word differs from the next.
  return word.repeat(Math.ceil(length / word.length)).slice(-length || Infinity);
}

function fits(text: string, schema: JsonSchema): boolean {
  const length = Array.from(text).length;
  if (length < numberOr(schema['minLength'], 0)) return false;
  if (length > numberOr(schema['maxLength'], Infinity)) return false;
  return patternsOf(schema).every((pattern) => matches(pattern, text));
}

function matches(pattern: string, text: string): boolean {
  try {
    return new RegExp(pattern, 'u').test(text);
  } catch {
    // Not every library keeps to what this flag allows.
    return new RegExp(pattern).test(text);
  }
}

function numberOr(value: unknown, otherwise: number): number {
  return typeof value === 'number' ? value : otherwise;
}
