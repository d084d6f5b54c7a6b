import { jsonRpcTest } from '@jsonrpc-kit/testing/vitest';
import { expect } from 'vitest';
import { createApi } from './bank.ts';

const test = jsonRpcTest.extend('app', () => createApi());

test('a plain exception', async ({ jsonrpcClient }) => {
  await jsonrpcClient.jsonrpc('crash');
  expect('the test').toBe('over by now');
});

test('one that the test swallows', async ({ jsonrpcClient }) => {
  await jsonrpcClient.jsonrpc('crash').catch(() => undefined);
});

test('one that the test expects', async ({ jsonrpcClient }) => {
  await expect(jsonrpcClient.jsonrpc('crash')).rejects.toThrow('on fire');
});

test('one in a batch', async ({ jsonrpcClient }) => {
  await jsonrpcClient.batch([{ method: 'close' }, { method: 'crash' }]);
});

test('one of a notification', async ({ jsonrpcClient }) => {
  await jsonrpcClient.notify('crashLater');
});

test('one of a teardown', async ({ jsonrpcClient }) => {
  expect(await jsonrpcClient.jsonrpc('record')).toBeJsonRpcResult('recorded');
});

test('one of a background task, which the test waits for', async ({ jsonrpcClient }) => {
  await jsonrpcClient.jsonrpc('remind');
  await jsonrpcClient.settled();
  expect('the test').toBe('over by now');
});

test('a thrown value that is not an Error', async ({ jsonrpcClient }) => {
  await jsonrpcClient.jsonrpc('shout');
});

test('one in each of two tries', { retry: 1 }, async ({ jsonrpcClient }) => {
  await jsonrpcClient.jsonrpc('crash').catch(() => undefined);
});

let tries = 0;
test('one in the first of two tries', { retry: 1 }, async ({ jsonrpcClient }) => {
  tries += 1;
  if (tries === 1) await jsonrpcClient.jsonrpc('crash');
});
