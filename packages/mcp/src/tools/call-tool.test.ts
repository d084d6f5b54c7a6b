import {
  addInstrumentation,
  Api,
  dependency,
  Entrypoint,
  header,
  HttpError,
  httpResponse,
  type JsonRpcMiddleware,
  signal,
} from '@jsonrpc-kit/core';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { call, callTool, META, type Reply } from '../../test/post.js';
import { OutOfStock, shop } from '../../test/shop.js';
import { serveMcp } from '../index.js';
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
  const v1 = new Entrypoint('/rpc', { middlewares: [log], dependencies: [connection] });
  v1.method('stats.query', { args: { connection } }, ({ connection: used }) => used);
  const reply = await callTool(serveAll(v1), 'stats_query', {}, { headers: { tenant: 'acme' } });
  expect(textOf(reply)).toBe('connection of acme');
  expect(events).toEqual([
    'enter stats.query',
    'leave with {"jsonrpc":"2.0","id":1,"result":"connection of acme"}',
    'teardown',
  ]);
});

test('a tool call is one instrumented request and one call with the name of the method', async () => {
  const seen: unknown[] = [];
  const remove = addInstrumentation({
    request: ({ httpRequest, entrypoint }, run) => {
      const { path, originalPath } = httpRequest;
      seen.push([entrypoint.path, path, originalPath, httpRequest.header('traceparent')]);
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
    ['/rpc', '/rpc', '/mcp', trace.traceparent],
    ['call', 'stats.count'],
  ]);
});

test('a rejected rate limit is a result with the headers of the limit', async () => {
  const v1 = new Entrypoint('/rpc', { rateLimit: { points: 1, duration: 60, key: () => 'all' } });
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
  const v1 = new Entrypoint('/rpc', { maxBodyBytes: 500 });
  v1.method('echo', { args: { text: v.string() } }, ({ text }) => text);
  const { status, json } = await callTool(serveAll(v1), 'echo', { text: 'x'.repeat(500) });
  expect(status).toBe(413);
  expect(json).toMatchObject({ id: 1, error: { code: -32600 } });
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
