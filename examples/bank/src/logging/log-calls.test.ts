import { Api, Entrypoint } from '@jsonrpc-kit/core';
import { JsonRpcTestClient } from '@jsonrpc-kit/testing';
import { expect, test } from 'vitest';
import { MemoryLogger } from '../../test/memory-logger.js';
import { logCalls } from './log-calls.js';

test('logs every call, including notifications and invalid requests', async () => {
  const logger = new MemoryLogger();
  const entrypoint = new Entrypoint('/rpc', { middlewares: [logCalls(logger)] });
  entrypoint.method('ping', {}, () => 'pong');
  const api = new Api({ logger });
  api.bindEntrypoint(entrypoint);

  const ping = { jsonrpc: '2.0', method: 'ping' };
  const batch = [{ ...ping, id: 1 }, ping, { ...ping, id: 2, method: 'unknown' }, 'nonsense'];
  const client = new JsonRpcTestClient(api);
  await client.request({ json: batch });
  await client.close();

  const details = logger.lines.map((line) => line.details);
  expect(details).toHaveLength(4);
  // Calls of a batch finish in any order.
  const lines = [
    { method: 'ping', id: 1, errorCode: undefined, milliseconds: expect.any(Number) },
    { method: 'ping', id: undefined, errorCode: undefined, milliseconds: expect.any(Number) },
    { method: undefined, id: 2, errorCode: -32601, milliseconds: expect.any(Number) },
    { method: undefined, id: undefined, errorCode: -32600, milliseconds: expect.any(Number) },
  ];
  expect(details).toEqual(expect.arrayContaining(lines));
});
