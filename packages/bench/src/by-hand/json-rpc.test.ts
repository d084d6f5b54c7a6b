import * as v from 'valibot';
import { describe, expect, test, vi } from 'vitest';
import { findWorkload } from '../workloads/workloads.js';
import { answerText } from './answer-text.js';
import { checkedCall, InvalidInput } from './checked-call.js';
import { jsonRpcByHand } from './json-rpc.js';
import type { HandMethod } from './methods.js';

const { setup } = findWorkload('single');
const number: HandMethod = { params: v.object({}), result: v.number(), run: () => 1 };
const methods = new Map<string, HandMethod>([
  ['one', number],
  ['later', { ...number, run: async () => 2 }],
  ['wrong', { ...number, run: () => 'one' }],
  ['wrongLater', { ...number, run: async () => 'two' }],
  [
    'broken',
    {
      ...number,
      run: () => {
        throw new Error('secret');
      },
    },
  ],
  ['token', { ...number, token: v.string(), result: v.string(), run: (_, token) => token }],
]);
const handle = jsonRpcByHand(setup, methods);
const request = (method: string, id?: number): object => ({ jsonrpc: '2.0', method, id });

/** As it goes over the wire: without members that are undefined. */
async function answerOf(message: unknown, token?: string): Promise<unknown> {
  const text = await answerText(handle, JSON.stringify(message), token);
  return text === undefined ? undefined : JSON.parse(text);
}

const failed = (id: number | null, code: number) => ({
  jsonrpc: '2.0',
  id,
  error: expect.objectContaining({ code }),
});
const result = (id: number, value: unknown) => ({ jsonrpc: '2.0', id, result: value });

describe('a handler by hand does the work that jsonrpc-kit does', () => {
  test('a batch is answered in its order, notifications are left out', async () => {
    const batch = [request('one', 1), request('one'), request('nobody', 2), 3, request('later', 4)];
    expect(await answerOf(batch)).toEqual([
      result(1, 1),
      failed(2, -32601),
      failed(null, -32600),
      result(4, 2),
    ]);
    expect(await answerOf([request('one'), request('later')])).toBeUndefined();
  });

  test('a batch over 1,000 is refused as a whole', async () => {
    const batch = Array.from({ length: 1001 }, (_, id) => request('one', id));
    expect(await answerOf(batch)).toEqual(failed(null, -32600));
    expect(await answerOf(batch.slice(1))).toHaveLength(1000);
  });

  test('results are validated; what a method throws stays inside', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const batch = [request('wrong', 1), request('wrongLater', 2), request('broken', 3)];
    expect(await answerOf(batch)).toEqual([
      failed(1, -32603),
      failed(2, -32603),
      failed(3, -32603),
    ]);
    expect(JSON.stringify(await answerOf(request('broken', 4)))).not.toContain('secret');
    expect(log).toHaveBeenCalledTimes(4);
  });

  test('a token is validated', async () => {
    expect(await answerOf(request('token', 1), 'ada')).toEqual(result(1, 'ada'));
    expect(await answerOf(request('token', 1))).toEqual(failed(1, -32602));
  });

  test('no promise is made where nothing is asynchronous', () => {
    expect(handle([request('one', 1), request('one', 2)], undefined)).toBeInstanceOf(Array);
    expect(handle(request('later', 1), undefined)).toBeInstanceOf(Promise);
  });
});

describe('for libraries that check nothing, a method', () => {
  test('refuses wrong params and tokens', () => {
    const strict = { ...number, params: v.object({ a: v.number() }), token: v.string() };
    expect(() => checkedCall(strict, { a: '1' }, 'ada')).toThrow(InvalidInput);
    expect(() => checkedCall(strict, { a: 1 }, undefined)).toThrow(InvalidInput);
    expect(checkedCall(strict, { a: 1 }, 'ada')).toBe(1);
  });

  test('refuses a wrong result', async () => {
    expect(() => checkedCall({ ...number, run: () => 'one' }, {}, undefined)).toThrow(
      'Expected number',
    );
    await expect(checkedCall({ ...number, run: async () => 'one' }, {}, undefined)).rejects.toThrow(
      'Expected number',
    );
  });
});
