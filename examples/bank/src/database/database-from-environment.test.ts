import { expect, test } from 'vitest';
import { databaseFromEnvironment } from './database-from-environment.js';

const url = 'postgres://bank@127.0.0.1/bank';

test('the database is in a folder of the example by default', () => {
  expect(databaseFromEnvironment({}).folder).toMatch(/examples.bank.data.bank$/);
});

test('DATABASE_URL selects a server, and BANK_DATA another folder', () => {
  expect(databaseFromEnvironment({ DATABASE_URL: url, BANK_DATA: '' })).toMatchObject({ url });
  expect(databaseFromEnvironment({ DATABASE_URL: '', BANK_DATA: '/srv/bank' })).toEqual({
    url: undefined,
    folder: '/srv/bank',
  });
});

test.each(['localhost', 'mysql://localhost/bank', 'postgres://['])(
  'rejects the DATABASE_URL %j',
  (DATABASE_URL) => {
    expect(() => databaseFromEnvironment({ DATABASE_URL })).toThrow('DATABASE_URL must be');
  },
);
