import * as v from 'valibot';
import { expect, test, vi } from 'vitest';
import { findWorkload } from '../service/workloads.js';
import { baselineJsonRpc, handleText } from './json-rpc.js';
import { type BaselineMethod, callChecked, InvalidInput } from './methods.js';

const { setup } = findWorkload('single');
const number: BaselineMethod = { params: v.object({}), result: v.number(), run: () => 1 };
const broken = (): never => {
  throw new Error('secret');
};
const methods = new Map<string, BaselineMethod>([
  ['one', number],
  ['later', { ...number, run: async () => 2 }],
  ['wrong', { ...number, run: () => 'one' }],
  ['wrongLater', { ...number, run: async () => 'two' }],
  ['broken', { ...number, run: broken }],
  ['token', { ...number, token: v.string(), result: v.string(), run: (_, token) => token }],
]);
const handle = baselineJsonRpc(setup, methods);
const request = (method: string, id?: number): object => ({ jsonrpc: '2.0', method, id });

async function respond(message: unknown, token?: string): Promise<unknown> {
  const text = await handleText(handle, JSON.stringify(message), token);
  return text === undefined ? undefined : JSON.parse(text);
}

const failed = (id: number | null, code: number) => ({
  jsonrpc: '2.0',
  id,
  error: expect.objectContaining({ code }),
});
const result = (id: number, value: unknown) => ({ jsonrpc: '2.0', id, result: value });

test('a baseline responds to a batch in its order, without its notifications', async () => {
  const batch = [request('one', 1), request('one'), request('none', 2), 3, request('later', 4)];
  expect(await respond(batch)).toEqual([
    result(1, 1),
    failed(2, -32601),
    failed(null, -32600),
    result(4, 2),
  ]);
  expect(await respond([request('one'), request('later')])).toBeUndefined();
});

test('a baseline rejects a batch of more than 1,000 calls as a whole', async () => {
  const batch = Array.from({ length: 1001 }, (_, id) => request('one', id));
  expect(await respond(batch)).toEqual(failed(null, -32600));
  expect(await respond(batch.slice(1))).toHaveLength(1000);
});

test('a baseline validates results and hides what a method throws', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const batch = [request('wrong', 1), request('wrongLater', 2), request('broken', 3)];
  const responses = await respond(batch);
  expect(responses).toEqual([failed(1, -32603), failed(2, -32603), failed(3, -32603)]);
  expect(JSON.stringify(responses)).not.toContain('secret');
  expect(log).toHaveBeenCalledTimes(3);
});

test('a baseline validates the token', async () => {
  expect(await respond(request('token', 1), 'ada')).toEqual(result(1, 'ada'));
  expect(await respond(request('token', 1))).toEqual(failed(1, -32602));
});

test('a baseline creates no promise for synchronous methods', () => {
  expect(handle([request('one', 1), request('one', 2)], undefined)).toBeInstanceOf(Array);
  expect(handle(request('later', 1), undefined)).toBeInstanceOf(Promise);
});

test('callChecked rejects wrong params, tokens and results', async () => {
  const strict = { ...number, params: v.object({ a: v.number() }), token: v.string() };
  expect(() => callChecked(strict, { a: '1' }, 'ada')).toThrow(InvalidInput);
  expect(() => callChecked(strict, { a: 1 }, undefined)).toThrow(InvalidInput);
  expect(callChecked(strict, { a: 1 }, 'ada')).toBe(1);
  const wrong = { ...number, run: async () => 'one' };
  await expect(callChecked(wrong, {}, undefined)).rejects.toThrow('Expected number');
});
