import { Entrypoint, jsonRpcContext } from '@jsonrpc-kit/core';
import * as Sentry from '@sentry/node';
import { describe, expect, test } from 'vitest';
import { call, serve } from '../../test/serve.js';
import { Tracked } from '../../test/tracked-sdk.js';

const TRACE = '12345678901234567890123456789012';
const PARENT = '1234567890123456';
const incoming = {
  'sentry-trace': `${TRACE}-${PARENT}-1`,
  baggage: `sentry-trace_id=${TRACE},sentry-sampled=true,sentry-environment=elsewhere`,
};

const rpc = new Entrypoint('/rpc');
rpc.method('ping', {}, () => 'pong');
rpc.method('crash', { args: { context: jsonRpcContext } }, ({ context }) => {
  // Sentry 11 drops an event that equals the one before.
  throw new Error(`crashed ${context.request?.id}`);
});
rpc.method('headers', {}, () => Sentry.getTraceData());
const post = serve(rpc);

describe.each(['static', 'stream'] as const)(
  'the span of an HTTP request with the trace lifecycle "%s"',
  (lifecycle) => {
    const start = (options = {}): Promise<Tracked> =>
      Tracked.start({ traceLifecycle: lifecycle, ...options });

    test('continues the trace of the client', async () => {
      const tracked = await start();
      await post([call('ping', 1), call('crash', 2)], incoming);
      const [transaction] = await tracked.transactions();
      expect(transaction).toMatchObject({
        trace: TRACE,
        parent: PARENT,
        spans: [{ trace: TRACE }, { trace: TRACE }],
      });
      expect(await tracked.events()).toMatchObject([{ contexts: { trace: { trace_id: TRACE } } }]);
    });

    test('propagates the trace to requests of the calls', async () => {
      const tracked = await start();
      const { json } = await post(call('headers', 1), incoming);
      const [transaction] = await tracked.transactions();
      expect(json).toMatchObject({
        result: {
          'sentry-trace': `${TRACE}-${transaction?.spans[0]?.id}-1`,
          baggage: expect.stringContaining('sentry-environment=elsewhere'),
        },
      });
    });

    test('is not sent if the client has not sampled the trace', async () => {
      const tracked = await start();
      await post(call('ping', 1), { 'sentry-trace': `${TRACE}-${PARENT}-0` });
      expect(await tracked.transactions()).toEqual([]);
    });

    test('starts a new trace for a request without one', async () => {
      const tracked = await start();
      await post(call('ping', 1));
      await post(call('ping', 2));
      const traces = (await tracked.transactions()).map(({ trace }) => trace);
      expect(new Set(traces).size).toBe(2);
    });

    test('is not sent without a sample rate, but events have the id of the trace', async () => {
      const tracked = await start({ tracesSampleRate: undefined });
      await post(call('crash', 1), incoming);
      await post([call('crash', 2), call('crash', 3)]);
      expect(await tracked.transactions()).toEqual([]);
      const events = await tracked.events();
      expect(events).toMatchObject([
        { transaction: 'crash', contexts: { trace: { trace_id: TRACE }, jsonrpc: { id: 1 } } },
        { transaction: 'jsonrpc batch', contexts: { jsonrpc: { id: 2 } } },
        { transaction: 'jsonrpc batch', contexts: { jsonrpc: { id: 3 } } },
      ]);
      const [, second, third] = events.map(({ contexts }) => contexts.trace.trace_id);
      expect(second).not.toBe(TRACE);
      expect(third).toBe(second);
    });

    test('has the route as an attribute for a sampler', async () => {
      const seen: unknown[] = [];
      await start({
        tracesSampler: ({ name, attributes }: { name: string; attributes: object }) => {
          seen.push([name, attributes]);
          return 0;
        },
      });
      await post(call('ping', 1));
      expect(seen).toMatchObject([
        ['jsonrpc', { 'http.route': '/rpc', 'http.request.method': 'POST' }],
      ]);
    });
  },
);

test('an event describes its HTTP request without personal data', async () => {
  const tracked = await Tracked.start();
  const headers = { 'user-agent': 'test', cookie: 'session=1', authorization: 'Bearer x' };
  await post(call('crash', 1), headers);
  const [event] = await tracked.events();
  expect(event?.request).toMatchObject({
    method: 'POST',
    headers: { 'user-agent': 'test', 'content-type': 'application/json' },
  });
  expect(JSON.stringify(event)).not.toMatch(/session=1|Bearer x/);
});
