import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testDatabases } from '../../test/test-databases.js';
import type { Database } from './database.js';
import { inTransaction } from './in-transaction.js';
import { openDatabase } from './open-database.js';

describe.each(testDatabases())('on $name', (testDatabase) => {
  let database: Database;
  let remove: () => Promise<void>;
  beforeAll(async () => {
    const created = await testDatabase.create();
    remove = created.remove;
    database = await openDatabase(created.options);
    await database.query('create table note (id integer primary key, amount bigint)');
  }, 60_000);
  afterAll(async () => {
    await database.close();
    await remove();
  });

  const count = async (id: number): Promise<unknown> =>
    (await database.query('select count(*) from note where id = $1', [id]))[0]?.['count'];

  test('committed rows can be read, with numbers for bigint', async () => {
    const tx = await database.begin();
    await tx.query('insert into note values ($1, $2)', [1, 9007199254740991]);
    await tx.commit();
    expect(await database.query('select id, amount from note where id = 1')).toEqual([
      { id: 1, amount: 9007199254740991 },
    ]);
  });

  test('rolled back rows cannot be read', async () => {
    const tx = await database.begin();
    await tx.query('insert into note values (2, 0)');
    await tx.rollback();
    expect(await count(2)).toBe(0);
  });

  test('uncommitted rows are not visible outside their transaction', async () => {
    const tx = await database.begin();
    await tx.query('insert into note values (3, 0)');
    const seen = count(3);
    await tx.rollback();
    expect(await seen).toBe(0);
  });

  test('a commit after a failed query rejects', async () => {
    const tx = await database.begin();
    await tx.query('insert into note values (4, 0)');
    await expect(tx.query('insert into note values (4, 0)')).rejects.toThrow('duplicate key');
    await expect(tx.commit()).rejects.toThrow(/rolled back|nothing was committed/i);
    await tx.rollback();
    expect(await count(4)).toBe(0);
  });

  test('a transaction that has ended rejects queries', async () => {
    const tx = await database.begin();
    await tx.commit();
    await expect(tx.query('insert into note values (5, 0)')).rejects.toThrow(/has ended|is closed/);
    expect(await count(5)).toBe(0);
  });

  test('every transaction releases its connection at its end', async () => {
    const failing = Array.from({ length: 60 }, (_, index) =>
      inTransaction(database, async (tx) => {
        await tx.query(index % 2 === 0 ? 'not even SQL' : 'select 1');
        throw new Error('The work failed');
      }).catch((error: unknown) => error),
    );
    await Promise.all(failing);
    const working = Array.from({ length: 20 }, (_, index) =>
      inTransaction(database, (tx) => tx.query('insert into note values ($1, 0)', [100 + index])),
    );
    await Promise.all(working);
    expect(await database.query('select count(*) from note where id >= 100')).toEqual([
      { count: 20 },
    ]);
  });
});

test('openDatabase() rejects at once if the server cannot be reached', async () => {
  const url = 'postgres://nobody:secret@127.0.0.1:1/nothing';
  await expect(openDatabase({ url })).rejects.toThrow(
    "The PostgreSQL server at 127.0.0.1:1 can't be used: connect ECONNREFUSED 127.0.0.1:1",
  );
});
