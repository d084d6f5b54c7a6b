import { Api, defineError, Entrypoint } from '@jsonrpc-kit/core';
import { jsonRpcTest } from '@jsonrpc-kit/testing/vitest';
import { describe, expect } from 'vitest';

class Undeclared extends defineError({ code: 6001, message: 'Undeclared' }) {}

// All calls run at the same time: each handler waits until the last one has started.
let waiting = 0;
let resume: () => void;
const allStarted = new Promise<void>((resolve) => (resume = resolve));

async function startTogether(): Promise<void> {
  waiting += 1;
  if (waiting === 4) resume();
  await allStarted;
}

const entrypoint = new Entrypoint('/rpc');
entrypoint.method('succeed', {}, async () => {
  await startTogether();
  return 'well';
});
entrypoint.method('fail', {}, async () => {
  await startTogether();
  throw new Undeclared();
});
entrypoint.method('crash', {}, async () => {
  await startTogether();
  throw new Error('The vault is on fire');
});
const silent = { error: () => undefined, warn: () => undefined };
const api = new Api({ logger: silent }).bindEntrypoint(entrypoint);

const test = jsonRpcTest.extend('app', () => api).extend('jsonrpcKeepAppOpen', true);

describe.concurrent('concurrent tests of one app', () => {
  test('a concurrent test that passes', async ({
    jsonrpcClient,
    allCapturedJsonRpcErrorResponses,
  }) => {
    expect(await jsonrpcClient.jsonrpc('succeed')).toBeJsonRpcResult('well');
    expect(allCapturedJsonRpcErrorResponses.size).toBe(0);
  });

  test('a concurrent test with an undeclared error', async ({ jsonrpcClient }) => {
    await jsonrpcClient.jsonrpc('fail');
  });

  test('a concurrent test with an exception', async ({ jsonrpcClient }) => {
    await jsonrpcClient.jsonrpc('crash');
  });

  test('another concurrent test that passes', async ({
    jsonrpcClient,
    allCapturedJsonRpcErrorResponses,
  }) => {
    expect(await jsonrpcClient.jsonrpc('succeed')).toBeJsonRpcResult('well');
    expect(allCapturedJsonRpcErrorResponses.size).toBe(0);
  });
});
