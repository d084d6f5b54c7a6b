import * as v from 'valibot';
import { expect, test } from 'vitest';
import { post, request } from '../../test/in-process.js';
import { Api, Entrypoint, type Problem } from '../index.js';
import { MORE_PROBLEMS, ProblemBudget } from './problem.js';

interface ErrorResponse {
  readonly error: { readonly data: { readonly errors: readonly Problem[] } };
}

const v1 = new Entrypoint('/rpc', { limits: { maxBodyBytes: 10_000_000 } });
v1.method('sum', { args: { numbers: v.array(v.number()) } }, () => null);
v1.method('both', { args: { a: v.array(v.number()), b: v.array(v.number()) } }, () => null);
const traced = new Entrypoint('/traced', {
  requestSchema: v.looseObject({ tags: v.array(v.number()) }),
});
traced.method('sum', {}, () => null);
const api = new Api().bindEntrypoint(v1).bindEntrypoint(traced);

const MORE = { loc: [], msg: 'There may be more problems', type: 'more_problems' };

function words(length: number): string[] {
  return Array.from({ length }, () => 'x');
}

async function problemsOf(message: object, path = '/rpc'): Promise<readonly Problem[]> {
  return ((await post(api, path, message)).json as ErrorResponse).error.data.errors;
}

test('a call reports up to 100 problems', async () => {
  const problems = await problemsOf(request('sum', { numbers: words(100) }));
  expect(problems).toHaveLength(100);
  expect(problems.at(-1)).toMatchObject({ loc: ['numbers', 99] });
});

test.each([101, 1_000, 50_000])(
  'a call with %i problems reports the first 100, and that there may be more',
  async (length) => {
    const problems = await problemsOf(request('sum', { numbers: words(length) }));
    expect(problems).toHaveLength(101);
    expect(problems.at(-1)).toEqual(MORE);
  },
);

test('a call reports up to 100 problems of all its parameters together', async () => {
  const problems = await problemsOf(request('both', { a: words(60), b: words(60) }));
  expect(problems).toHaveLength(101);
  expect(problems.at(-2)).toMatchObject({ loc: ['b', 39] });
  expect(problems.at(-1)).toEqual(MORE);
});

test('a call reports all three invalid values among 100,000', async () => {
  const numbers: unknown[] = Array.from({ length: 100_000 }, (_, index) => index);
  for (const index of [5, 50_000, 99_999]) numbers[index] = 'x';
  expect((await problemsOf(request('sum', { numbers }))).map(({ loc }) => loc)).toEqual([
    ['numbers', 5],
    ['numbers', 50_000],
    ['numbers', 99_999],
  ]);
});

test('a request object with 1,000 unknown members reports the first 100', async () => {
  const members = Object.fromEntries(
    Array.from({ length: 100_000 }, (_, index) => [`x${index}`, 1]),
  );
  const problems = await problemsOf({ ...request('sum'), ...members });
  expect(problems).toHaveLength(101);
  expect(problems.at(-1)).toEqual(MORE);
});

test('a request object reports the first 100 members that requestSchema rejects', async () => {
  const problems = await problemsOf({ ...request('sum'), tags: words(500) }, '/traced');
  expect(problems).toHaveLength(101);
  expect(problems.at(-1)).toEqual(MORE);
});

test('a response reports 1,000 problems, and then only that there may be more', async () => {
  const batch = [
    ...Array.from({ length: 11 }, () => request('sum', { numbers: words(95) })),
    { ...request('sum'), unknown: 1 },
    request('sum', { numbers: [1] }),
  ];
  const responses = (await post(api, '/rpc', batch)).json as Partial<ErrorResponse>[];
  const lists = responses.map(({ error }) => error?.data.errors);
  expect(lists.slice(0, 10).map((list) => list?.length)).toEqual(
    Array.from({ length: 10 }, () => 95),
  );
  expect(lists[10]).toHaveLength(51);
  expect(lists[10]?.at(-1)).toEqual(MORE);
  expect(lists[11]).toEqual([MORE]);
  expect(responses[12]).toMatchObject({ result: null });
});

test('a budget reports the entry about more problems once, after the others', () => {
  const [first, second] = ['a', 'b'].map((name) => ({ loc: [name], msg: '', type: '' }) as const);
  const found = [first, MORE_PROBLEMS, second, MORE_PROBLEMS] as Problem[];
  expect(new ProblemBudget().report(found)).toEqual([first, second, MORE]);
});

test('a budget allows work until 10,000 units are spent', () => {
  const budget = new ProblemBudget();
  expect(budget.spend(9_999)).toBe(true);
  expect(budget.spend(1)).toBe(true);
  expect(budget.spend(1)).toBe(false);
});

test('a problem truncates long keys and long paths', async () => {
  const key = 'k'.repeat(100);
  expect(await problemsOf({ ...request('sum'), [key]: 1, [`${key}k`]: 1 })).toMatchObject([
    { loc: [key] },
    { loc: [`${key}…`] },
  ]);
  const Tree: v.GenericSchema = v.record(
    v.string(),
    v.lazy(() => Tree),
  );
  const deep = new Entrypoint('/rpc');
  deep.method('put', { args: { tree: Tree } }, () => null);
  let tree: unknown = 1;
  for (let depth = 0; depth < 500; depth += 1) tree = { k: tree };
  const sent = await post(new Api().bindEntrypoint(deep), '/rpc', request('put', { tree }));
  const { errors } = (sent.json as ErrorResponse).error.data;
  expect(errors[0]?.loc).toHaveLength(100);
});
