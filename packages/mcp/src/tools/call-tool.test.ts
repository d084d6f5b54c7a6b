import {
  addInstrumentation,
  Api,
  defineError,
  dependency,
  Entrypoint,
  header,
  HttpError,
  httpResponse,
  type JsonRpcMiddleware,
  signal,
} from '@jsonrpc-kit/core';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { call, callTool, META, type Reply } from '../../test/post.js';
import { OutOfStock, shop } from '../../test/shop.js';
import { serveMcp } from '../index.js';
import { rateLimit } from '@jsonrpc-kit/core/rate-limit';
import { describeError } from './tool-result.js';

function serveAll(entrypoint: Entrypoint): Api {
  const api = new Api({ logger: { error: () => undefined, warn: () => undefined } });
  api.bindEntrypoint(entrypoint);
  serveMcp(api, { methods: () => true });
  return api;
}

function textOf({ json }: Reply): string | undefined {
  return json.result?.content?.[0]?.text;
}

test('a tool call runs the middlewares and dependencies of its method', async () => {
  const events: string[] = [];
  const log: JsonRpcMiddleware = async (ctx, next) => {
    events.push(`enter ${ctx.methodRoute?.name}`);
    await next();
    events.push(`leave with ${JSON.stringify(ctx.rawResponse)}`);
  };
  const connection = dependency({ tenant: header(v.string()) }, function* ({ tenant }) {
    yield `connection of ${tenant}`;
    events.push('teardown');
  });
  const v1 = new Entrypoint('/rpc', { middlewares: [log], messageDependencies: [connection] });
  v1.method('stats.query', { args: { connection } }, ({ connection: used }) => used);
  const reply = await callTool(serveAll(v1), 'stats_query', {}, { headers: { tenant: 'acme' } });
  expect(textOf(reply)).toBe('connection of acme');
  expect(events).toEqual([
    'enter stats.query',
    'leave with {"jsonrpc":"2.0","id":1,"result":"connection of acme"}',
    'teardown',
  ]);
});

test('a tool call is one instrumented request, one message and one call with the name of the method', async () => {
  const seen: unknown[] = [];
  const remove = addInstrumentation({
    request: async ({ carrier, entrypoint, route }, run) => {
      seen.push(['request', entrypoint.path, route, carrier.header('traceparent')]);
      seen.push((await run()).status);
    },
    message: ({ carrier, entrypoint, route }, run) => {
      seen.push([carrier.kind, entrypoint.path, route, carrier.header('traceparent')]);
      return run();
    },
    call: (ctx, run) => {
      seen.push(['call', ctx.methodRoute?.name]);
      return run();
    },
  });
  const trace = { traceparent: '00-0af7651916cd43dd8448eb211c80319c-00f067aa0ba902b7-01' };
  const { api } = shop();
  await call(api, 'tools/call', {
    name: 'stats_count',
    _meta: { ...META, ...trace, tracestate: 5 },
  });
  remove();
  expect(seen).toEqual([
    ['request', '/rpc', '/mcp', trace.traceparent],
    ['tool', '/rpc', '/mcp', trace.traceparent],
    ['call', 'stats.count'],
    200,
  ]);
});

test('a rejected rate limit is a result with the headers of the limit', async () => {
  const v1 = new Entrypoint('/rpc', {
    rateLimit: rateLimit({ points: 1, duration: 60, key: () => 'all' }),
  });
  v1.method('a', {}, () => 1);
  const api = serveAll(v1);
  expect(textOf(await callTool(api, 'a'))).toBe('1');
  const limited = await callTool(api, 'a');
  expect(limited.status).toBe(200);
  expect(limited.json.result?.isError).toBe(true);
  expect(textOf(limited)).toMatch(/^Limit exceeded/);
  expect(
    limited.headers.get('ratelimit-remaining') ?? limited.headers.get('ratelimit'),
  ).not.toBeNull();
});

