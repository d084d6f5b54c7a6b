import { expect, test } from 'vitest';
import { databaseFromEnvironment } from './database-from-environment.js';

const url = 'postgres://bank@127.0.0.1/bank';

test('without a word it is a folder of the example', () => {
  expect(databaseFromEnvironment({}).folder).toMatch(/examples.bank.data.bank$/);
});

test('DATABASE_URL names a server, BANK_DATA another folder', () => {
  expect(databaseFromEnvironment({ DATABASE_URL: url, BANK_DATA: '' })).toMatchObject({ url });
  expect(databaseFromEnvironment({ DATABASE_URL: '', BANK_DATA: '/srv/bank' })).toEqual({
    url: undefined,
    folder: '/srv/bank',
  });
});

test.each(['localhost', 'mysql://localhost/bank', 'postgres://['])('not %j', (DATABASE_URL) => {
  expect(() => databaseFromEnvironment({ DATABASE_URL })).toThrow('DATABASE_URL must be');
});
