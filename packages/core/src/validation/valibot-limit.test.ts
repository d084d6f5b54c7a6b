import { createRequire } from 'node:module';
import * as v from 'valibot';
import { afterEach, describe, expect, test } from 'vitest';
import { postJson, type Response, serve } from '../../test/call.js';
import { Entrypoint, type Problem } from '../index.js';
import { measureValue } from './validate.js';

afterEach(() => v.deleteGlobalConfig());

/** Creates a schema of numbers that counts the issues that valibot creates. */
function countIssues(): { readonly schema: v.NumberSchema<() => string>; issues: () => number } {
  let made = 0;
  const schema = v.number(() => {
    made += 1;
    return 'No number';
  });
  return { schema, issues: () => made };
}

function words(length: number): string[] {
  return Array.from({ length }, () => 'x');
}

function apiWith(value: v.GenericSchema | v.GenericSchemaAsync) {
  const rpc = new Entrypoint('/rpc', { limits: { maxBodyBytes: 10_000_000 } });
  rpc.method('put', { args: { value } }, () => null);
  return serve(rpc).api;
}

async function problemsOf(
  schema: v.GenericSchema | v.GenericSchemaAsync,
  value: unknown,
): Promise<readonly Problem[]> {
  const message = { jsonrpc: '2.0', id: 1, method: 'put', params: { value } };
  const { json } = await postJson(apiWith(schema), message);
  return ((json as Response).error?.data as { errors: Problem[] } | undefined)?.errors ?? [];
}

const MORE = { loc: [], msg: 'There may be more problems', type: 'more_problems' };

describe('validating 50,000 invalid items creates at most 1,000 issues', () => {
  const count = countIssues();
  const item = count.schema;
  test.each<[string, v.GenericSchema, unknown]>([
    ['a list', v.array(item), words(50_000)],
    ['a list with a maximum', v.pipe(v.array(item), v.maxLength(10)), words(50_000)],
    [
      'a list of objects',
      v.array(v.object({ a: item, b: item })),
      words(50_000).map((a) => ({ a, b: a })),
    ],
    ['a list of lists', v.array(v.array(v.array(item))), words(50_000).map((a) => [[a]])],
    ['a list of unions', v.array(v.union([item, v.object({ a: item }), v.null()])), words(50_000)],
    [
      'a union of lists',
      v.union([v.array(item), v.array(v.union([item, v.null()]))]),
      words(50_000),
    ],
    [
      'a list of variants',
      v.array(v.variant('k', [v.object({ k: v.literal('a'), value: item })])),
      words(50_000).map((value) => ({ k: 'a', value })),
    ],
    [
      'a record',
      v.record(v.string(), item),
      Object.fromEntries(words(50_000).map((a, i) => [`k${i}`, a])),
    ],
    ['a tuple', v.tupleWithRest([], item), words(50_000)],
    ['a list whose config is replaced', v.config(v.array(item), { lang: 'de' }), words(50_000)],
    ['a list below a message', v.message(v.array(item), 'No list'), words(50_000)],
    [
      'a list of an asynchronous schema',
      v.objectAsync({ list: v.array(item) }) as never,
      { list: words(50_000) },
    ],
  ])('with %s as the schema', async (_, schema, value) => {
    const before = count.issues();
    const problems = await problemsOf(schema, value);
    expect(problems.length).toBeGreaterThan(0);
    expect(count.issues() - before).toBeLessThanOrEqual(1_000);
  });
});

test('a value with more than 100 levels creates few issues', async () => {
  const { schema, issues } = countIssues();
  const Tree: v.GenericSchema = v.object({
    items: v.array(schema),
    below: v.array(v.lazy(() => Tree)),
  });
  let tree: object = { items: words(1_000), below: [] };
  for (let depth = 0; depth < 300; depth += 1) tree = { items: [], below: [tree] };
  const problems = await problemsOf(Tree, tree);
  expect(problems.at(-1)).toEqual(MORE);
  expect(issues()).toBeLessThan(20);
});

test('the calls of a batch share the limit of issues', async () => {
  const { schema, issues } = countIssues();
  const api = apiWith(v.array(v.union([schema, v.null()])));
  const params = { value: words(400) };
  const batch = Array.from({ length: 500 }, (_, id) => ({
    jsonrpc: '2.0',
    id,
    method: 'put',
    params,
  }));
  await postJson(api, batch);
  expect(issues()).toBeLessThan(12_000);
});

