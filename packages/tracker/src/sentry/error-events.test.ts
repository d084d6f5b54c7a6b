import {
  backgroundTasks,
  defineError,
  dependency,
  Entrypoint,
  HttpError,
  signal,
} from '@jsonrpc-kit/core';
import * as Sentry from '@sentry/node';
import * as v from 'valibot';
import { beforeEach, describe, expect, test } from 'vitest';
import { Gate } from '../../test/gate.js';
import { call, notification, type Post, serve } from '../../test/serve.js';
import { type SentEvent, Tracked } from '../../test/tracked-sdk.js';

class Conflict extends defineError({ code: 6002, message: 'Conflict' }) {}

let gate: Gate;
let post: Post;

/** A dependency whose teardown fails after the response. */
const broken = dependency({}, function* () {
  yield 1;
  Sentry.addBreadcrumb({ message: 'teardown' });
  throw new Error('no teardown');
});

beforeEach(() => {
  gate = new Gate();
  const rpc = new Entrypoint('/rpc');
  rpc.method('ping', {}, () => 'pong');
  rpc.method('crash', { args: { why: v.optional(v.string(), 'crashed') } }, async ({ why }) => {
    await Promise.resolve();
    throw new Error(why);
  });
  rpc.method('hold', {}, async () => {
    await gate.opened;
    throw new Error('held');
  });
  rpc.method('conflict', {}, () => {
    throw new Conflict();
  });
  rpc.method('login', {}, () => {
    throw new HttpError(401, 'Not authenticated');
  });
  rpc.method('text', {}, () => {
    // eslint-disable-next-line no-throw-literal -- libraries may do this
    throw 'only text';
  });
  rpc.method('task', { args: { tasks: backgroundTasks } }, ({ tasks }) => {
    Sentry.setTag('step', 'call');
    tasks.add(async () => {
      await gate.opened;
      Sentry.setTag('step', 'task');
      throw new Error('no task');
    });
  });
  rpc.method('teardown', { args: { broken } }, () => undefined);
  rpc.method('late', { args: { gone: signal }, timeout: 5 }, async ({ gone }) => {
    await new Promise((resolve) => gone.addEventListener('abort', resolve));
    throw new Error('after its time');
  });
  rpc.method('big', {}, () => 1n);
  post = serve(rpc);
});

function thrown(event: SentEvent | undefined): string | undefined {
  return event?.exception?.values.at(-1)?.value;
}

describe.each(['static', 'stream'] as const)(
  'error events with the trace lifecycle "%s"',
  (lifecycle) => {
    const start = (options = {}): Promise<Tracked> =>
      Tracked.start({ traceLifecycle: lifecycle, ...options });

    test('contain the span, method and id of the call that threw an unhandled exception', async () => {
      const tracked = await start();
      await post([call('ping', 'a'), call('crash', 'b')]);
      const [transaction] = await tracked.transactions();
      const span = transaction?.spans.find(({ name }) => name === 'crash');
      const events = await tracked.events();
      expect(events).toMatchObject([
        {
          exception: {
            values: [{ type: 'Error', value: 'crashed', mechanism: { handled: false } }],
          },
          transaction: 'jsonrpc batch',
          contexts: {
            trace: { trace_id: span?.trace, span_id: span?.id },
            jsonrpc: {
              entrypoint: '/rpc',
              method: 'crash',
              id: 'b',
              log: 'Call failed',
            },
          },
          tags: { 'jsonrpc.method': 'crash' },
        },
      ]);
      expect(events[0]?.contexts.jsonrpc).not.toHaveProperty('params');
    });

    test('are sent for every call of a batch', async () => {
      const tracked = await start();
      await post([call('crash', 1, { why: 'one' }), call('crash', 2, { why: 'two' })]);
      expect((await tracked.events()).map(thrown)).toEqual(['one', 'two']);
    });

    test('are sent for a notification after the response', async () => {
      const tracked = await start();
      expect(await post(notification('hold'))).toMatchObject({ status: 204 });
      gate.open();
      await post(call('ping', 1));
      const event = await tracked.event();
      expect(thrown(event)).toBe('held');
      const transactions = await tracked.transactions();
      const span = transactions.find(({ name }) => name === 'hold')?.spans[0];
      expect(event?.contexts.trace.span_id).toBe(span?.id);
      expect(event?.contexts.jsonrpc).toMatchObject({ method: 'hold' });
      expect(event?.contexts.jsonrpc).not.toHaveProperty('id');
    });

    test('are sent for a failed background task, with the scope and span of its call', async () => {
      const tracked = await start();
      await post([call('task', 1), call('ping', 2)]);
      gate.open();
      const [transaction] = await tracked.transactions();
      const event = await tracked.event();
      expect(thrown(event)).toBe('no task');
      expect(event).toMatchObject({
        transaction: 'jsonrpc batch',
        contexts: {
          trace: { span_id: transaction?.spans.find(({ name }) => name === 'task')?.id },
          jsonrpc: { method: 'task', id: 1, log: 'Background task failed' },
        },
        tags: { step: 'task' },
      });
    });

    test('are sent for a teardown that fails after the response', async () => {
      const tracked = await start();
      await post(call('teardown', 1));
      const event = await tracked.event();
      expect(thrown(event)).toBe('no teardown');
      const [transaction] = await tracked.transactions();
      expect(event?.contexts.trace.span_id).toBe(transaction?.spans[0]?.id);
      expect(event?.breadcrumbs?.map(({ message }) => message)).toContain('teardown');
    });

    test('are sent without a method for the teardown of a shared dependency', async () => {
      const shared = new Entrypoint('/rpc', { messageDependencies: [broken] });
      shared.method('ping', {}, () => 'pong');
      const tracked = await start();
      await serve(shared)([call('ping', 1), call('ping', 2)]);
      const event = await tracked.event();
      expect(thrown(event)).toBe('no teardown');
      const [transaction] = await tracked.transactions();
      expect(event).toMatchObject({
        transaction: 'jsonrpc batch',
        contexts: { trace: { trace_id: transaction?.trace }, jsonrpc: { entrypoint: '/rpc' } },
      });
      expect(event?.contexts.jsonrpc).not.toHaveProperty('method');
    });

    test('are sent for an error that a call throws after its timeout', async () => {
      const tracked = await start();
      expect(await post(call('late', 1))).toMatchObject({ json: { error: { code: -32002 } } });
      expect(thrown(await tracked.event())).toBe('after its time');
    });
  },
);

