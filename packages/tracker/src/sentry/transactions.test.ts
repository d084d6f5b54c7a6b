import {
  Api,
  defineError,
  dependency,
  Entrypoint,
  httpBearer,
  HttpError,
  RequestCancelled,
} from '@jsonrpc-kit/core';
import * as Sentry from '@sentry/node';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { runAsJob } from '@jsonrpc-kit/test-support/other-carriers';
import { call, notification, serve } from '../../test/serve.js';
import { Tracked } from '../../test/tracked-sdk.js';
import type { TransactionInfo } from './tracker-options.js';

class NotEnough extends defineError({ code: 6001, message: 'Not enough' }) {}

const rpc = new Entrypoint('/rpc', { limits: { maxBatchSize: 3, maxBodyBytes: 2000 } });
rpc.method('ping', {}, () => 'pong');
rpc.method('withdraw', { args: { amount: v.number() } }, () => {
  throw new NotEnough();
});
rpc.method('crash', {}, () => {
  throw new Error('crashed');
});
rpc.method('slow', { timeout: 1 }, () => new Promise(() => undefined));
rpc.method('cancelled', {}, () => {
  throw new RequestCancelled();
});
rpc.method('login', {}, () => {
  throw new HttpError(401, 'Not authenticated');
});
rpc.method('secret', { args: { token: httpBearer() } }, () => 'secret');
const post = serve(rpc);

const silent = { error: () => undefined, warn: () => undefined };
const TRACE = '12345678901234567890123456789012';
const PARENT = '1234567890123456';

describe.each(['static', 'stream'] as const)(
  'transactions with the trace lifecycle "%s"',
  (lifecycle) => {
    const start = (options = {}): Promise<Tracked> =>
      Tracked.start({ traceLifecycle: lifecycle, ...options });

    test.each<[what: string, name: string, message: unknown]>([
      ['a call after its method', 'ping', call('ping', 1)],
      ['a notification after its method', 'ping', notification('ping')],
      ['a failed call after its method', 'crash', call('crash', 1)],
      ['a batch', 'jsonrpc batch', [call('ping', 1), call('crash', 2)]],
      ['a batch of one call', 'jsonrpc batch', [call('ping', 1)]],
      ['an empty batch', 'jsonrpc batch', []],
      ['a batch over the limit', 'jsonrpc batch', [1, 2, 3, 4]],
      ['an unknown method', 'jsonrpc', call('made/up', 1)],
      ['an invalid request', 'jsonrpc', { hello: 'world' }],
      ['a body that is not JSON', 'jsonrpc', '{'],
      ['a body over the limit', 'jsonrpc', 'x'.repeat(3000)],
    ])('name %s', async (_, name, message) => {
      const tracked = await start();
      await post(message);
      const transactions = await tracked.transactions();
      expect(transactions).toMatchObject([{ name, source: 'custom', op: 'http.server' }]);
    });

    test('have a fixed name and the HTTP status for a wrong media type', async () => {
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
      ['ok for a successful call', 'ok', call('ping', 1)],
      ['internal_error for an unhandled exception', 'internal_error', call('crash', 1)],
      [
        'invalid_argument for invalid params',
        'invalid_argument',
        call('withdraw', 1, { amount: 'x' }),
      ],
      ['unimplemented for an unknown method', 'unimplemented', call('made/up', 1)],
      ['deadline_exceeded for a timeout', 'deadline_exceeded', call('slow', 1)],
      ['unauthenticated for a missing credential', 'unauthenticated', call('secret', 1)],
      // The SDK streams a cancelled span as a successful one.
      [
        'cancelled for a cancelled call',
        lifecycle === 'static' ? 'cancelled' : 'ok',
        call('cancelled', 1),
      ],
      ['unknown_error for a typed error', 'unknown_error', call('withdraw', 1, { amount: 1 })],
      ['unknown_error for an HTTP error', 'unknown_error', call('login', 1)],
      ['ok for a batch with a failed call', 'ok', [call('ping', 1), call('crash', 2)]],
    ])('have the status %s', async (_, status, message) => {
      const tracked = await start();
      await post(message);
      expect(await tracked.transactions()).toMatchObject([{ status }]);
    });

    test.each([
      ['ping', 'ok'],
      ['crash', 'internal_error'],
      ['login', 'unknown_error'],
    ])('describe a job as a task of a queue: %s', async (method, status) => {
      const tracked = await start();
      const api = new Api({ logger: silent }).bindEntrypoint(rpc);
      const trace = { 'sentry-trace': `${TRACE}-${PARENT}-1` };
      await Sentry.startSpan({ name: 'poll' }, () => runAsJob(api, rpc, method, trace));
      const transactions = await tracked.transactions();
      const job = transactions.find(({ name }) => name === method);
      expect(job).toMatchObject({
        source: 'custom',
        op: 'queue.process',
        status,
        trace: TRACE,
        parent: PARENT,
        spans: [{ name: method, op: 'rpc.server' }],
      });
      const names = Object.keys(job?.attributes ?? {});
      expect(names.filter((name) => /^(http|url)\./.test(name))).toEqual([]);
    });

    test('are not renamed if the application has started them, and contain the calls', async () => {
      const tracked = await start();
      await Sentry.startSpan({ name: 'nightly' }, () => post(call('ping', 1)));
      expect(await tracked.transactions()).toMatchObject([
        { name: 'nightly', spans: [{ name: 'ping', op: 'rpc.server' }] },
      ]);
    });

    test('contain requests of the application to itself', async () => {
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

describe('the option transactionName', () => {
  test('names transactions, and undefined keeps the default name', async () => {
    const asked: Omit<TransactionInfo, 'httpRequest'>[] = [];
    const tracked = await Tracked.start({
      transactionName: ({ httpRequest, ...info }) => {
        asked.push(info);
        expect(httpRequest?.verb).toBe('POST');
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

  test('is ignored if it throws', async () => {
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

test('transactions have the same names with the spans of OpenTelemetry in Sentry 10', async () => {
  const tracked = await Tracked.start({ openTelemetryBasicTracerProvider: true });
  await post(call('crash', 1));
  await post([call('ping', 1), call('crash', 2)]);
  expect(await tracked.transactions()).toMatchObject([
    { name: 'crash', source: 'custom', status: 'internal_error', spans: [{ name: 'crash' }] },
    { name: 'jsonrpc batch', source: 'custom', status: 'ok', spans: [{}, {}] },
  ]);
});

test('a transaction without calls has a name', async () => {
  const guarded = new Entrypoint('/rpc', {
    messageDependencies: [
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
