import { Api, defineError, Entrypoint } from '@jsonrpc-kit/core';
import { jsonRpcTest } from '@jsonrpc-kit/testing/vitest';
import { Hono } from 'hono';
import { expect } from 'vitest';

class MarketClosed extends defineError({ code: 6004, message: 'Market closed' }) {}

function createApi(): Api {
  const rpc = new Entrypoint('/market');
  rpc.subscription('declared', { errors: [MarketClosed] }, async function* () {
    yield 1;
    throw new MarketClosed();
  });
  rpc.subscription('undeclared', {}, async function* () {
    yield 1;
    throw new MarketClosed();
  });
  rpc.subscription('rejected', {}, async () => {
    throw new MarketClosed();
  });
  rpc.subscription('crashing', {}, async function* () {
    yield 1;
    throw new Error('The ticker tape is torn');
  });
  return new Api({ logger: { error: () => undefined, warn: () => undefined } }).bindEntrypoint(rpc);
}

const test = jsonRpcTest
  .extend('api', () => createApi())
  // The framework doesn't matter, because connections go to the api.
  .extend('app', () => new Hono())
  .extend('jsonrpcUrl', '/market');

test('a subscription with a declared error', async ({ api: _, jsonrpcClient }) => {
  const subscription = await jsonrpcClient.subscribe('declared');
  expect(await subscription.collect(1)).toEqual([1]);
  expect(await subscription.lastWord()).toMatchObject({ kind: 'error', error: { code: 6004 } });
});

test('a subscription with an undeclared last word', async ({ api: _, jsonrpcClient }) => {
  await (await jsonrpcClient.subscribe('undeclared')).lastWord();
});

test('a subscription that is rejected with an undeclared error', async ({
  api: _,
  jsonrpcClient,
}) => {
  await jsonrpcClient.subscribe('rejected');
});

test('a subscription whose iterable crashes', async ({ api: _, jsonrpcClient }) => {
  const subscription = await jsonrpcClient.subscribe('crashing');
  await subscription.lastWord();
});

test('a subscription without the api', async ({ jsonrpcClient }) => {
  await jsonrpcClient.subscribe('declared');
});