test('an event is sent for a result that cannot be encoded as JSON', async () => {
  const tracked = await Tracked.start();
  await post(call('big', 1));
  expect(thrown(await tracked.event())).toEqual(expect.stringContaining('BigInt'));
});

test('an event is sent for a thrown value that is not an Error', async () => {
  const tracked = await Tracked.start();
  await post(call('text', 1));
  expect(thrown(await tracked.event())).toEqual('only text');
});

test('one event is sent for a failure that several calls share', async () => {
  const failing = new Entrypoint('/rpc', {
    messageDependencies: [
      dependency({}, () => {
        throw new Error('no database');
      }),
    ],
  });
  failing.method('ping', {}, () => 'pong');
  const tracked = await Tracked.start();
  await serve(failing)([call('ping', 1), call('ping', 2)]);
  expect(thrown(await tracked.event())).toEqual('no database');
});

test('no event is sent for typed errors, HTTP errors and invalid requests', async () => {
  const tracked = await Tracked.start();
  await post(call('conflict', 1));
  await post(call('login', 1));
  await post(notification('login'));
  await post(notification('conflict'));
  await post(call('made/up', 1));
  await post(call('crash', 1, { why: 5 }));
  await post([{ hello: 'world' }]);
  await post('{');
  expect(await tracked.events()).toEqual([]);
});

test('an event that the application captures contains the call', async () => {
  const rpc = new Entrypoint('/rpc');
  rpc.method('report', {}, () => {
    Sentry.captureMessage('look');
  });
  const tracked = await Tracked.start();
  await serve(rpc)(call('report', 7));
  expect(await tracked.events()).toMatchObject([
    {
      message: 'look',
      transaction: 'report',
      contexts: { jsonrpc: { entrypoint: '/rpc', method: 'report', id: 7 } },
    },
  ]);
});

test('an event contains no params and credentials that Sentry has collected from the request', async () => {
  const tracked = await Tracked.start();
  const secret = 'hush-hush';
  await Sentry.withIsolationScope((scope) => {
    const headers = { 'User-Agent': 'shop/1.4', authorization: secret, 'x-shop': secret };
    const normalizedRequest = {
      method: 'POST',
      headers,
      cookies: { session: secret },
      data: secret,
    };
    scope.setSDKProcessingMetadata({ normalizedRequest });
    return post(call('crash', 1));
  });
  const [event] = await tracked.events();
  expect(event?.request).toEqual({ method: 'POST', headers: { 'User-Agent': 'shop/1.4' } });
});

describe('the option params', () => {
  const filter = (params: unknown): unknown => ({ ...(params as object), why: '[filtered]' });

  test('selects what an event contains', async () => {
    const tracked = await Tracked.start({ params: filter });
    await post(call('crash', 1, { why: 'secret' }));
    const [event] = await tracked.events();
    expect(event?.contexts.jsonrpc).toMatchObject({ params: { why: '[filtered]' } });
  });

  test('applies to a call that fails after its response', async () => {
    const tracked = await Tracked.start({ params: filter });
    await post(call('task', 1, { amount: 5 }));
    gate.open();
    const event = await tracked.event();
    expect(thrown(event)).toBe('no task');
    expect(event?.contexts.jsonrpc).toMatchObject({ params: { amount: 5 } });
  });

  test('receives the context of the call and may select nothing', async () => {
    const tracked = await Tracked.start({
      params: (params, { methodRoute }) => (methodRoute?.name === 'text' ? params : undefined),
    });
    await post(call('crash', 1, { why: 'secret' }));
    await post(call('text', 1, { hello: 'world' }));
    const contexts = (await tracked.events()).map((event) => event.contexts.jsonrpc);
    expect(contexts[0]).not.toHaveProperty('params');
    expect(contexts[1]).toMatchObject({ params: { hello: 'world' } });
  });

  test('does not prevent the event if it throws', async () => {
    const tracked = await Tracked.start({
      params: () => {
        throw new Error('no filter');
      },
    });
    await post(call('crash', 1));
    expect(thrown(await tracked.event())).toEqual('crashed');
  });
});
