import { createBank } from '@jsonrpc-kit/example-bank';
import { expect, test } from 'vitest';
import { createApp } from './create-app.js';

test('the app serves the bank, with no server around it', async () => {
  const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const bank = await createBank({ logger: silent });
  const app = createApp(bank.api);
  const answer = await app.request('/api/v1/jsonrpc', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-auth-token': 'bob-token' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'listAccounts' }),
  });
  expect(answer.status).toBe(200);
  expect(await answer.json()).toEqual({
    jsonrpc: '2.0',
    id: 1,
    result: [{ accountId: '2.1', name: 'everyday', balance: 50_00 }],
  });
  expect((await app.request('/')).status).toBe(404);
  await bank.close();
}, 60_000);
