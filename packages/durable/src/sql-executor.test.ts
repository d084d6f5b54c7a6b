import { expect, test } from 'vitest';
import { fromDrizzle, fromKysely, fromPg } from './sql-executor.js';

/** Returns a tagged template as the library would read it. */
const sql = (strings: TemplateStringsArray, ...values: unknown[]): unknown[] => [
  [...strings],
  [...strings.raw],
  values,
];

const text = 'select $2::text, $1 + $1';
const strings = ['select ', '::text, ', ' + ', ''];
const query = [strings, strings, ['b', 1, 1]];

test('fromDrizzle() passes the statement as a template, with each value where it is used', async () => {
  const rows = [{ a: 1 }];
  const transaction = { execute: async (executed: unknown) => ({ rows: [...rows, executed] }) };
  const executor = fromDrizzle(transaction, sql);
  expect(await executor.executeSql(text, [1, 'b'])).toEqual({ rows: [...rows, query] });
});

test('fromDrizzle() accepts a driver that returns the rows themselves', async () => {
  const executor = fromDrizzle({ execute: async () => [{ a: 1 }] }, sql);
  expect(await executor.executeSql('select 1', [])).toEqual({ rows: [{ a: 1 }] });
});

test('fromKysely() executes the template in the transaction', async () => {
  const executed: unknown[] = [];
  const tag = (...parts: Parameters<typeof sql>) => ({
    execute: async (transaction: string) => {
      executed.push(transaction, sql(...parts));
      return { rows: [] };
    },
  });
  await fromKysely('transaction', tag).executeSql(text, [1, 'b']);
  expect(executed).toEqual(['transaction', query]);
});

test('fromPg() passes the statement and its values on', async () => {
  const executor = fromPg({ query: async (...passed) => ({ rows: passed }) });
  expect(await executor.executeSql(text, [1, 'b'])).toEqual({ rows: [text, [1, 'b']] });
});
