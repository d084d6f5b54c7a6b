import { jsonRpcTestOf } from '@jsonrpc-kit/testing/vitest';
import { expect } from 'vitest';
import { createApi } from './api.js';
import type * as methods from './methods.js';

const test = jsonRpcTestOf<typeof methods>().extend('app', () => createApi());

test('greet counts the visits of each visitor', async ({ jsonrpcClient }) => {
  await jsonrpcClient.jsonrpc('greet', { name: 'Ann' });
  await jsonrpcClient.jsonrpc('greet', { name: 'Bob' });
  const response = await jsonrpcClient.jsonrpc('greet', { name: 'Ann' });
  expect(response).toBeJsonRpcResult({ message: 'Hello, Ann. This is visit 2' });
});
