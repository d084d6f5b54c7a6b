import { PassThrough } from 'node:stream';
import { Api, Entrypoint } from '@jsonrpc-kit/core';
import fastify, { type FastifyInstance } from 'fastify';
import { expect, test } from 'vitest';
import { chunk, post, RawClient } from '@jsonrpc-kit/test-support/raw-client';
import { listen } from '../test/listen.js';
import { jsonRpc } from './json-rpc.js';

test.each<[string, (app: FastifyInstance) => unknown]>([
  ['without hooks', () => undefined],
  [
    'behind a hook that replaces its stream',
    (app) =>
      app.addHook('preParsing', async (_request, _reply, body) => body.pipe(new PassThrough())),
  ],
])('a body that does not arrive gets 408 %s', async (_, addHooks) => {
  const app = fastify();
  addHooks(app);
  await app.register(jsonRpc, {
    api: new Api().bindEntrypoint(new Entrypoint('/rpc', { limits: { bodyTimeout: 50 } })),
  });
  const client = new RawClient(await listen(app));
  client.send(post('/rpc', '', { 'transfer-encoding': 'chunked' }), chunk('{'));
  expect(await client.response()).toMatchObject({
    status: 408,
    headers: { connection: ['close'] },
    body: expect.stringContaining('"body_timeout"') as string,
  });
  await client.closed;
});
