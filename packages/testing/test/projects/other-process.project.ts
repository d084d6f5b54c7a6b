import { jsonRpcTest } from '@jsonrpc-kit/testing/vitest';
import { describe, expect } from 'vitest';

const testOfOtherProcess = jsonRpcTest.extend('jsonrpcUrl', '/bank');

describe('an error response of another process', () => {
  const error = { code: 6001, message: 'Not enough money' };
  const test = testOfOtherProcess.extend('app', () => ({
    fetch: () => Response.json({ jsonrpc: '2.0', id: 0, error }),
  }));

  test('an error of another process', async ({ jsonrpcClient }) => {
    expect(await jsonrpcClient.jsonrpc('withdraw')).toBeJsonRpcError(6001);
  });

  const untracked = { tags: ['jsonrpc-no-tracking'] };
  test(
    'an error of another process in a test without tracking',
    untracked,
    async ({ jsonrpcClient }) => {
      expect(await jsonrpcClient.jsonrpc('withdraw')).toBeJsonRpcError(6001);
    },
  );
});

describe('a result of another process', () => {
  const test = testOfOtherProcess.extend('app', () => ({
    fetch: () => Response.json({ jsonrpc: '2.0', id: 0, result: 1 }),
  }));

  test('a result of another process', async ({ jsonrpcClient }) => {
    expect(await jsonrpcClient.jsonrpc('withdraw')).toBeJsonRpcResult(1);
  });
});
