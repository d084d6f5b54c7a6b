import { expect, test } from 'vitest';
import { databaseExecutor, type PgliteDatabase } from './job-database.js';

/** A database that records the functions and statements that it is called with. */
function recordingDatabase(fails: (text: string) => boolean = () => false) {
  const executed: (readonly string[])[] = [];
  const run = async (name: string, text: string): Promise<{ rows: unknown[] }> => {
    executed.push([name, text]);
    if (fails(text)) throw new Error(`failed: ${text}`);
    return { rows: [text] };
  };
  const database: PgliteDatabase = {
    query: (text) => run('query', text),
    exec: async (text) => [await run('exec', text), { rows: ['second result'] }],
  };
  return { executor: databaseExecutor(database), executed };
}

test('databaseExecutor() runs a script on PGlite, and returns the rows of all its statements', async () => {
  const { executor, executed } = recordingDatabase();
  expect(await executor.executeSql('a; b', [])).toEqual({ rows: ['a; b', 'second result'] });
  // pg-boss may omit the values.
  await executor.executeSql('c; d', undefined as never);
  expect(await executor.executeSql('select $1', [1])).toEqual({ rows: ['select $1'] });
  expect(executed).toEqual([
    ['exec', 'a; b'],
    ['exec', 'c; d'],
    ['query', 'select $1'],
  ]);
});

test('databaseExecutor() rolls a failed script back on PGlite, and rejects with its error', async () => {
  // Without a transaction, the rollback fails too.
  const { executor, executed } = recordingDatabase(() => true);
  await expect(executor.executeSql('begin; a', [])).rejects.toThrow('failed: begin; a');
  expect(executed).toEqual([
    ['exec', 'begin; a'],
    ['exec', 'rollback'],
  ]);
});

test('databaseExecutor() returns an executor unchanged', () => {
  const database = { executeSql: async () => ({ rows: [] }) };
  expect(databaseExecutor(database)).toBe(database);
});
