import { describe, expect, test } from 'vitest';
import type { MethodModel, SubscriptionModel } from '../document/api-model.js';
import { type CopySource, toMcp, toTypedClient } from './copy-call.js';

function sourceOf(
  name: string,
  params: unknown,
  isNotification = false,
  idempotencyKey?: string,
): CopySource {
  const declared = [{ name: 'accountId' }, { name: 'amount' }];
  return {
    // The functions under test only read the name of the method and those of its params.
    method: { name, params: declared } as unknown as MethodModel,
    isNotification,
    params,
    idempotencyKey,
    idempotentMethods: idempotencyKey === undefined ? [] : ['deposit', name],
    subscriptions: [],
    http: {
      url: 'https://bank.example/rpc',
      headers: { 'user-auth-token': "it's" },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: name, params }),
    },
  };
}

describe('a call as code', () => {
  test.each([
    ['pay', { amount: 5 }, false, 'const result = await client.pay({\n  amount: 5\n});'],
    ['pay', undefined, true, 'await client.$notify.pay();'],
    ['accounts.close', [1], false, 'await client.$call("accounts.close", [\n  1\n]);'],
    ['accounts.close', undefined, true, 'await client.$notify.$call("accounts.close");'],
  ])('is a call of %s by the typed client', (name, params, isNotification, code) => {
    const text = toTypedClient(sourceOf(name, params, isNotification));
    expect(text).toContain(code);
    expect(text).toContain('url: "https://bank.example/rpc"');
  });

  test.each([
    ['pay', { amount: 5 }, false, 'client.pay({\n  amount: 5\n}, { idempotencyKey: "k1" });'],
    ['pay', undefined, true, 'client.$notify.pay(undefined, { idempotencyKey: "k1" });'],
    ['a.b', [1], false, 'client.$call("a.b", [\n  1\n], { idempotencyKey: "k1" });'],
  ])(
    'is a call of %s by the typed client with an idempotency key',
    (name, params, isNotification, code) => {
      const text = toTypedClient(sourceOf(name, params, isNotification, 'k1'));
      expect(text).toContain(code);
      // The types of the client require the names of all idempotent methods.
      expect(text).toContain('  idempotent: {\n    deposit: true,\n');
    },
  );

  test.each(['then', 'toString', '__proto__'])(
    'passes %s, a name that the typed client reserves, to $call()',
    (name) => {
      const code = `.$call(${JSON.stringify(name)})`;
      expect(toTypedClient(sourceOf(name, undefined))).toContain(`client${code}`);
      expect(toTypedClient(sourceOf(name, undefined, true))).toContain(`client.$notify${code}`);
    },
  );

  const prices: SubscriptionModel = {
    names: ['prices'],
    namespace: undefined,
    subscribe: 'prices.subscribe',
    notification: 'prices',
    unsubscribe: 'prices.unsubscribe',
    idParameter: 'subscription',
    event: undefined,
  };

  function subscribed(subscription: SubscriptionModel, params: unknown): string {
    const source = sourceOf(subscription.subscribe, params);
    return toTypedClient({
      ...source,
      method: { ...source.method, subscription },
      http: { ...source.http, headers: { ...source.http.headers, accept: 'text/event-stream' } },
      subscriptions: [prices, ...(subscription === prices ? [] : [subscription])],
    });
  }

  test('is a loop over the events of a subscription by the typed client', () => {
    expect(subscribed(prices, { symbol: 'ACME' }))
      .toBe(`import { createClient } from '@jsonrpc-kit/client';
import { eventStream } from '@jsonrpc-kit/client/event-stream';
import type * as methods from './methods.js';

const client = createClient<typeof methods>({
  transport: eventStream({
    url: "https://bank.example/rpc",
    headers: {
      "user-auth-token": "it's"
    }
  }),
  subscriptions: {
    prices: true
  },
});
for await (const event of client.prices({
  symbol: "ACME"
})) console.log(event);`);
  });

  test('names the methods of a subscription that are not the default ones', () => {
    const eth: SubscriptionModel = {
      ...prices,
      names: ['newHeads', 'logs'],
      namespace: 'eth',
      subscribe: 'eth_subscribe',
      notification: 'eth_subscription',
      unsubscribe: 'eth_unsubscribe',
    };
    const heads = subscribed(eth, ['newHeads']);
    expect(heads).toContain('of client.newHeads()) console');
    const namespace = '{\n      namespace: "eth"\n    }';
    expect(heads).toContain(`prices: true,\n    newHeads: ${namespace},\n    logs: ${namespace}\n`);
    expect(subscribed(eth, ['logs', 5])).toContain('of client.logs([\n  5\n])');
    const own = { ...prices, names: ['a.b'], notification: 'b', idParameter: 'id' };
    const text = subscribed(own, undefined);
    expect(text).toContain('of client.$subscribe("a.b")) console');
    expect(text).toContain('subscribe: "prices.subscribe",\n      notification: "b",\n');
    expect(text).toContain('idParameter: "id"');
  });

  test.each([
    [{ amount: 5 }, { amount: 5 }],
    [['1.1', 5], { accountId: '1.1', amount: 5 }],
    [undefined, {}],
  ])('is an MCP tool call with named arguments for the params %j', (params, args) => {
    expect(JSON.parse(toMcp('accounts_pay', sourceOf('accounts/pay', params)))).toEqual({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'accounts_pay', arguments: args },
    });
  });
});
