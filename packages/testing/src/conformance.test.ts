import { Api, Entrypoint } from '@jsonrpc-kit/core';
import { openrpc } from '@jsonrpc-kit/schema';
import { expect, test } from 'vitest';
import { JsonRpcTestClient } from './index.js';
import { conformanceEntrypoint } from './conformance.js';

// tests/parity audits the entrypoint with every adapter.
test('the API schemas do not list the methods of the audit', () => {
  const bank = new Entrypoint('/bank');
  bank.method('ping', {}, () => 'pong');
  const api = new Api().bindEntrypoint(bank).bindEntrypoint(conformanceEntrypoint('/audit'));
  expect(openrpc(api).methods).toMatchObject([{ name: 'ping' }]);
});

test('the entrypoint of the audit has the options of the application', async () => {
  const entrypoint = conformanceEntrypoint('/audit', { limits: { maxBatchSize: 1 } });
  const client = new JsonRpcTestClient(new Api().bindEntrypoint(entrypoint));
  const call = { jsonrpc: '2.0', id: 1, method: 'sum', params: [1, 2] };
  const { json } = await client.request({ json: [call] });
  expect(json).toEqual([{ jsonrpc: '2.0', id: 1, result: 3 }]);
  const rejected = await client.request({ json: [call, call] });
  expect(rejected.json).toMatchObject({ id: null, error: { code: -32600 } });
});
