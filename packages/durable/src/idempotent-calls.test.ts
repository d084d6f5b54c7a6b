import { PGlite } from '@electric-sql/pglite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openLedger } from '../test/ledger.js';

let pglite: PGlite;
beforeAll(async () => {
  pglite = await PGlite.create();
}, 60_000);
afterAll(() => pglite.close());

const five = { method: 'add', params: { amount: 5 }, idempotencyKey: 'five' };

test('a repeated call gets the recorded response byte for byte, with its own id', async () => {
  const { send, runs, amounts } = await openLedger(pglite);
  const response = await send({ ...five, id: 1 });
  expect(response).toBe('{"jsonrpc":"2.0","id":1,"result":{"balance":5}}');
  await send({ method: 'add', params: { amount: 10 } });
  expect(await send({ ...five, id: 1 })).toBe(response);
  expect(await send({ ...five, id: 'b' })).toBe(response.replace('1', '"b"'));
  expect(runs()).toBe(2);
  expect(await amounts()).toEqual([5, 10]);
});
