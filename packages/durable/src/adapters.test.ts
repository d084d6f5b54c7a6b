import { PGlite } from '@electric-sql/pglite';
import { jsonRpc } from '@jsonrpc-kit/node';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { openLedger } from '../test/ledger.js';

test('a call over HTTP may carry its key in the header Idempotency-Key', async () => {
  const pglite = await PGlite.create();
  const ledger = await openLedger(pglite);
  const server = createServer(jsonRpc(ledger.api)).listen(0);
  const { port } = server.address() as AddressInfo;
  const send = (): Promise<Response> =>
    fetch(`http://127.0.0.1:${port}/rpc`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': '"a"' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'add', params: { amount: 5 } }),
    });
  const first = await send();
  const second = await send();
  expect(await second.text()).toBe(await first.text());
  expect(first.headers.get('idempotency-replayed')).toBeNull();
  expect(second.headers.get('idempotency-replayed')).toBe('true');
  server.close();
  await ledger.close();
  await pglite.close();
});
