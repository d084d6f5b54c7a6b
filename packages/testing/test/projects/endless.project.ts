import { Api, Entrypoint } from '@jsonrpc-kit/core';
import { jsonRpcTest } from '@jsonrpc-kit/testing/vitest';
import { expect } from 'vitest';

const entrypoint = new Entrypoint('/rpc');
entrypoint.method('wait', {}, () => new Promise<void>(() => undefined));
entrypoint.method('ping', {}, () => 'pong');

const events: string[] = [];
const test = jsonRpcTest.extend('app', ({ task: _ }, { onCleanup }) => {
  onCleanup(() => void events.push('app closed'));
  return new Api().bindEntrypoint(entrypoint);
});

test('a notification that never finishes', async ({ jsonrpcClient }) => {
  await jsonrpcClient.notify('wait');
});

test('the test after the notification that never finishes', async ({ jsonrpcClient }) => {
  expect(events).toEqual(['app closed']);
  expect(await jsonrpcClient.jsonrpc('ping')).toBeJsonRpcResult('pong');
});
