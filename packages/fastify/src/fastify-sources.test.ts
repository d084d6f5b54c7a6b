import { Api, Entrypoint } from '@jsonrpc-kit/core';
import fastify from 'fastify';
import { expect, test } from 'vitest';
import { request, result } from '../test/request.js';
import { fastifyReply, fastifyRequest } from './fastify-sources.js';
import { jsonRpc } from './json-rpc.js';

function natives(): Api {
  const rpc = new Entrypoint('/rpc');
  rpc.method('whoami', { args: { native: fastifyRequest } }, ({ native }) => native.ip);
  rpc.method('where', { args: { native: fastifyRequest } }, ({ native }) => native.originalUrl);
  rpc.method('known', { args: { reply: fastifyReply } }, ({ reply }) => reply.getHeader('x-known'));
  return new Api({ logger: { error: () => undefined, warn: () => undefined } }).bindEntrypoint(rpc);
}

test("a method is given Fastify's own request and reply", async () => {
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

test('elsewhere they are an error', () => {
  const scope = { httpRequest: {} } as Parameters<typeof fastifyRequest.read>[0];
  expect(() => fastifyRequest.read(scope)).toThrow(
    'fastifyRequest: the request did not come through @jsonrpc-kit/fastify',
  );
  expect(() => fastifyReply.read(scope)).toThrow('fastifyReply: ');
});
