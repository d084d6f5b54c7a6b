import { adapterApi } from '@jsonrpc-kit/core/adapter';
import { createServer } from 'node:http';
import { Api, Entrypoint } from '@jsonrpc-kit/core';
import express from 'express';
import { expect, test } from 'vitest';
import { listen } from '@jsonrpc-kit/test-support/listen';
import { MemoryLogger } from '@jsonrpc-kit/test-support/memory-logger';
import { addTool, runAsJob } from '@jsonrpc-kit/test-support/other-carriers';
import { call } from '@jsonrpc-kit/test-support/raw-client';
import { expressRequest, expressResponse } from './http-request.js';
import { jsonRpc } from './json-rpc.js';

function natives(): Api {
  const rpc = new Entrypoint('/rpc');
  rpc.method('whoami', { args: { request: expressRequest } }, ({ request }) => request.ip);
  rpc.method('where', { args: { request: expressRequest } }, ({ request }) => request.originalUrl);
  rpc.method('user', { args: { response: expressResponse } }, ({ response }) => {
    return String(response.locals['user']);
  });
  rpc.method('tenant', { args: { request: expressRequest } }, ({ request }) => {
    return request.params['tenant'];
  });
  return new Api().bindEntrypoint(rpc);
}

test("a method can read Express's own request and response", async () => {
  const app = express()
    .set('trust proxy', true)
    .use((_request, response, next) => {
      response.locals['user'] = 'alice';
      next();
    })
    .use('/v1/:tenant', jsonRpc(natives()));
  const port = await listen(createServer(app));
  const send = async (method: string): Promise<unknown> => {
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': '192.0.2.7' };
    const url = `http://127.0.0.1:${port}/v1/north/rpc?a=b`;
    const response = await fetch(url, { method: 'POST', headers, body: call(method) });
    return ((await response.json()) as { result: unknown }).result;
  };
  expect(await send('whoami')).toBe('192.0.2.7');
  expect(await send('where')).toBe('/v1/north/rpc?a=b');
  expect(await send('tenant')).toBe('north');
  expect(await send('user')).toBe('alice');
});

test.each([
  ['expressRequest', expressRequest],
  ['expressResponse', expressResponse],
])(
  '%s fails a call that came through another adapter, and the log says so',
  async (name, source) => {
    const messages: string[] = [];
    const logger = {
      error: ({ err }: { err?: unknown }) => messages.push(String(err)),
      warn: () => undefined,
    };
    const rpc = new Entrypoint('/rpc');
    rpc.method('run', { args: { source } }, () => 'ran');
    const api = new Api({ logger }).bindEntrypoint(rpc);
    await adapterApi(api).handle({
      verb: 'POST',
      path: '/rpc',
      header: (header) => (header === 'content-type' ? 'application/json' : undefined),
      readBody: () => ({ kind: 'text', text: '{"jsonrpc":"2.0","id":1,"method":"run"}' }),
      signal: new AbortController().signal,
      native: undefined,
    });
    expect(messages).toEqual([
      `TypeError: ${name}: the request didn't come through @jsonrpc-kit/express. Use the source httpRequest instead.`,
    ]);
  },
);

test("a method called as a tool can read Express's own request and response", async () => {
  const rpc = new Entrypoint('/rpc');
  rpc.method('read', { args: { expressRequest, expressResponse } }, (native) => [
    native.expressRequest.originalUrl,
    native.expressResponse.statusCode,
  ]);
  const api = new Api().bindEntrypoint(rpc);
  addTool(api, rpc, 'read');
  const port = await listen(createServer(express().use('/v1', jsonRpc(api))));
  const response = await fetch(`http://127.0.0.1:${port}/v1/tools/read?a=b`);
  expect(await response.json()).toMatchObject({ result: ['/v1/tools/read?a=b', 200] });
});

test.each([
  ['expressRequest', expressRequest],
  ['expressResponse', expressResponse],
])('%s fails a job, and the log says why', async (name, source) => {
  const rpc = new Entrypoint('/rpc');
  rpc.method('run', { args: { source } }, () => 'ran');
  const logger = new MemoryLogger();
  const outcome = await runAsJob(new Api({ logger }).bindEntrypoint(rpc), rpc, 'run');
  expect(outcome).toMatchObject({ outcomes: { error: { code: -32603 } } });
  expect(logger.entries.map(({ details }) => String(details.err))).toEqual([
    `TypeError: ${name}: a job has no Express request. Pass the values that the method needs as params.`,
  ]);
});
