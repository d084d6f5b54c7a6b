import { InvalidParams } from '@jsonrpc-kit/core';
import { jsonRpcTestOf } from '@jsonrpc-kit/testing/vitest';
import { expect } from 'vitest';
import { createApi } from './api.js';
import type * as methods from './methods.js';

const test = jsonRpcTestOf<typeof methods>().extend('app', () => createApi());

test('greet greets a visitor by name', async ({ jsonrpcClient }) => {
  const response = await jsonrpcClient.jsonrpc('greet', { name: 'Ann' });
  expect(response).toBeJsonRpcResult({ message: 'Hello, Ann' });
});

test('greet rejects an empty name', async ({ jsonrpcClient }) => {
  const response = await jsonrpcClient.jsonrpc('greet', { name: '' });
  expect(response).toBeJsonRpcError(InvalidParams);
});
