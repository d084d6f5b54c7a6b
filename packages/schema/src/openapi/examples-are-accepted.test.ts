import { Api, Entrypoint, params, type ParamStructure } from '@jsonrpc-kit/core';
import fc from 'fast-check';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { post } from '../../test/exchange.js';
import { nastyApi } from '../../test/nasty-api.js';
import { openapi } from './openapi.js';
import type { OpenApiDocument } from './openapi-document.js';

const TOKEN = { authorization: 'Bearer token', 'x-key': 'key', 'x-tenant': 'me', cookie: 'sid=1' };

/** Sends the example of each operation to the server, as a page would. */
async function sendExamples(api: Api, document: OpenApiDocument): Promise<unknown[]> {
  const answers: unknown[] = [];
  for (const [path, { post: operation }] of Object.entries(document.paths)) {
    const { example, examples = {} } = operation.requestBody.content['application/json'];
    const all = [example, ...Object.values(examples).map(({ value }) => value)];
    for (const message of all.filter((one) => one !== undefined)) {
      const { status, json } = await post(api, path, message, TOKEN);
      answers.push({ path, message, status, answer: json });
    }
  }
  return answers;
}

test('the examples of every operation of a nasty application are right calls', async () => {
  const api = nastyApi();
  const answers = await sendExamples(api, openapi(api));
  expect(answers.length).toBeGreaterThan(25);
  for (const sent of answers as { path: string; answer: unknown; status: number }[]) {
    // It takes another credential, and the examples by hand of the other are incomplete.
    if (sent.path.endsWith('/basic') || sent.path.endsWith('/everything')) continue;
    expect(sent).toMatchObject({ status: 200 });
    for (const answer of [sent.answer].flat()) {
      expect(answer).toHaveProperty('result');
    }
  }
});

const leaves = {
  text: v.string(),
  short: v.pipe(v.string(), v.minLength(3), v.maxLength(4)),
  email: v.pipe(v.string(), v.email()),
  uuid: v.pipe(v.string(), v.uuid()),
  day: v.pipe(v.string(), v.isoDate()),
  moment: v.pipe(v.string(), v.isoTimestamp(), v.toDate()),
  url: v.pipe(v.string(), v.url()),
  address: v.pipe(v.string(), v.ipv4()),
  code: v.pipe(v.string(), v.regex(/^[A-Z]{3}-\d{4}$/)),
  ends: v.pipe(v.string(), v.startsWith('a'), v.endsWith('z')),
  digits: v.pipe(v.string(), v.digits()),
  color: v.pipe(v.string(), v.hexColor()),
  ulid: v.pipe(v.string(), v.ulid()),
  other: v.pipe(v.string(), v.notValue('string')),
  option: v.picklist(['a', 'b']),
  constant: v.literal('x'),
  number: v.number(),
  atLeast: v.pipe(v.number(), v.integer(), v.minValue(5)),
  share: v.pipe(v.number(), v.gtValue(0), v.ltValue(1)),
  multiple: v.pipe(v.number(), v.multipleOf(7), v.maxValue(-10)),
  whole: v.pipe(v.number(), v.safeInteger()),
  flag: v.boolean(),
  nothing: v.null(),
  anything: v.unknown(),
} satisfies Record<string, v.GenericSchema>;

const key = v.pipe(v.string(), v.maxLength(6));

const nodes = {
  optional: (a) => v.optional(a),
  nullable: (a) => v.nullable(a),
  list: (a) => v.array(a),
  several: (a) => v.pipe(v.array(a), v.minLength(2)),
  record: (a) => v.record(key, a),
  union: (a, b) => v.union([a, b]),
  tuple: (a, b) => v.tuple([a, b]),
  object: (a, b) => v.strictObject({ a, b }),
  both: (a, b) => v.intersect([v.object({ a }), v.object({ b: v.optional(b) })]),
} satisfies Record<string, (a: v.GenericSchema, b: v.GenericSchema) => v.GenericSchema>;

/** How to make a schema, so that a failing test can be read. */
type Recipe = keyof typeof leaves | readonly [keyof typeof nodes, Recipe, Recipe];

function schemaOf(recipe: Recipe): v.GenericSchema {
  if (typeof recipe === 'string') return leaves[recipe];
  const [kind, a, b] = recipe;
  return nodes[kind](schemaOf(a), schemaOf(b));
}

const anyRecipe: fc.Arbitrary<Recipe> = fc.letrec<{ recipe: Recipe }>((tie) => ({
  recipe: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom(...(Object.keys(leaves) as (keyof typeof leaves)[])),
    fc.tuple(
      fc.constantFrom(...(Object.keys(nodes) as (keyof typeof nodes)[])),
      tie('recipe'),
      tie('recipe'),
    ),
  ),
})).recipe;

test('the example of any parameters is a right call', async () => {
  const structure = fc.constantFrom<ParamStructure>('by-name', 'by-position', 'either');
  const args = fc.dictionary(fc.constantFrom('a', 'b', 'c'), anyRecipe, { noNullPrototype: true });
  await fc.assert(
    fc.asyncProperty(args, structure, async (recipes, paramStructure) => {
      const sources = Object.fromEntries(
        Object.entries(recipes).map(([name, recipe]) => [name, schemaOf(recipe)]),
      );
      const entrypoint = new Entrypoint('/rpc');
      entrypoint.method('by-each', { args: sources, paramStructure }, () => 'called');
      const whole = params(v.object(sources) as v.GenericSchema);
      entrypoint.method('by-whole', { args: { whole } }, () => 'called');
      const api = new Api().bindEntrypoint(entrypoint);
      for (const sent of await sendExamples(api, openapi(api))) {
        for (const answer of [(sent as { answer: unknown }).answer].flat()) {
          expect({ sent, answer }).toMatchObject({ answer: { result: 'called' } });
        }
      }
    }),
    { numRuns: 300 },
  );
});
