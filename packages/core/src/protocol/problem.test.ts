import * as v from 'valibot';
import { expect, test } from 'vitest';
import { post, request } from '../../test/in-process.js';
import { Api, Entrypoint } from '../index.js';

interface Refused {
  readonly error: { readonly data: { readonly errors: readonly { readonly msg: string }[] } };
}

const v1 = new Entrypoint('/rpc');
v1.method('sum', { args: { numbers: v.array(v.number()) } }, () => null);
const api = new Api().bindEntrypoint(v1);

async function problemsOf(message: object): Promise<readonly { readonly msg: string }[]> {
  return ((await post(api, '/rpc', message)).json as Refused).error.data.errors;
}

test('up to a thousand problems of a call are all told', async () => {
  const numbers = Array.from({ length: 1000 }, () => 'x');
  expect(await problemsOf(request('sum', { numbers }))).toHaveLength(1000);
});

test('of more the last entry says how many: no huge answer to a large wrong request', async () => {
  const numbers = Array.from({ length: 50_000 }, () => 'x');
  const problems = await problemsOf(request('sum', { numbers }));
  expect(problems).toHaveLength(1001);
  expect(problems.at(-1)).toEqual({ loc: [], msg: '49000 more problems', type: 'more_problems' });
});

test('members that are none of a request object count as well', async () => {
  const members = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`x${index}`, 1]));
  expect((await problemsOf({ ...request('sum'), ...members })).at(-1)?.msg).toBe(
    '4000 more problems',
  );
});
