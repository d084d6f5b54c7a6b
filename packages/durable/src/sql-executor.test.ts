import { PGlite } from '@electric-sql/pglite';
import { sql as drizzleSql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/pglite';
import { Kysely, PostgresDialect, sql as kyselySql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { libraries, type OpenLibrary } from '../test/libraries.js';
import { pglitePool } from '../test/pglite-pool.js';
import { drizzleExecutor, kyselyExecutor, pgliteExecutor, type SqlExecutor } from './index.js';

let pglite: PGlite;
const closing: (() => unknown)[] = [];
const url = process.env['DATABASE_URL'];

beforeAll(async () => {
  pglite = await PGlite.create();
}, 60_000);
afterAll(async () => {
  await pglite.close();
  for (const close of closing) await close();
});

const executors: Record<string, () => SqlExecutor> = {
  PGlite: () => pgliteExecutor(pglite),
  'Drizzle on PGlite': () => drizzleExecutor(drizzle(pglite), drizzleSql),
  'Kysely on PGlite': () =>
    kyselyExecutor(
      new Kysely({ dialect: new PostgresDialect({ pool: pglitePool(pglite) }) }),
      kyselySql,
    ),
};
if (url) {
  for (const [name, open] of Object.entries(libraries)) {
    let library: OpenLibrary | undefined;
    executors[`${name} on a server`] = () => {
      library ??= open(url, 'public');
      return library.executor;
    };
    closing.push(() => library?.close());
  }
} else {
  console.info(
    'Left out: executors on a PostgreSQL server. To test them: DATABASE_URL=postgres://user@host/database npm test',
  );
}

type Value = readonly [kind: string, value: unknown, type: string, expected: string | null];

const JSON_TEXT: Value = ['a JSON text', '[1,"a"]', 'jsonb', '[1, "a"]'];

const VALUES: readonly Value[] = [
  ['undefined', undefined, 'int', null],
  ['undefined as JSON', undefined, 'jsonb', null],
  ['null', null, 'text', null],
  ['a text', "a'b\\c $1", 'text', "a'b\\c $1"],
  ['a boolean', false, 'boolean', 'false'],
  ['an integer', -7, 'int', '-7'],
  ['a fraction', 1.5, 'float8', '1.5'],
  ['a number for a text', 5, 'text', '5'],
  ['a number as a text', '12.50', 'numeric(9, 2)', '12.50'],
  ['an integer as a text', '9007199254740993', 'bigint', '9007199254740993'],
  ['a bigint', 2n ** 62n, 'bigint', '4611686018427387904'],
  ['a Date', new Date(1.5e12), 'timestamptz', '2017-07-14 02:40:00+00'],
  ['a Buffer', Buffer.from([0, 255, 92]), 'bytea', '\\x00ff5c'],
  ['an empty array', [], 'text[]', '{}'],
  ['an array of texts', ['a', 'b,"c', null], 'text[]', '{a,"b,\\"c",NULL}'],
  ['an array of numbers', [1, -2], 'int[]', '{1,-2}'],
  ['an object', { a: [1, null], b: { c: 'd' } }, 'jsonb', '{"a": [1, null], "b": {"c": "d"}}'],
];

/** postgres.js itself encodes every value for JSON, also a text that already is JSON. */
const valuesFor = (name: string): readonly Value[] =>
  name.startsWith('postgres.js') ? VALUES : [...VALUES, JSON_TEXT];

describe.each(Object.entries(executors))('the executor of %s', (name, open) => {
  test.each(valuesFor(name))('passes %s on unchanged', async (__, value, type, expected) => {
    const executor = open();
    const text = `select set_config('timezone', 'UTC', true), $1::${type}::text as value, $2::int as one`;
    expect((await executor.executeSql(text, [value, 1])).rows).toMatchObject([
      { value: expected, one: 1 },
    ]);
  });

  test('passes each value on where it is used, and as often', async () => {
    const values = [1, 2, 3, 4, 5, 6, 7, 8, 9, 'ten'];
    const text =
      'select $10::text as ten, $2::int as two, $1::int + $1::int as sum, ' +
      '$3::int + $4::int + $5::int + $6::int + $7::int + $8::int + $9::int as rest';
    expect((await open().executeSql(text, values)).rows).toEqual([
      { ten: 'ten', two: 2, sum: 2, rest: 42 },
    ]);
    expect((await open().executeSql('select 1 as one', [])).rows).toEqual([{ one: 1 }]);
  });

  test('rejects with the error of the database', async () => {
    await expect(open().executeSql('select 1 / $1::int', [0])).rejects.toThrow(
      /division by zero|Failed query/,
    );
  });
});

test('drizzleExecutor() accepts a driver that returns the rows themselves', async () => {
  const executor = drizzleExecutor({ execute: async () => [{ a: 1 }] }, drizzleSql);
  expect(await executor.executeSql('select 1', [])).toEqual({ rows: [{ a: 1 }] });
});
