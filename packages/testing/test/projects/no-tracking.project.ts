import { jsonRpcTest } from '@jsonrpc-kit/testing/vitest';
import { InternalError } from '@jsonrpc-kit/core';
import { describe, expect } from 'vitest';
import { createApi } from './bank.ts';

const test = jsonRpcTest.extend('app', () => createApi());

test(
  'a test with the tag that disables tracking',
  { tags: ['jsonrpc-no-tracking'] },
  async ({ jsonrpcClient, allCapturedJsonRpcErrorResponses }) => {
    expect(await jsonrpcClient.jsonrpc('crash')).toBeJsonRpcError(InternalError);
    expect(await jsonrpcClient.jsonrpc('close')).toBeJsonRpcError(6002);
    expect(allCapturedJsonRpcErrorResponses.size).toBe(0);
  },
);

describe('the option of some tests', () => {
  test.override('jsonrpcNoTracking', true);

  test('a test with the option that disables tracking', async ({
    jsonrpcClient,
    allCapturedJsonRpcErrorResponses,
  }) => {
    expect(await jsonrpcClient.jsonrpc('crash')).toBeJsonRpcError(InternalError);
    await jsonrpcClient.notify('close');
    await jsonrpcClient.settled();
    expect(allCapturedJsonRpcErrorResponses.size).toBe(0);
  });
});

test('a test with tracking', async ({ jsonrpcClient }) => {
  await jsonrpcClient.jsonrpc('close');
});
