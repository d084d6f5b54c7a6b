import { jsonRpcTest } from '@jsonrpc-kit/testing/vitest';
import { expect } from 'vitest';
import { createApi } from './bank.ts';

const test = jsonRpcTest.extend('app', () => createApi());

test('an exception of a call', async ({ jsonrpcClient }) => {
  await jsonrpcClient.jsonrpc('crash');
  expect('the test').toBe('over by now');
});

test('an exception that the test swallows', async ({ jsonrpcClient }) => {
  await jsonrpcClient.jsonrpc('crash').catch(() => undefined);
});

test('an exception that the test expects', async ({ jsonrpcClient }) => {
  await expect(jsonrpcClient.jsonrpc('crash')).rejects.toThrow('on fire');
});

test('an exception in a batch', async ({ jsonrpcClient }) => {
  await jsonrpcClient.batch([{ method: 'close' }, { method: 'crash' }]);
});

test('an exception of a notification', async ({ jsonrpcClient }) => {
  await jsonrpcClient.notify('crashLater');
});

test('an exception of a teardown', async ({ jsonrpcClient }) => {
  expect(await jsonrpcClient.jsonrpc('record')).toBeJsonRpcResult('recorded');
});

test('an exception of a background task that the test waits for', async ({ jsonrpcClient }) => {
  await jsonrpcClient.jsonrpc('remind');
  await jsonrpcClient.settled();
  expect('the test').toBe('over by now');
});

test('a thrown value that is not an Error', async ({ jsonrpcClient }) => {
  await jsonrpcClient.jsonrpc('shout');
});

test('an exception in both runs of a retried test', { retry: 1 }, async ({ jsonrpcClient }) => {
  await jsonrpcClient.jsonrpc('crash').catch(() => undefined);
});

let tries = 0;
test('an exception in the first run of a retried test', { retry: 1 }, async ({ jsonrpcClient }) => {
  tries += 1;
  if (tries === 1) await jsonrpcClient.jsonrpc('crash');
});
