import { Api, defineError, Entrypoint } from '@jsonrpc-kit/core';
import { jsonRpcTest } from '@jsonrpc-kit/testing/vitest';
import { describe, expect } from 'vitest';

class Undeclared extends defineError({ code: 6001, message: 'Undeclared' }) {}

// The calls of all tests run at the same time: none returns before the last has started.
let waiting = 0;
let goOn: () => void;
const allHere = new Promise<void>((resolve) => (goOn = resolve));

async function meet(): Promise<void> {
  waiting += 1;
  if (waiting === 4) goOn();
  await allHere;
}

const entrypoint = new Entrypoint('/rpc');
entrypoint.method('succeed', {}, async () => {
  await meet();
  return 'well';
});
entrypoint.method('fail', {}, async () => {
  await meet();
  throw new Undeclared();
});
entrypoint.method('crash', {}, async () => {
  await meet();
  throw new Error('The vault is on fire');
});
const silent = { error: () => undefined, warn: () => undefined };
const api = new Api({ logger: silent }).bindEntrypoint(entrypoint);

const test = jsonRpcTest.extend('app', () => api).extend('jsonrpcKeepAppOpen', true);

describe.concurrent('tests at the same time, on one app', () => {
  test('a good one', async ({ jsonrpcClient, allCapturedJsonRpcErrorResponses }) => {
    expect(await jsonrpcClient.jsonrpc('succeed')).toBeJsonRpcResult('well');
    expect(allCapturedJsonRpcErrorResponses.size).toBe(0);
  });

  test('a failing one', async ({ jsonrpcClient }) => {
    await jsonrpcClient.jsonrpc('fail');
  });

  test('a crashing one', async ({ jsonrpcClient }) => {
    await jsonrpcClient.jsonrpc('crash');
  });

  test('another good one', async ({ jsonrpcClient, allCapturedJsonRpcErrorResponses }) => {
    expect(await jsonrpcClient.jsonrpc('succeed')).toBeJsonRpcResult('well');
    expect(allCapturedJsonRpcErrorResponses.size).toBe(0);
  });
});
