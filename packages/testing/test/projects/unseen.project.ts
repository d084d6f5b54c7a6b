import { jsonRpcTest } from '@jsonrpc-kit/testing/vitest';
import { describe, expect } from 'vitest';

const elsewhere = jsonRpcTest.extend('jsonrpcUrl', '/bank');

describe('an error', () => {
  const error = { code: 6001, message: 'Not enough money' };
  const test = elsewhere.extend('app', () => ({
    fetch: () => Response.json({ jsonrpc: '2.0', id: 0, error }),
  }));

  test('an error from elsewhere', async ({ jsonrpcClient }) => {
    expect(await jsonrpcClient.jsonrpc('withdraw')).toBeJsonRpcError(6001);
  });

  const untracked = { tags: ['jsonrpc-no-tracking'] };
  test('an error from elsewhere, untracked', untracked, async ({ jsonrpcClient }) => {
    expect(await jsonrpcClient.jsonrpc('withdraw')).toBeJsonRpcError(6001);
  });
});

describe('a result', () => {
  const test = elsewhere.extend('app', () => ({
    fetch: () => Response.json({ jsonrpc: '2.0', id: 0, result: 1 }),
  }));

  test('a result from elsewhere', async ({ jsonrpcClient }) => {
    expect(await jsonrpcClient.jsonrpc('withdraw')).toBeJsonRpcResult(1);
  });
});
