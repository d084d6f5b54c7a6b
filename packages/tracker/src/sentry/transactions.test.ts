import { defineError, dependency, Entrypoint, HttpError } from '@jsonrpc-kit/core';
import * as Sentry from '@sentry/node';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { call, notification, serve } from '../../test/serve.js';
import { Tracked } from '../../test/track.js';
import type { TransactionInfo } from './tracker-options.js';

class NotEnough extends defineError({ code: 6001, message: 'Not enough' }) {}

const rpc = new Entrypoint('/rpc', { maxBatchSize: 3, maxBodyBytes: 2000 });
rpc.method('ping', {}, () => 'pong');
rpc.method('withdraw', { args: { amount: v.number() } }, () => {
  throw new NotEnough();
});
rpc.method('crash', {}, () => {
  throw new Error('crashed');
});
rpc.method('slow', { timeout: 1 }, () => new Promise(() => undefined));
rpc.method('login', {}, () => {
  throw new HttpError(401, 'Not authenticated');
});
const post = serve(rpc);

describe.each(['static', 'stream'] as const)(
  'traces that are sent in the way "%s"',
  (lifecycle) => {
    const start = (options = {}): Promise<Tracked> =>
      Tracked.start({ traceLifecycle: lifecycle, ...options });

    test.each<[what: string, name: string, message: unknown]>([
      ['a call has the name of its method', 'ping', call('ping', 1)],
      ['a notification too', 'ping', notification('ping')],
      ['a failed call too', 'crash', call('crash', 1)],
      ['a batch has one that says so', 'jsonrpc batch', [call('ping', 1), call('crash', 2)]],
      ['a batch of one too', 'jsonrpc batch', [call('ping', 1)]],
      ['an empty batch too', 'jsonrpc batch', []],
      ['a batch over the limit too', 'jsonrpc batch', [1, 2, 3, 4]],
      ['an unknown method has a fixed one', 'jsonrpc', call('made/up', 1)],
      ['what is no request too', 'jsonrpc', { hello: 'world' }],
      ['what is no JSON too', 'jsonrpc', '{'],
      ['a body over the limit too', 'jsonrpc', 'x'.repeat(3000)],
    ])('%s', async (_, name, message) => {
      const tracked = await start();
      await post(message);
      const transactions = await tracked.transactions();
      expect(transactions).toMatchObject([{ name, source: 'custom', op: 'http.server' }]);
    });

    test('a wrong media type is one with the fixed name and the status of HTTP', async () => {
      const tracked = await start();
      await post(call('ping', 1), { 'content-type': 'text/plain' });
      expect(await tracked.transactions()).toMatchObject([
        {
          name: 'jsonrpc',
          status: 'invalid_argument',
          attributes: { 'http.response.status_code': 415, 'http.route': '/rpc' },
          spans: [],
        },
      ]);
    });

    test.each<[what: string, status: string, message: unknown]>([
      ['ok where its call succeeds', 'ok', call('ping', 1)],
      ['that of its call where it fails', 'internal_error', call('crash', 1)],
      ['one for wrong params', 'invalid_argument', call('withdraw', 1, { amount: 'x' })],
      ['one for an unknown method', 'unimplemented', call('made/up', 1)],
      ['one for a timeout', 'deadline_exceeded', call('slow', 1)],
      ["one for an application's own error", 'unknown_error', call('withdraw', 1, { amount: 1 })],
      ['that of HTTP where HTTP ends it', 'unknown_error', call('login', 1)],
      ['ok where one of a batch fails', 'ok', [call('ping', 1), call('crash', 2)]],
    ])('the status is %s', async (_, status, message) => {
      const tracked = await start();
      await post(message);
      expect(await tracked.transactions()).toMatchObject([{ status }]);
    });

    test("the application's own span keeps its name, and the calls in it are its children", async () => {
      const tracked = await start();
      await Sentry.startSpan({ name: 'nightly' }, () => post(call('ping', 1)));
      expect(await tracked.transactions()).toMatchObject([
        { name: 'nightly', spans: [{ name: 'ping', op: 'rpc.server' }] },
      ]);
    });

    test('a request that the application makes to itself is part of the outer one', async () => {
      const outer = new Entrypoint('/rpc');
      outer.method('outer', {}, async () => {
        await post(call('ping', 1));
      });
      const tracked = await start();
      await serve(outer)(call('outer', 1));
      const transactions = await tracked.transactions();
      expect(transactions).toMatchObject([
        { name: 'outer', spans: [{ name: 'outer' }, { name: 'ping' }] },
      ]);
      const [outerCall, innerCall] = transactions[0]?.spans ?? [];
      expect(innerCall?.parent).toBe(outerCall?.id);
    });
  },
);

describe('transactionName', () => {
  test('names them, and what it does not name has its default', async () => {
    const asked: Omit<TransactionInfo, 'httpRequest'>[] = [];
    const tracked = await Tracked.start({
      transactionName: ({ httpRequest, ...info }) => {
        asked.push(info);
        expect(httpRequest.verb).toBe('POST');
        return info.message === 'batch' ? `${info.entrypoint} batch` : undefined;
      },
    });
    await post(call('ping', 1));
    await post([call('ping', 1), call('crash', 2)]);
    await post('{');
    const names = (await tracked.transactions()).map(({ name }) => name);
    expect(names).toEqual(['ping', '/rpc batch', 'jsonrpc']);
    expect(asked).toEqual([
      { message: 'single', method: 'ping', entrypoint: '/rpc' },
      { message: 'batch', method: undefined, entrypoint: '/rpc' },
      { message: undefined, method: undefined, entrypoint: '/rpc' },
    ]);
  });

  test('where it throws, everything is as without it', async () => {
    const tracked = await Tracked.start({
      transactionName: () => {
        throw new Error('no name');
      },
    });
    expect(await post(call('ping', 1))).toMatchObject({ json: { result: 'pong' } });
    expect(await tracked.transactions()).toMatchObject([
      { name: 'ping', spans: [{ name: 'ping' }] },
    ]);
  });
});

test("it is all the same with OpenTelemetry's own spans, as Sentry 10 first had them", async () => {
  const tracked = await Tracked.start({ openTelemetryBasicTracerProvider: true });
  await post(call('crash', 1));
  await post([call('ping', 1), call('crash', 2)]);
  expect(await tracked.transactions()).toMatchObject([
    { name: 'crash', source: 'custom', status: 'internal_error', spans: [{ name: 'crash' }] },
    { name: 'jsonrpc batch', source: 'custom', status: 'ok', spans: [{}, {}] },
  ]);
});

test('a request that ends before any call has a name too', async () => {
  const guarded = new Entrypoint('/rpc', {
    dependencies: [
      dependency({}, () => {
        throw new HttpError(401, 'Not authenticated');
      }),
    ],
  });
  guarded.method('ping', {}, () => 'pong');
  const tracked = await Tracked.start();
  expect(await serve(guarded)(call('ping', 1))).toMatchObject({ status: 401 });
  expect(await tracked.transactions()).toMatchObject([
    { name: 'jsonrpc', status: 'unauthenticated', spans: [] },
  ]);
});
