import { Api, Entrypoint, params } from '@jsonrpc-kit/core';
import type { ParamStructure } from '@jsonrpc-kit/core/types';
import fc from 'fast-check';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { post } from '../../test/http.js';
import { difficultApi } from '../../test/difficult-api.js';
import { openapi } from './openapi.js';
import type { OpenApiDocument } from './openapi-document.js';

const TOKEN = { authorization: 'Bearer token', 'x-key': 'key', 'x-tenant': 'me', cookie: 'sid=1' };

/** Sends the request examples of all operations, as the API reference page does. */
async function sendExamples(api: Api, document: OpenApiDocument): Promise<unknown[]> {
  const responses: unknown[] = [];
  for (const [path, { post: operation }] of Object.entries(document.paths)) {
    const { example, examples = {} } = operation.requestBody.content['application/json'];
    const all = [example, ...Object.values(examples).map(({ value }) => value)];
    for (const message of all.filter((one) => one !== undefined)) {
      const { status, json } = await post(api, path, message, TOKEN);
      responses.push({ path, message, status, response: json });
    }
  }
  return responses;
}

test('the request examples of a difficult application are accepted by its server', async () => {
  const api = difficultApi();
  const responses = await sendExamples(api, openapi(api));
  expect(responses.length).toBeGreaterThan(25);
  for (const sent of responses as { path: string; response: unknown; status: number }[]) {
    // The one needs another credential; the other declares incomplete examples.
    if (sent.path.endsWith('/basic') || sent.path.endsWith('/everything')) continue;
    expect(sent).toMatchObject({ status: 200 });
    for (const response of [sent.response].flat()) {
      expect(response).toHaveProperty('result');
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

/** Describes a schema, so that a failing test is readable. */
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

test('the request example of any method is accepted by the server', async () => {
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
        for (const response of [(sent as { response: unknown }).response].flat()) {
          expect({ sent, response }).toMatchObject({ response: { result: 'called' } });
        }
      }
    }),
    { numRuns: 300 },
  );
});
