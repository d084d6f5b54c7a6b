import { createServer } from 'node:http';
import { Api, Entrypoint } from '@jsonrpc-kit/core';
import express from 'express';
import { beforeEach, expect, test, vi } from 'vitest';
import { listen } from '@jsonrpc-kit/test-support/listen';
import { call, post, RawClient } from '@jsonrpc-kit/test-support/raw-client';
import { jsonRpc } from './json-rpc.js';

// Replaces Express in the adapter too, not only in this file.
// @ts-expect-error -- the alias has no types
vi.mock('express', () => import('express-4'));

const PONG = '{"jsonrpc":"2.0","id":1,"result":"pong"}';
const ping = call('ping');
let client: RawClient;

beforeEach(async () => {
  const rpc = new Entrypoint('/rpc', { limits: { maxBodyBytes: 1000 } });
  rpc.method('ping', {}, () => 'pong');
  const api = new Api().bindEntrypoint(rpc);
  const app = express()
    .use(jsonRpc(api))
    .use(express.json())
    .use('/parsed', jsonRpc(api))
    .use((_request, response) => void response.status(404).send('not found'));
  client = new RawClient(await listen(createServer(app)));
});

test('these tests run with Express 4', () => {
  expect(express.application).toHaveProperty('lazyrouter');
});

test.each([
  ['a call', post('/rpc', ping), 200, PONG],
  ['a body that express.json() has parsed', post('/parsed/rpc', ping), 200, PONG],
  [
    'a body whose type express.json() ignores',
    post('/parsed/rpc', ping, { 'content-type': 'application/json-rpc' }),
    200,
    PONG,
  ],
  ['a method with a malformed escape', post('/rpc/%zz', ping), 404, 'not found'],
  ['a body that is not JSON', post('/rpc', '{'), 200, 'Parse error'],
  ['a notification', post('/rpc', '{"jsonrpc":"2.0","method":"ping"}'), 204, ''],
  ['a body over the limit', post('/rpc', ping.padEnd(1001)), 413, 'at most 1000 bytes'],
  ['a parsed body over the limit', post('/parsed/rpc', ping.padEnd(1001)), 413, 'at most'],
  ['another verb', post('/rpc', ping).replace('POST', 'PURGE'), 405, 'Method Not Allowed'],
  ['another path', post('/elsewhere', ping), 404, 'not found'],
])('on Express 4 the api responds to %s', async (_, request, status, body) => {
  client.send(request);
  const response = await client.response();
  expect(response.status).toBe(status);
  expect(response.body).toContain(body);
});
