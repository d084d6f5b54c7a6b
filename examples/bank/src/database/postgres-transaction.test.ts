import type { PoolClient } from 'pg';
import { beforeEach, expect, test } from 'vitest';
import { PostgresTransaction } from './postgres-transaction.js';

/** A connection that answers `commit` as it is told to, and notes what is done with it. */
class FakeClient {
  readonly log: string[] = [];
  answer: 'COMMIT' | 'ROLLBACK' | Error = 'COMMIT';

  async query(sql: string): Promise<{ command: string; rows: unknown[] }> {
    this.log.push(sql);
    if (this.answer instanceof Error) throw this.answer;
    return { command: this.answer, rows: [] };
  }

  release(isBroken = false): void {
    this.log.push(isBroken ? 'thrown away' : 'given back');
  }
}

let client: FakeClient;
let tx: PostgresTransaction;
beforeEach(() => {
  client = new FakeClient();
  // As much of a client as a transaction uses.
  tx = new PostgresTransaction(client as unknown as PoolClient);
});

test('the connection is given back once, however often it is ended', async () => {
  await tx.query('select 1');
  await tx.commit();
  await tx.commit();
  await tx.rollback();
  expect(client.log).toEqual(['select 1', 'commit', 'given back']);
});

test('a commit that turns out to be a rollback rejects', async () => {
  client.answer = 'ROLLBACK';
  await expect(tx.commit()).rejects.toThrow('nothing was committed');
  expect(client.log).toEqual(['commit', 'given back']);
});

test('a connection that breaks at the commit is thrown away, and the commit rejects', async () => {
  client.answer = new Error('Connection terminated');
  await expect(tx.commit()).rejects.toThrow('Connection terminated');
  expect(client.log).toEqual(['commit', 'thrown away']);
});

test('a rollback over a broken connection does not reject', async () => {
  client.answer = new Error('Connection terminated');
  await tx.rollback();
  expect(client.log).toEqual(['rollback', 'thrown away']);
});

test('no query reaches a connection that is somebody else’s by now', async () => {
  await tx.commit();
  await expect(tx.query('select 1')).rejects.toThrow('The transaction has ended');
  expect(client.log).toEqual(['commit', 'given back']);
});