test('a body beyond the limit of the entrypoint gets 413 with the id of the call', async () => {
  const v1 = new Entrypoint('/rpc', { limits: { maxBodyBytes: 500 } });
  v1.method('echo', { args: { text: v.string() } }, ({ text }) => text);
  const { status, json } = await callTool(serveAll(v1), 'echo', { text: 'x'.repeat(500) });
  expect(status).toBe(413);
  expect(json).toMatchObject({ id: 1, error: { code: -32600 } });
});

describe('maxResponseBytes of the entrypoint', () => {
  class Refused extends defineError({ code: 6100, message: 'Refused', data: v.string() }) {}

  /** Serves methods that return or throw a text, and records what is logged. */
  function serveTexts(): { readonly api: Api; readonly logged: unknown[] } {
    const logged: unknown[] = [];
    const warn = (...entry: unknown[]): void => void logged.push(entry);
    const rpc = new Entrypoint('/rpc', { limits: { maxResponseBytes: 1_000 } });
    const args = { text: v.string(), count: v.number() };
    rpc.method('repeat', { args, summary: 'Repeat' }, ({ text, count }) => ({
      text: text.repeat(count),
    }));
    const errors = [Refused];
    rpc.method('refuse', { args, errors, summary: 'Refuse' }, ({ text, count }): string => {
      throw new Refused(text.repeat(count));
    });
    const api = new Api({ logger: { error: warn, warn } }).bindEntrypoint(rpc);
    serveMcp(api, { methods: () => true });
    return { api, logged };
  }

  test.each([
    ['repeat', 'x', 300],
    ['repeat', '"', 90],
    ['repeat', 'ž', 150],
    ['refuse', 'x', 300],
  ])('allows the tool %s a text of %j, %d times', async (tool, text, count) => {
    const { json } = await callTool(serveTexts().api, tool, { text, count });
    expect(JSON.stringify(json)).toContain(JSON.stringify(text.repeat(count)).slice(1, -1));
  });

  // Before it is converted, the response of the method has fewer than 1,000 bytes.
  test.each([
    ['repeat', 'x', 450],
    ['repeat', '"', 250],
    ['repeat', 'ž', 250],
    ['refuse', 'x', 450],
  ])('limits the response of the tool %s to a text of %j, %d times', async (tool, text, count) => {
    const { api, logged } = serveTexts();
    const reply = await callTool(api, tool, { text, count });
    expect(reply.status).toBe(200);
    expect(reply.json.result?.isError).toBe(true);
    expect(textOf(reply)).toBe('Limit exceeded (code -32005)');
    expect(logged).toEqual([
      [
        { limit: 'maxResponseBytes', method: tool },
        'Response rejected: it exceeds a limit of its entrypoint',
      ],
    ]);
  });
});

test('a path of a problem that is nested deeply is shown as data, and not as a path', async () => {
  const value = JSON.parse('['.repeat(4_000) + ']'.repeat(4_000)) as unknown;
  class Nested extends defineError({ code: 6101, message: 'Nested', data: v.unknown() }) {}
  const rpc = new Entrypoint('/rpc');
  rpc.method('fail', {}, (): string => {
    throw new Nested({ errors: [{ loc: [value], msg: 'wrong' }] });
  });
  const { status, json } = await callTool(serveAll(rpc), 'fail');
  expect(status).toBe(200);
  expect(json.result?.isError).toBe(true);
});

test('the signal of the call fires when the agent disconnects', async () => {
  const controller = new AbortController();
  const v1 = new Entrypoint('/rpc');
  let reason: unknown;
  v1.method(
    'wait',
    { args: { aborted: signal } },
    ({ aborted }) =>
      new Promise<string>((resolve) => {
        aborted.addEventListener('abort', () => {
          reason = aborted.reason;
          resolve('given up');
        });
        controller.abort('gone');
      }),
  );
  await callTool(serveAll(v1), 'wait', {}, { signal: controller.signal });
  expect(reason).toBe('gone');
});

