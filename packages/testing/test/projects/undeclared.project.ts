import { jsonRpcTest } from '@jsonrpc-kit/testing/vitest';
import { describe, expect } from 'vitest';
import { createApi, createStrictApi, NotEnoughMoney } from './bank.ts';

const test = jsonRpcTest.extend('app', () => createApi());

test('an undeclared error', async ({ jsonrpcClient }) => {
  const response = await jsonrpcClient.jsonrpc('withdraw', { amount: 500 });
  expect(response).toBeJsonRpcError(NotEnoughMoney, { balance: 100 });
});

test('undeclared errors of several calls', async ({ jsonrpcClient }) => {
  await Promise.all([
    jsonrpcClient.jsonrpc('close'),
    jsonrpcClient.jsonrpc('withdraw', { amount: 500 }),
    jsonrpcClient.jsonrpc('withdraw', { amount: 600 }),
    jsonrpcClient.jsonrpc('withdraw', { amount: 6 }),
    jsonrpcClient.jsonrpc('pay'),
  ]);
});

test('an undeclared error in a batch', async ({ jsonrpcClient }) => {
  await jsonrpcClient.batch([
    { method: 'withdraw', params: { amount: 5 } },
    { method: 'close' },
    { method: 'pay' },
  ]);
});

test('an undeclared error of a notification', async ({ jsonrpcClient }) => {
  await jsonrpcClient.notify('close');
});

test('an error that a middleware assigns', async ({ jsonrpcClient }) => {
  await jsonrpcClient.jsonrpc('visit');
});

describe('an entrypoint with few errors', () => {
  test.override('app', () => createStrictApi());

  test('standard errors that the entrypoint does not declare', async ({ jsonrpcClient }) => {
    await jsonrpcClient.jsonrpc('count', { coins: 'many' });
    await jsonrpcClient.jsonrpc('sort');
    await jsonrpcClient.request({ body: 'nonsense' });
  });
});

test('a failing test with an undeclared error', async ({ jsonrpcClient }) => {
  expect(await jsonrpcClient.jsonrpc('withdraw', { amount: 500 })).toBeJsonRpcResult();
});

test('declared errors', async ({ jsonrpcClient, allCapturedJsonRpcErrorResponses }) => {
  await jsonrpcClient.jsonrpc('pay');
  await jsonrpcClient.jsonrpc('sort');
  await jsonrpcClient.jsonrpc('withdraw', { amount: 'all' });
  await jsonrpcClient.jsonrpc('apologize');
  expect([...allCapturedJsonRpcErrorResponses.values()].flat()).toHaveLength(4);
});
