// oxlint-disable vitest/expect-expect -- comments expect the compiler errors
import { createServer } from 'node:http';
import type { JsonRpcErrorObject, RequestId } from '@jsonrpc-kit/core';
import createExpress from 'express';
import createFastify from 'fastify';
import { Hono } from 'hono';
import { describe, expectTypeOf, test } from 'vitest';
import type * as methods from '../../test/bank-api.js';
import { type AuthError, createBank } from '../../test/bank-api.js';
import { byPosition, type JsonRpcTestResponse, JsonRpcTestClient } from '../index.js';

declare const client: JsonRpcTestClient<typeof methods, AuthError>;

describe('a client with the type of methods', () => {
  test('accepts their names and no other exports of the module', () => {
    void client.jsonrpc('withdraw', { amount: 5 });
    // @ts-expect-error -- no such method
    void client.jsonrpc('withdrawn', { amount: 5 });
    // @ts-expect-error -- an export that is not a method
    void client.jsonrpc('createBank');
  });

  test('checks their params, which are optional if none are required', () => {
    void client.jsonrpc('ping');
    void client.jsonrpc('ping', {}, { requestId: 'x', url: '/bank', headers: { user: 'ann' } });
    // @ts-expect-error -- the amount is missing
    void client.jsonrpc('withdraw');
    // @ts-expect-error -- the amount is missing
    void client.jsonrpc('withdraw', {});
    // @ts-expect-error -- not a param, although arrays have a member of this name
    void client.jsonrpc('withdraw', { amount: 5, at: 'noon' });
    // @ts-expect-error -- the amount is a number
    void client.jsonrpc('withdraw', { amount: '5' });
    // @ts-expect-error -- an id is a string or a number
    void client.jsonrpc('ping', {}, { requestId: true });
  });

  test('accepts an array only with byPosition() or if the method declares one', () => {
    void client.jsonrpc('withdraw', byPosition(5));
    void client.notify('withdraw', byPosition(5));
    void client.batch([{ method: 'withdraw', params: byPosition(5) }]);
    void client.jsonrpc('sum', [1, 2]);
    // @ts-expect-error -- the method takes named params
    void client.jsonrpc('withdraw', ['nope']);
    // @ts-expect-error -- the method takes named params
    void client.batch([{ method: 'withdraw', params: ['nope'] }]);
    // @ts-expect-error -- the params are numbers
    void client.jsonrpc('sum', ['nope']);
  });

  test('accepts further members of the envelope, but not those of the client', () => {
    const envelope = { traceId: '7' };
    void client.jsonrpc('withdraw', { amount: 5 }, { envelope });
    void client.notify('ping', {}, { envelope });
    void client.batch([{ method: 'ping', envelope }]);
    // @ts-expect-error -- the client sets the id
    void client.jsonrpc('ping', {}, { envelope: { id: 5 } });
    // @ts-expect-error -- only the calls of a batch have an envelope
    void client.batch([{ method: 'ping' }], { envelope });
  });

  test('infers their results', async () => {
    const { id, result, error } = await client.jsonrpc('withdraw', { amount: 5 });
    expectTypeOf(id).toEqualTypeOf<RequestId | null>();
    expectTypeOf(result).toEqualTypeOf<{ balance: number } | undefined>();
    expectTypeOf((await client.jsonrpc('ping')).result).toEqualTypeOf<'pong' | undefined>();
    if (error === undefined) expectTypeOf(result).toEqualTypeOf<{ balance: number }>();
  });

  test('infers their errors, those of the entrypoint and the standard ones, narrowed by code', async () => {
    const { error } = await client.jsonrpc('withdraw', { amount: 5 });
    expectTypeOf<NonNullable<typeof error>['code']>().toEqualTypeOf<
      6001 | 7000 | -32700 | -32600 | -32601 | -32602 | -32603 | -32002 | -32005 | -32014 | -32015
    >();
    if (error?.code === 6001) expectTypeOf(error.data).toEqualTypeOf<{ balance: number }>();
    if (error?.code === -32602) {
      expectTypeOf(error.data?.errors?.[0]?.loc).toEqualTypeOf<
        readonly (string | number)[] | undefined
      >();
    }
    if (error?.code === 7000) expectTypeOf(error.data).toEqualTypeOf<undefined>();
  });

  test('types results and data as JSON, so that a Date is a string', async () => {
    const { result, error } = await client.jsonrpc('nextVisit', {});
    expectTypeOf(result).toEqualTypeOf<{ at: string } | undefined>();
    if (error?.code === 6002) expectTypeOf(error.data).toEqualTypeOf<{ until: string }>();
    const nothing = await client.jsonrpc('forget');
    expectTypeOf(nothing.result).toEqualTypeOf<null | undefined>();
    const [first] = await client.batch([{ method: 'nextVisit' }]);
    expectTypeOf(first.result).toEqualTypeOf<{ at: string } | undefined>();
  });

  test('types the responses of a batch, without notifications', async () => {
    const responses = await client.batch([
      { method: 'ping' },
      { method: 'withdraw', params: { amount: 1 }, isNotification: true },
      { method: 'withdraw', params: { amount: 1 }, requestId: 'x' },
    ]);
    expectTypeOf(responses).toHaveProperty('length').toEqualTypeOf<2>();
    expectTypeOf(responses[0].result).toEqualTypeOf<'pong' | undefined>();
    expectTypeOf(responses[1].result).toEqualTypeOf<{ balance: number } | undefined>();

    const pings = await client.batch(
      Array.from({ length: 3 }, () => ({ method: 'ping' as const })),
    );
    expectTypeOf(pings[0]?.result).toEqualTypeOf<'pong' | undefined>();
    // @ts-expect-error -- the amount is missing
    void client.batch([{ method: 'withdraw' }]);
    // @ts-expect-error -- no such method
    void client.batch([{ method: 'pong' }]);
  });

  test('types notifications, which return nothing and have no id', () => {
    expectTypeOf(client.notify('withdraw', { amount: 5 })).toEqualTypeOf<Promise<void>>();
    // @ts-expect-error -- the amount is missing
    void client.notify('withdraw');
    // @ts-expect-error -- a notification has no id
    void client.notify('ping', {}, { requestId: 1 });
  });
});

describe('a client without the type of methods', () => {
  const untyped = new JsonRpcTestClient(createBank());

  test('accepts any call and returns unknown results', async () => {
    const response = await untyped.jsonrpc('anything', { of: 'any kind' });
    expectTypeOf(response).toEqualTypeOf<JsonRpcTestResponse>();
    expectTypeOf(response.result).toBeUnknown();
    expectTypeOf(response.error).toEqualTypeOf<JsonRpcErrorObject | undefined>();
    void untyped.jsonrpc('anything', null);
    const [first] = await untyped.batch([{ method: 'a', params: [1] }]);
    expectTypeOf(first).toEqualTypeOf<JsonRpcTestResponse>();
  });
});

test('the constructor accepts the apps of all frameworks', () => {
  void new JsonRpcTestClient(createBank());
  void new JsonRpcTestClient(new Hono<{ Variables: { user: string } }>());
  void new JsonRpcTestClient(createExpress());
  void new JsonRpcTestClient(createFastify());
  void new JsonRpcTestClient(createFastify({ http2: true }));
  void new JsonRpcTestClient(createServer());
  // @ts-expect-error -- a URL is not an app
  void new JsonRpcTestClient('http://localhost:3000');
  // @ts-expect-error -- a promise is not an app
  void new JsonRpcTestClient(Promise.resolve(new Hono()));
});
