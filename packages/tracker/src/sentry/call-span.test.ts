import { defineError, Entrypoint, HttpError } from '@jsonrpc-kit/core';
import { traceHeaders } from '@jsonrpc-kit/core/adapter';
import { beforeEach, describe, expect, test } from 'vitest';
import { Gate } from '../../test/gate.js';
import { call, notification, type Post, serve } from '../../test/serve.js';
import { Tracked } from '../../test/tracked-sdk.js';

class Conflict extends defineError({ code: 6002, message: 'Conflict' }) {}

let hold: Gate;
let begun: Gate;
let post: Post;

beforeEach(() => {
  hold = new Gate();
  begun = new Gate();
  const rpc = new Entrypoint('/rpc', { concurrency: 2 });
  rpc.method('ping', {}, () => 'pong');
  rpc.method('hold', {}, async () => {
    begun.open();
    await hold.opened;
  });
  rpc.method('conflict', {}, () => {
    throw new Conflict();
  });
  rpc.method('crash', {}, async () => {
    await Promise.resolve();
    throw new Error('crashed');
  });
  rpc.method('trace', {}, async () => {
    await Promise.resolve();
    return traceHeaders(console);
  });
  rpc.method('login', {}, () => {
    throw new HttpError(401, 'Not authenticated');
  });
  post = serve(rpc);
});

describe.each(['static', 'stream'] as const)(
  'the span of a call with the trace lifecycle "%s"',
  (lifecycle) => {
    const start = (): Promise<Tracked> => Tracked.start({ traceLifecycle: lifecycle });

    test('is passed on to jobs while the call is active', async () => {
      const tracked = await start();
      const { json } = await post(call('trace', 1));
      const [transaction] = await tracked.transactions();
      const [span] = transaction?.spans ?? [];
      const { result } = json as { readonly result: Readonly<Record<string, string>> };
      expect(result['sentry-trace']).toBe(`${transaction?.trace}-${span?.id}-1`);
      expect(result['baggage']).toContain('sentry-trace_id');
    });

    test('is a child of the transaction of its HTTP request', async () => {
      const tracked = await start();
      await post(call('ping', 'a-7'));
      const [transaction] = await tracked.transactions();
      expect(transaction?.spans).toMatchObject([
        {
          name: 'ping',
          op: 'rpc.server',
          parent: transaction?.id,
          trace: transaction?.trace,
          status: 'ok',
          attributes: {
            'rpc.system.name': 'jsonrpc',
            'jsonrpc.protocol.version': '2.0',
            'rpc.method': 'ping',
            'jsonrpc.request.id': 'a-7',
          },
        },
      ]);
      expect(Object.keys(transaction?.spans[0]?.attributes ?? {})).not.toContain('error.type');
    });

    test('exists for every call of a batch, with the status of this call only', async () => {
      const tracked = await start();
      await post([
        call('ping', 1),
        call('ping', 2),
        call('crash', 3),
        call('ping', 4),
        notification('ping'),
      ]);
      const transactions = await tracked.transactions();
      expect(transactions).toMatchObject([{ name: 'jsonrpc batch', status: 'ok' }]);
      const spans = transactions[0]?.spans ?? [];
      expect(
        spans.map(({ name, status, attributes }) => [
          name,
          status,
          attributes['jsonrpc.request.id'],
        ]),
      ).toEqual([
        ['ping', 'ok', '1'],
        ['ping', 'ok', '2'],
        ['crash', 'internal_error', '3'],
        ['ping', 'ok', '4'],
        ['ping', 'ok', undefined],
      ]);
      expect(new Set(spans.map(({ parent }) => parent))).toEqual(new Set([transactions[0]?.id]));
    });

    test.each<[what: string, message: object, status: string, failure: object]>([
      [
        'a typed error',
        call('conflict', 1),
        'unknown_error',
        { 'error.type': '6002', 'rpc.status_code': '6002', 'rpc.response.status_code': '6002' },
      ],
      [
        'an unhandled exception',
        call('crash', 1),
        'internal_error',
        { 'error.type': '-32603', 'rpc.status_code': '-32603' },
      ],
      [
        'an HTTP error without a code',
        call('login', 1),
        'unknown_error',
        { 'error.type': 'HttpError' },
      ],
      [
        'an unknown method, whose name is not part of a span name',
        call('made/up', 1),
        'unimplemented',
        { 'rpc.method': '_OTHER', 'rpc.method_original': 'made/up', 'error.type': '-32601' },
      ],
      [
        'an invalid request',
        { method: 'made/up' },
        'invalid_argument',
        { 'error.type': '-32600', 'rpc.status_code': '-32600' },
      ],
    ])('describes the failure of a call: %s', async (_, message, status, failure) => {
      const tracked = await start();
      await post(message);
      const [transaction] = await tracked.transactions();
      expect(transaction?.spans).toMatchObject([{ status, attributes: failure }]);
      expect(transaction?.spans[0]?.name).not.toContain('made');
    });

    test('truncates text of the client', async () => {
      const tracked = await start();
      const long = 'x'.repeat(5000);
      await post(call(long, long));
      const [transaction] = await tracked.transactions();
      expect(transaction?.spans).toMatchObject([
        {
          attributes: {
            'rpc.method_original': `${'x'.repeat(199)}…`,
            'jsonrpc.request.id': `${'x'.repeat(199)}…`,
          },
        },
      ]);
    });

    test('of a notification is part of a transaction that ends with the response', async () => {
      const tracked = await start();
      expect(await post(notification('hold'))).toMatchObject({ status: 204 });
      await begun.opened;
      expect(await tracked.transactions()).toEqual([]);
      hold.open();
      await post(call('ping', 1));
      const transactions = await tracked.transactions();
      expect(transactions).toMatchObject([
        { name: 'hold', spans: [{ name: 'hold' }] },
        { name: 'ping' },
      ]);
      const [held] = transactions;
      expect(held?.end).toBeLessThan(held?.spans[0]?.end ?? Number.NaN);
    });

    test('of a call that has waited belongs to its own HTTP request', async () => {
      const tracked = await start();
      const first = post([call('hold', 1), call('hold', 2)]);
      await begun.opened;
      const second = post(call('ping', 3));
      hold.open();
      await Promise.all([first, second]);
      const transactions = await tracked.transactions();
      expect(transactions).toMatchObject([
        { name: 'jsonrpc batch', spans: [{ name: 'hold' }, { name: 'hold' }] },
        { name: 'ping', spans: [{ name: 'ping' }] },
      ]);
      expect(transactions[1]?.trace).not.toBe(transactions[0]?.trace);
    });

    test('of a call that exceeds maxWaiting has the status resource_exhausted', async () => {
      const tracked = await start();
      const narrow = new Entrypoint('/rpc', {
        concurrency: 1,
        maxWaiting: 1,
      });
      narrow.method('hold', {}, async () => {
        begun.open();
        await hold.opened;
      });
      narrow.method('ping', {}, () => 'pong');
      const send = serve(narrow);
      const holding = send(call('hold', 1));
      await begun.opened;
      // One of the two waits, and the other one is rejected immediately.
      const pings = [send(call('ping', 2)), send(call('ping', 3))];
      await Promise.race(pings);
      hold.open();
      await Promise.all([holding, ...pings]);
      const spans = (await tracked.transactions()).flatMap((transaction) => transaction.spans);
      expect(spans.filter(({ status }) => status !== 'ok')).toMatchObject([
        { name: 'ping', status: 'resource_exhausted' },
      ]);
    });
  },
);
