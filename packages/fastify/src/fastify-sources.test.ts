import { adapterApi } from '@jsonrpc-kit/core/adapter';
import { Api, Entrypoint } from '@jsonrpc-kit/core';
import fastify from 'fastify';
import { expect, test } from 'vitest';
import { MemoryLogger } from '@jsonrpc-kit/test-support/memory-logger';
import { addTool, runAsJob } from '@jsonrpc-kit/test-support/other-carriers';
import { request, result } from '../test/request.js';
import { fastifyReply, fastifyRequest } from './http-request.js';
import { jsonRpc } from './json-rpc.js';

function natives(): Api {
  const rpc = new Entrypoint('/rpc');
  rpc.method('whoami', { args: { native: fastifyRequest } }, ({ native }) => native.ip);
  rpc.method('where', { args: { native: fastifyRequest } }, ({ native }) => native.originalUrl);
  rpc.method('known', { args: { reply: fastifyReply } }, ({ reply }) => reply.getHeader('x-known'));
  return new Api({ logger: { error: () => undefined, warn: () => undefined } }).bindEntrypoint(rpc);
}

test("a method can read Fastify's own request and reply", async () => {
  const app = fastify({ trustProxy: true });
  app.addHook('onRequest', async (_request, reply) => void reply.header('x-known', 'yes'));
  await app.register(jsonRpc, { api: natives(), prefix: '/v1' });
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': '192.0.2.7' };
  const send = async (method: string): Promise<unknown> =>
    (await app.inject({ ...request(method), url: '/v1/rpc?a=b', headers })).json();
  expect(await send('whoami')).toEqual(result('192.0.2.7'));
  expect(await send('where')).toEqual(result('/v1/rpc?a=b'));
  expect(await send('known')).toEqual(result('yes'));
});

test.each([
  ['fastifyRequest', fastifyRequest],
  ['fastifyReply', fastifyReply],
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
      `TypeError: ${name}: the request didn't come through @jsonrpc-kit/fastify. Use the source httpRequest instead.`,
    ]);
  },
);

test("a method called as a tool can read Fastify's own request and reply", async () => {
  const rpc = new Entrypoint('/rpc');
  rpc.method('read', { args: { fastifyRequest, fastifyReply } }, (native) => [
    native.fastifyRequest.originalUrl,
    native.fastifyReply.statusCode,
  ]);
  const api = new Api().bindEntrypoint(rpc);
  addTool(api, rpc, 'read');
  const app = fastify();
  await app.register(jsonRpc, { api, prefix: '/v1' });
  const response = await app.inject('/v1/tools/read?a=b');
  expect(response.json()).toMatchObject({ result: ['/v1/tools/read?a=b', 200] });
});

test.each([
  ['fastifyRequest', fastifyRequest],
  ['fastifyReply', fastifyReply],
])('%s fails a job, and the log says why', async (name, source) => {
  const rpc = new Entrypoint('/rpc');
  rpc.method('run', { args: { source } }, () => 'ran');
  const logger = new MemoryLogger();
  const outcome = await runAsJob(new Api({ logger }).bindEntrypoint(rpc), rpc, 'run');
  expect(outcome).toMatchObject({ outcomes: { error: { code: -32603 } } });
  expect(logger.entries.map(({ details }) => String(details.err))).toEqual([
    `TypeError: ${name}: a job has no Fastify request. Pass the values that the method needs as params.`,
  ]);
});
