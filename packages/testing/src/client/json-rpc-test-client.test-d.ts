// oxlint-disable vitest/expect-expect -- what the compiler has to refuse is expected by a comment
import { createServer } from 'node:http';
import type { JsonRpcErrorObject, RequestId } from '@jsonrpc-kit/core';
import createExpress from 'express';
import createFastify from 'fastify';
import { Hono } from 'hono';
import { describe, expectTypeOf, test } from 'vitest';
import type * as methods from '../../test/bank-api.js';
import { type AuthError, createBank } from '../../test/bank-api.js';
import { byPosition, type JsonRpcAnswer, JsonRpcTestClient } from '../index.js';

declare const client: JsonRpcTestClient<typeof methods, AuthError>;

describe('a client that is given the type of methods', () => {
  test('knows their names, and no other exports of their module', () => {
    void client.jsonrpc('withdraw', { amount: 5 });
    // @ts-expect-error -- there is no such method
    void client.jsonrpc('withdrawn', { amount: 5 });
    // @ts-expect-error -- is an export, but no method
    void client.jsonrpc('createBank');
  });

  test('knows their params, which may be left out where none are needed', () => {
    void client.jsonrpc('ping');
    void client.jsonrpc('ping', {}, { requestId: 'x', url: '/bank', headers: { user: 'ann' } });
    // @ts-expect-error -- the amount is missing
    void client.jsonrpc('withdraw');
    // @ts-expect-error -- the amount is missing
    void client.jsonrpc('withdraw', {});
    // @ts-expect-error -- nor is it called so, though arrays have a member of this name
    void client.jsonrpc('withdraw', { amount: 5, at: 'noon' });
    // @ts-expect-error -- the amount is no string
    void client.jsonrpc('withdraw', { amount: '5' });
    // @ts-expect-error -- an id is a string or a number
    void client.jsonrpc('ping', {}, { requestId: true });
  });

  test('takes an array only where it is said, or declared', () => {
    void client.jsonrpc('withdraw', byPosition(5));
    void client.notify('withdraw', byPosition(5));
    void client.batch([{ method: 'withdraw', params: byPosition(5) }]);
    void client.jsonrpc('sum', [1, 2]);
    // @ts-expect-error -- the method is called by name
    void client.jsonrpc('withdraw', ['nope']);
    // @ts-expect-error -- likewise
    void client.batch([{ method: 'withdraw', params: ['nope'] }]);
    // @ts-expect-error -- these are to be numbers
    void client.jsonrpc('sum', ['nope']);
  });

  test('takes further members of the envelope, but not those that are its own', () => {
    const envelope = { traceId: '7' };
    void client.jsonrpc('withdraw', { amount: 5 }, { envelope });
    void client.notify('ping', {}, { envelope });
    void client.batch([{ method: 'ping', envelope }]);
    // @ts-expect-error -- the option is requestId
    void client.jsonrpc('ping', {}, { envelope: { id: 5 } });
    // @ts-expect-error -- a batch has no envelope, each of its calls has
    void client.batch([{ method: 'ping' }], { envelope });
  });

  test('knows their results', async () => {
    const { id, result, error } = await client.jsonrpc('withdraw', { amount: 5 });
    expectTypeOf(id).toEqualTypeOf<RequestId | null>();
    expectTypeOf(result).toEqualTypeOf<{ balance: number } | undefined>();
    expectTypeOf((await client.jsonrpc('ping')).result).toEqualTypeOf<'pong' | undefined>();
    if (error === undefined) expectTypeOf(result).toEqualTypeOf<{ balance: number }>();
  });

  test("knows their errors, the entrypoint's and the standard ones, and by the code the data", async () => {
    const { error } = await client.jsonrpc('withdraw', { amount: 5 });
    expectTypeOf<NonNullable<typeof error>['code']>().toEqualTypeOf<
      6001 | 7000 | -32700 | -32600 | -32601 | -32602 | -32603 | -32002 | -32005
    >();
    if (error?.code === 6001) expectTypeOf(error.data).toEqualTypeOf<{ balance: number }>();
    if (error?.code === -32602) {
      expectTypeOf(error.data?.errors?.[0]?.loc).toEqualTypeOf<
        readonly (string | number)[] | undefined
      >();
    }
    if (error?.code === 7000) expectTypeOf(error.data).toEqualTypeOf<undefined>();
  });

  test('knows results and data as they arrive: of a Date, a string', async () => {
    const { result, error } = await client.jsonrpc('nextVisit', {});
    expectTypeOf(result).toEqualTypeOf<{ at: string } | undefined>();
    if (error?.code === 6002) expectTypeOf(error.data).toEqualTypeOf<{ until: string }>();
    const nothing = await client.jsonrpc('forget');
    expectTypeOf(nothing.result).toEqualTypeOf<null | undefined>();
    const [first] = await client.batch([{ method: 'nextVisit' }]);
    expectTypeOf(first.result).toEqualTypeOf<{ at: string } | undefined>();
  });

  test('types a batch call by call, without notifications', async () => {
    const answers = await client.batch([
      { method: 'ping' },
      { method: 'withdraw', params: { amount: 1 }, isNotification: true },
      { method: 'withdraw', params: { amount: 1 }, requestId: 'x' },
    ]);
    expectTypeOf(answers).toHaveProperty('length').toEqualTypeOf<2>();
    expectTypeOf(answers[0].result).toEqualTypeOf<'pong' | undefined>();
    expectTypeOf(answers[1].result).toEqualTypeOf<{ balance: number } | undefined>();

    const pings = await client.batch(
      Array.from({ length: 3 }, () => ({ method: 'ping' as const })),
    );
    expectTypeOf(pings[0]?.result).toEqualTypeOf<'pong' | undefined>();
    // @ts-expect-error -- the amount is missing
    void client.batch([{ method: 'withdraw' }]);
    // @ts-expect-error -- there is no such method
    void client.batch([{ method: 'pong' }]);
  });

  test('types notifications, which give nothing and have no id', () => {
    expectTypeOf(client.notify('withdraw', { amount: 5 })).toEqualTypeOf<Promise<void>>();
    // @ts-expect-error -- the amount is missing
    void client.notify('withdraw');
    // @ts-expect-error -- a notification has no id
    void client.notify('ping', {}, { requestId: 1 });
  });
});

describe('a client without that', () => {
  const untyped = new JsonRpcTestClient(createBank());

  test('calls anything, and knows nothing of what comes', async () => {
    const answer = await untyped.jsonrpc('anything', { of: 'any kind' });
    expectTypeOf(answer).toEqualTypeOf<JsonRpcAnswer>();
    expectTypeOf(answer.result).toBeUnknown();
    expectTypeOf(answer.error).toEqualTypeOf<JsonRpcErrorObject | undefined>();
    void untyped.jsonrpc('anything', null);
    const [first] = await untyped.batch([{ method: 'a', params: [1] }]);
    expectTypeOf(first).toEqualTypeOf<JsonRpcAnswer>();
  });
});

test('an app of each framework is one to the compiler too, with its own types', () => {
  void new JsonRpcTestClient(createBank());
  void new JsonRpcTestClient(new Hono<{ Variables: { user: string } }>());
  void new JsonRpcTestClient(createExpress());
  void new JsonRpcTestClient(createFastify());
  void new JsonRpcTestClient(createFastify({ http2: true }));
  void new JsonRpcTestClient(createServer());
  // @ts-expect-error -- a URL is none
  void new JsonRpcTestClient('http://localhost:3000');
  // @ts-expect-error -- nor is a promise of one
  void new JsonRpcTestClient(Promise.resolve(new Hono()));
});
