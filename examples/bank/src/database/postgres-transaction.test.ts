import type { PoolClient } from 'pg';
import { beforeEach, expect, test } from 'vitest';
import { PostgresTransaction } from './postgres-transaction.js';

/** A connection that returns `outcome` for each query, and logs its use. */
class FakeClient {
  readonly log: string[] = [];
  outcome: 'COMMIT' | 'ROLLBACK' | Error = 'COMMIT';

  async query(sql: string): Promise<{ command: string; rows: unknown[] }> {
    this.log.push(sql);
    if (this.outcome instanceof Error) throw this.outcome;
    return { command: this.outcome, rows: [] };
  }

  release(isBroken = false): void {
    this.log.push(isBroken ? 'removed' : 'released');
  }
}

let client: FakeClient;
let tx: PostgresTransaction;
beforeEach(() => {
  client = new FakeClient();
  // Has only the methods that a transaction uses.
  tx = new PostgresTransaction(client as unknown as PoolClient);
});

test('a transaction releases its connection once, even if it is ended twice', async () => {
  await tx.query('select 1');
  await tx.commit();
  await tx.commit();
  await tx.rollback();
  expect(client.log).toEqual(['select 1', 'commit', 'released']);
});

test('commit() rejects if PostgreSQL rolls back', async () => {
  client.outcome = 'ROLLBACK';
  await expect(tx.commit()).rejects.toThrow('nothing was committed');
  expect(client.log).toEqual(['commit', 'released']);
});

test('commit() rejects and removes the connection from the pool if it breaks', async () => {
  client.outcome = new Error('Connection terminated');
  await expect(tx.commit()).rejects.toThrow('Connection terminated');
  expect(client.log).toEqual(['commit', 'removed']);
});

test('rollback() on a broken connection does not reject', async () => {
  client.outcome = new Error('Connection terminated');
  await tx.rollback();
  expect(client.log).toEqual(['rollback', 'removed']);
});

test('query() rejects after the end of the transaction, without using the connection', async () => {
  await tx.commit();
  await expect(tx.query('select 1')).rejects.toThrow('The transaction has ended');
  expect(client.log).toEqual(['commit', 'released']);
});
