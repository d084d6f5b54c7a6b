import { createBank } from '@jsonrpc-kit/example-bank';
import { expect, test } from 'vitest';
import { createApp } from './create-app.js';
import { listen } from './listen.js';

test('the app serves the bank, and nothing else', async () => {
  const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const bank = await createBank({ logger: silent });
  const { server, address } = await listen(createApp(bank.api), { host: '127.0.0.1', port: 0 });
  const origin = `http://127.0.0.1:${address.port}`;
  const answer = await fetch(`${origin}/api/v1/jsonrpc`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-auth-token': 'bob-token' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'listAccounts' }),
  });
  expect(await answer.json()).toEqual({
    jsonrpc: '2.0',
    id: 1,
    result: [{ accountId: '2.1', name: 'everyday', balance: 50_00 }],
  });
  expect((await fetch(origin)).status).toBe(404);
  server.close().closeAllConnections();
  await bank.close();
}, 60_000);