test('an HttpError is returned as the HTTP response', async () => {
  const v1 = new Entrypoint('/rpc');
  v1.method('teapot', {}, (): string => {
    throw new HttpError(418, 'Short and stout', { 'x-tea': 'green' });
  });
  const { status, headers, json } = await callTool(serveAll(v1), 'teapot');
  expect(status).toBe(418);
  expect(headers.get('x-tea')).toBe('green');
  expect(json).toEqual({ detail: 'Short and stout' });
});

test('the response has the headers that a handler sets, but not its status', async () => {
  const v1 = new Entrypoint('/rpc');
  v1.method('set', { args: { head: httpResponse } }, ({ head }) => {
    head.status = 201;
    head.headers.set('x-set', 'yes');
    return null;
  });
  const { status, headers } = await callTool(serveAll(v1), 'set');
  expect(status).toBe(200);
  expect(headers.get('x-set')).toBe('yes');
});

test('a server that shuts down responds with 503', async () => {
  const { api } = shop();
  await api.close();
  expect((await callTool(api, 'greet', { name: 'Ann' })).status).toBe(503);
});

test('a call whose body arrives only during a shutdown gets 503', async () => {
  const { api } = shop();
  const closing = callTool(api, 'greet', { name: 'Ann' });
  const closed = api.close();
  expect((await closing).status).toBe(503);
  await closed;
});

test.each([
  [{ code: 1, message: 'Plain' }, 'Plain (code 1)'],
  [{ code: 1, message: 'Data', data: null }, 'Data (code 1)\nnull'],
  [{ code: 1, message: 'Data', data: { a: 1 } }, 'Data (code 1)\n{"a":1}'],
  [{ code: 1, message: 'Own', data: { errors: ['a'] } }, 'Own (code 1)\n{"errors":["a"]}'],
  [
    {
      code: 1,
      message: 'Problems',
      data: {
        errors: [
          { loc: [], msg: 'all' },
          { loc: ['items', 0], msg: 'one' },
        ],
      },
    },
    'Problems (code 1)\n- all\n- items.0: one',
  ],
])('describes the error %j in words', (error, text) => {
  expect(describeError(error)).toBe(text);
});

test('an error is a result for the agent, whatever status the method sets', async () => {
  const v1 = new Entrypoint('/rpc');
  v1.method('fail', { args: { head: httpResponse } }, ({ head }): string => {
    head.status = 404;
    throw new OutOfStock({ left: 0 });
  });
  const reply = await callTool(serveAll(v1), 'fail');
  expect(reply.status).toBe(200);
  expect(textOf(reply)).toBe('Out of stock (code 6001)\n{"left":0}');
});

test('messages beyond maxHeldBytes get 503 before they are parsed, until the tool calls have ended', async () => {
  const v1 = new Entrypoint('/rpc');
  let finish = (): void => undefined;
  const finished = new Promise<string>((resolve) => {
    finish = () => resolve('done');
  });
  v1.method('wait', { args: { values: v.any() } }, () => finished);
  const api = new Api({ maxHeldBytes: 1_000_000 }).bindEntrypoint(v1);
  serveMcp(api, { methods: () => true });
  const values = Array.from({ length: 10_000 }, () => [{}]);
  const first = callTool(api, 'wait', { values });
  const notJson = { body: { kind: 'text', text: '[{}],'.repeat(10_000) } } as const;
  const rejected = await call(api, 'tools/list', {}, notJson);
  expect(rejected).toMatchObject({ status: 503, json: { error: { code: -32005 } } });
  expect(rejected.headers.get('retry-after')).toBe('1');
  finish();
  expect(textOf(await first)).toBe('done');
  // Requests release their memory, whatever their response is.
  for (let count = 0; count < 3; count += 1) {
    expect((await call(api, 'tools/list', {}, notJson)).status).toBe(400);
    expect((await callTool(api, 'missing', { values })).json.error?.code).toBe(-32602);
    expect(textOf(await callTool(api, 'wait', { values }))).toBe('done');
  }
});