test('a valid value is validated once, even if a union tries several options', async () => {
  let checks = 0;
  const Item = v.union([
    v.object({ a: v.number() }),
    v.pipe(
      v.object({ b: v.number() }),
      v.check(() => {
        checks += 1;
        return true;
      }),
    ),
  ]);
  const value = Array.from({ length: 5_000 }, (_, b) => ({ b }));
  expect(await problemsOf(v.array(Item), value)).toEqual([]);
  expect(checks).toBe(5_000);
});

test('a rejected value is validated once', async () => {
  let checks = 0;
  const schema = v.objectAsync({
    name: v.pipeAsync(
      v.string(),
      v.checkAsync(async () => {
        checks += 1;
        return false;
      }),
    ),
  });
  expect(await problemsOf(schema, { name: 'x' })).toHaveLength(1);
  expect(checks).toBe(1);
});

describe('a small value has all its problems reported', () => {
  const Form = v.object({ a: v.number(), b: v.array(v.number()) });
  const wrong = { a: 'x', b: words(20) };
  test.each<[string, v.GenericSchema | v.GenericSchemaAsync]>([
    ['by a plain schema', Form],
    ['by an asynchronous one', v.objectAsync(Form.entries)],
    ['below v.config()', v.config(Form, { lang: 'de' })],
    ['below v.message()', v.message(Form, 'No form')],
    ['by a schema of another copy of valibot', otherCopy()],
  ])('%s', async (_, schema) => {
    expect(await problemsOf(schema, wrong)).toHaveLength(21);
  });

  function otherCopy(): v.GenericSchema {
    const other = createRequire(import.meta.url)('valibot') as typeof v;
    return other.object({ a: other.number(), b: other.array(other.number()) });
  }
});

test('a large value whose config is replaced has its first problem reported', async () => {
  const problems = await problemsOf(v.message(v.array(v.number()), 'No list'), words(50_000));
  expect(problems).toMatchObject([{ loc: ['value', 0] }, MORE]);
});

test('the items of a large list that each replace the config have their first problem reported', async () => {
  const Item = v.message(v.object({ a: v.number(), b: v.number() }), 'No item');
  const value: unknown[] = Array.from({ length: 5_000 }, () => ({ a: 1, b: 1 }));
  for (const index of [0, 2_000, 4_999]) value[index] = { a: 'x', b: 'x' };
  expect((await problemsOf(v.array(Item), value)).map(({ loc }) => loc)).toEqual([
    ['value', 0, 'a'],
    ['value', 2_000, 'a'],
    ['value', 4_999, 'a'],
    [],
  ]);
});

test('a copy of the config after a validation does not affect the next one', async () => {
  const numbers = v.array(v.number());
  let config: object = {};
  const keeping: v.GenericSchema = {
    ...numbers,
    '~run': (...args) => {
      [, config] = args;
      return numbers['~run'](...args);
    },
  };
  const api = apiWith(keeping);
  const put = async (value: unknown): Promise<unknown> => {
    const message = { jsonrpc: '2.0', id: 1, method: 'put', params: { value } };
    return ((await postJson(api, message)).json as Response).error?.data;
  };
  await put([1]);
  void { ...config };
  const large = [...words(2), ...Array.from({ length: 2_000 }, () => 1)];
  expect(await put(large)).toMatchObject({
    errors: [{ loc: ['value', 0] }, { loc: ['value', 1] }],
  });
});

test('the global abortEarly of valibot applies without a hint at more problems', async () => {
  v.setGlobalConfig({ abortEarly: true });
  expect(await problemsOf(v.array(v.number()), words(5))).toMatchObject([{ loc: ['value', 0] }]);
});

test('a schema that only claims to be from valibot validates like any other', async () => {
  const schema = {
    '~standard': { version: 1, vendor: 'valibot', validate: (value: unknown) => ({ value }) },
  } as v.GenericSchema;
  expect(await problemsOf(schema, 1)).toEqual([]);
});

test.each<[unknown, number]>([
  [1, 1],
  [null, 1],
  ['text', 1],
  [[], 1],
  [[1, 2, 3], 4],
  [{ a: [1, { b: 2 }], c: null }, 6],
])('measureValue() counts the nested values of %j', (value, size) => {
  expect(measureValue(value)).toBe(size);
});

test.each([
  [100, 101],
  [101, Infinity],
  [100_000, Infinity],
])('measureValue() returns for a value with %i levels: %d', (levels, size) => {
  let value: unknown = 1;
  for (let level = 0; level < levels; level += 1) value = [value];
  expect(measureValue(value)).toBe(size);
});

test('measureValue() ends for a value that contains itself', () => {
  const value: Record<string, unknown> = { other: 1 };
  value['self'] = value;
  value['again'] = value;
  expect(measureValue(value)).toBeLessThan(4_000_000);
});
