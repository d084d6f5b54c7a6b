import { Api, Entrypoint, httpRequest } from '@jsonrpc-kit/core';
import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { jsonRpc } from './index.js';

test.each([
  ["Bun's server", '192.0.2.7', { requestIP: () => ({ address: '192.0.2.7' }) }],
  ['Deno', '192.0.2.7', { remoteAddr: { hostname: '192.0.2.7' } }],
  ['a platform that reports none', null, {}],
])('the address of a request on %s is %s', async (_, address, environment) => {
  const rpc = new Entrypoint('/rpc');
  rpc.method('address', { args: { request: httpRequest } }, ({ request }) => request.address);
  const app = new Hono().route('/', jsonRpc(new Api().bindEntrypoint(rpc)));
  const headers = { 'content-type': 'application/json' };
  const body = '{"jsonrpc":"2.0","id":1,"method":"address"}';
  const response = await app.request('/rpc', { method: 'POST', headers, body }, environment);
  expect(await response.json()).toMatchObject({ result: address });
});
