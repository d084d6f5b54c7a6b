import fc, { type Arbitrary } from 'fast-check';
import { MAX_BATCH_SIZE, MAX_BODY_BYTES } from './fuzz-api.js';

/** JSON texts, because `JSON.stringify` can't create some of these numbers, escapes and duplicates. */
const oddJson = fc.constantFrom(
  'null',
  'true',
  '-0',
  '1.0',
  '1e2',
  '1.5',
  '1e400',
  '-1e-400',
  '9007199254740991',
  '9007199254740993',
  '123456789012345678901234567890',
  '""',
  '"\\ud800"',
  '"\\u0000\\u2028"',
  '"\u{1F40E}"',
  '[]',
  '[1]',
  '{}',
  '{"__proto__":{"text":"x"}}',
  '{"toJSON":1,"then":2}',
);
const anyJson = fc.oneof(fc.json({ maxDepth: 3 }), oddJson);
const text = fc.string().map((value) => JSON.stringify(value));
const integer = fc.maxSafeInteger().map(String);

const ids = fc.oneof(
  { weight: 6, arbitrary: fc.oneof(text, integer) },
  { weight: 1, arbitrary: anyJson },
);
const methods = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.constantFrom('echo', 'any', 'sum', 'later', 'reject', 'fail').map(quote),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom('none', '', 'rpc.none', 'toString', '__proto__').map(quote),
  },
  { weight: 1, arbitrary: anyJson },
);

/** JSON objects with these members in random order. */
function objectOf(members: readonly Arbitrary<readonly string[]>[]): Arbitrary<string> {
  return fc
    .tuple(...members)
    .map((lists) => lists.flat())
    .chain((list) => fc.shuffledSubarray(list, { minLength: list.length }))
    .map((list) => `{${list.join()}}`);
}

/** A member of a JSON object, which is sometimes missing or repeated. */
function member(name: string, value: Arbitrary<string>): Arbitrary<readonly string[]> {
  const one = value.map((json) => `${quote(name)}:${json}`);
  return fc.oneof(
    { weight: 30, arbitrary: one.map((pair) => [pair]) },
    { weight: 3, arbitrary: fc.constant([]) },
    { weight: 1, arbitrary: fc.tuple(one, one) },
  );
}

const params = fc.oneof(
  {
    weight: 8,
    arbitrary: objectOf([
      member('text', fc.oneof(text, text, anyJson)),
      member('value', anyJson),
      member('a', fc.oneof(integer, anyJson)),
      member('b', fc.oneof(integer, integer, anyJson)),
    ]),
  },
  { weight: 1, arbitrary: anyJson },
);

/** Request objects with this member `method`. */
function callWith(method: Arbitrary<readonly string[]>): Arbitrary<string> {
  return objectOf([
    member('jsonrpc', fc.oneof({ weight: 20, arbitrary: fc.constant('"2.0"') }, anyJson)),
    member('id', ids),
    method,
    member('params', params),
    fc.oneof(
      { weight: 15, arbitrary: fc.constant([]) },
      {
        weight: 1,
        arbitrary: fc.tuple(fc.string(), anyJson).map(([name, json]) => [`${quote(name)}:${json}`]),
      },
    ),
  ]);
}

const call = callWith(member('method', methods));

/** Bodies for the route of a method. They omit `method`, because the path contains its name. */
export const routeBodies: Arbitrary<Uint8Array> = callWith(fc.constant([])).map((value) =>
  utf8(value),
);

const batch = fc
  .array(fc.oneof({ weight: 8, arbitrary: call }, { weight: 1, arbitrary: anyJson }), {
    maxLength: MAX_BATCH_SIZE + 2,
    size: 'max',
  })
  .map((items) => `[${items.join()}]`);

const deep = fc
  .tuple(fc.constantFrom('[]', '{}'), fc.integer({ min: 1, max: 5000 }))
  .map(([brackets, depth]) =>
    brackets === '[]'
      ? `${'['.repeat(depth)}${']'.repeat(depth)}`
      : `${'{"a":'.repeat(depth / 2)}1${'}'.repeat(depth / 2)}`,
  );

const json = fc.oneof(
  { weight: 10, arbitrary: call },
  { weight: 6, arbitrary: batch },
  { weight: 1, arbitrary: anyJson },
  { weight: 1, arbitrary: deep },
);

const utf8 = (value: string): Uint8Array => new TextEncoder().encode(value);

/** Bodies that are valid, mutated or random bytes. */
export const fuzzBodies: Arbitrary<Uint8Array> = fc.oneof(
  { weight: 12, arbitrary: json.map(utf8) },
  { weight: 1, arbitrary: json.map((value) => utf8(`\uFEFF${value}`)) },
  { weight: 1, arbitrary: json.map((value) => utf8(` \t\r\n${value}\n`)) },
  { weight: 3, arbitrary: fc.tuple(json, fc.nat(), fc.nat({ max: 255 })).map(replaceByte) },
  { weight: 1, arbitrary: fc.tuple(json, fc.nat()).map(truncate) },
  { weight: 1, arbitrary: fc.tuple(call, fc.integer({ min: -1, max: 1 })).map(padToLimit) },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 200 }) },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom('', '\uFEFF', '\uFEFF\uFEFF{}', 'NaN', '{}{}', "{'a':1}", '[1,]', '// {}', '\0')
      .map(utf8),
  },
);

function replaceByte([value, position, byte]: readonly [string, number, number]): Uint8Array {
  const bytes = utf8(value);
  bytes[position % bytes.length] = byte;
  return bytes;
}

function truncate([value, position]: readonly [string, number]): Uint8Array {
  const bytes = utf8(value);
  return bytes.subarray(0, position % bytes.length);
}

/** Pads the body with spaces to the size limit plus `difference` bytes. */
function padToLimit([value, difference]: readonly [string, number]): Uint8Array {
  const bytes = utf8(value);
  const padding = Math.max(0, MAX_BODY_BYTES + difference - bytes.length);
  return Buffer.concat([bytes, Buffer.alloc(padding, ' ')]);
}

function quote(name: string): string {
  return JSON.stringify(name);
}
