import { createBank } from '@jsonrpc-kit/example-bank';
import { expect, test } from 'vitest';
import { createApp } from './create-app.js';

test('the app serves the bank, with no server around it, and ends it', async () => {
  const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const bank = await createBank({ logger: silent });
  const app = createApp(bank);
  const answer = await app.inject({
    method: 'POST',
    url: '/api/v1/jsonrpc',
    headers: { 'user-auth-token': 'bob-token' },
    payload: { jsonrpc: '2.0', id: 1, method: 'listAccounts' },
  });
  expect(answer.json()).toEqual({
    jsonrpc: '2.0',
    id: 1,
    result: [{ accountId: '2.1', name: 'everyday', balance: 50_00 }],
  });
  expect((await app.inject('/')).statusCode).toBe(404);
  await app.close();
  expect(bank.api.isClosed).toBe(true);
}, 60_000);
