import {
  Api,
  dependency,
  type Dependency,
  Entrypoint,
  transactionDependency,
} from '@jsonrpc-kit/core';
import { JsonRpcTestClient } from '@jsonrpc-kit/testing';
import { expect, test } from 'vitest';
import { idempotentCalls, type SqlExecutor } from './index.js';

type Row = object | Error | undefined;

const claimed = { claimed: true };
/** The response to an insert that inserts no row. */
const taken = undefined;
const nothing = { expired: null, fingerprint: null, member: null };
const inUse = { held: false, ...nothing };
const invisible = { held: true, ...nothing };
const failed = (code: string): Error => Object.assign(new Error(code), { code });

const inProgress = { error: { code: -32009, data: { retryAfterMs: 500 } } };

const plainTransaction = (executor: SqlExecutor): Dependency<SqlExecutor> =>
  dependency(
    {},
    function* transaction() {
      yield executor;
    },
    { teardown: 'before-response' },
  );

const retriedTransaction = (executor: SqlExecutor): Dependency<SqlExecutor> =>
  transactionDependency({}, function transaction(_, run) {
    return run(executor);
  });

/** Sends a call with a key to a database that responds to its statements as planned. */
async function call(
  planned: readonly Row[],
  waitTimeout = 0,
  id: string | number = 1,
  createTransaction = plainTransaction,
) {
  const statements: (readonly [string, unknown])[] = [];
  const pending = [...planned];
  const executor: SqlExecutor = {
    executeSql: async (text, values) => {
      statements.push([text.split(/[ (]/, 2).join(' '), values.length === 1 ? values[0] : '']);
      const row = pending.length === 0 ? { recorded: true } : pending.shift();
      if (row instanceof Error) throw row;
      return { rows: row === undefined ? [] : [row] };
    },
  };
  const transaction = createTransaction(executor);
  const caller = dependency({}, () => id);
  const idempotent = idempotentCalls({ transaction, executor: (tx) => tx, caller, waitTimeout });
  const v1 = new Entrypoint('/rpc');
  v1.method('pay', { args: { tx: transaction }, idempotent }, () => 'paid');
  const logger = { error: () => undefined, warn: () => undefined };
  const client = new JsonRpcTestClient(new Api({ logger }).bindEntrypoint(v1));
  const response = await client.jsonrpc('pay', {}, { envelope: { idempotencyKey: 'a' } });
  await client.close();
  return { response, statements };
}

test('a call gets CallInProgress without waiting by default', async () => {
  const { response, statements } = await call([taken, inUse]);
  expect(response).toMatchObject(inProgress);
  expect(statements).toHaveLength(2);
});

test('a call waits with a time limit for its lock, and restores the limit of the transaction', async () => {
  const planned = [taken, inUse, { previous: '3s' }, {}, {}, {}, claimed];
  const { response, statements } = await call(planned, 9.5);
  expect(response).toMatchObject({ result: 'paid' });
  expect(statements.slice(3, 6)).toEqual([
    ['select set_config', '10ms'],
    ['select pg_advisory_xact_lock', expect.stringMatching(/^-?\d+$/)],
    ['select set_config', '3s'],
  ]);
});

test('a call with waitTimeout Infinity waits for as long as PostgreSQL allows', async () => {
  const planned = [taken, inUse, { previous: '0' }, {}, {}, {}, claimed];
  const { response, statements } = await call(planned, Infinity);
  expect(response).toMatchObject({ result: 'paid' });
  expect(statements[3]).toEqual(['select set_config', '2147483647ms']);
});

test.each(['\0', 'ann\ud83d', '\ude00'])(
  'a call fails if its caller is a string that PostgreSQL would not store unchanged: %j',
  async (id) => {
    const { response, statements } = await call([claimed], 0, id);
    expect(response).toMatchObject({ error: { code: -32603 } });
    expect(statements).toEqual([]);
  },
);

test('a call gets CallInProgress if its lock is not available in time', async () => {
  const { response } = await call([taken, inUse, { previous: '0' }, {}, failed('55P03')], 10);
  expect(response).toMatchObject(inProgress);
});

test.each(['40001', '40P01'])(
  'a call whose transaction does not run it again gets CallInProgress after the error %s, also if a library wraps it',
  async (code) => {
    expect((await call([failed(code)])).response).toMatchObject(inProgress);
    const wrapped = new Error('Query failed', { cause: failed(code) });
    expect((await call([wrapped])).response).toMatchObject(inProgress);
  },
);

test.each(['40001', '40P01'])(
  'a call with a transactionDependency() runs again after the error %s of the database',
  async (code) => {
    const wrapped = new Error('Query failed', { cause: failed(code) });
    const retried = await call([wrapped, claimed], 0, 1, retriedTransaction);
    expect(retried.response).toMatchObject({ result: 'paid' });
    const endless = Array.from({ length: 3 }, () => failed(code));
    const { response } = await call(endless, 0, 1, retriedTransaction);
    expect(response).toMatchObject({ error: { code: -32014 } });
  },
);

test('a call fails after any other error of the database', async () => {
  const { response } = await call([failed('57P01')]);
  expect(response).toMatchObject({ error: { code: -32603 } });
});

test('a call gets the response that was committed while it claimed the key', async () => {
  const committed = { held: true, expired: false, fingerprint: 'other', member: 'none' };
  const { response, statements } = await call([taken, invisible, taken, committed]);
  expect(response).toMatchObject({ error: { code: -32010 } });
  expect(statements).toHaveLength(4);
});

test('a call runs if the other one has rolled back while it claimed the key', async () => {
  const { response } = await call([taken, invisible, claimed]);
  expect(response).toMatchObject({ result: 'paid' });
});

test('a call replaces an expired key', async () => {
  const expired = { held: true, expired: true, fingerprint: 'other', member: 'result' };
  const { response, statements } = await call([taken, expired, {}, claimed]);
  expect(response).toMatchObject({ result: 'paid' });
  expect(statements[2]?.[0]).toBe('delete from');
});

test('a call gets CallInProgress if its key stays invisible', async () => {
  const { response } = await call([taken, invisible, taken, invisible]);
  expect(response).toMatchObject(inProgress);
});

test('a call gets CallInProgress if its key was committed without a response', async () => {
  const { response } = await call([taken, { ...invisible, expired: false, fingerprint: 'any' }]);
  expect(response).toMatchObject(inProgress);
});
