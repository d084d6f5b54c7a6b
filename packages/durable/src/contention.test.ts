import { Api, dependency, Entrypoint } from '@jsonrpc-kit/core';
import { JsonRpcTestClient } from '@jsonrpc-kit/testing';
import { expect, test } from 'vitest';
import { idempotentCalls, type SqlExecutor } from './index.js';

type Row = object | Error;

const free = { held: true, claimed: true, fingerprint: null, member: null };
const inUse = { held: false, claimed: false, fingerprint: null, member: null };
const invisible = { held: true, claimed: false, fingerprint: null, member: null };
const failed = (code: string): Error => Object.assign(new Error(code), { code });

const inProgress = { error: { code: -32009, data: { retryAfterMs: 500 } } };

/** Sends a call with a key to a database that responds to its statements as planned. */
async function call(planned: readonly Row[], waitTimeout = 0) {
  const statements: (readonly [string, unknown])[] = [];
  const pending = [...planned];
  const executor: SqlExecutor = {
    executeSql: async (text, values) => {
      statements.push([text.split(/[ (]/, 2).join(' '), values.length === 1 ? values[0] : '']);
      const row = pending.shift() ?? {};
      if (row instanceof Error) throw row;
      return { rows: [row] };
    },
  };
  const transaction = dependency(
    {},
    function* transaction() {
      yield executor;
    },
    { teardown: 'before-response' },
  );
  const caller = dependency({}, () => 1);
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
  const { response, statements } = await call([inUse]);
  expect(response).toMatchObject(inProgress);
  expect(statements).toHaveLength(1);
});

test('a call waits with a time limit for its lock, and restores the limit of the transaction', async () => {
  const { response, statements } = await call([inUse, { previous: '3s' }, {}, {}, {}, free], 9.5);
  expect(response).toMatchObject({ result: 'paid' });
  expect(statements.slice(2, 5)).toEqual([
    ['select set_config', '10ms'],
    ['select pg_advisory_xact_lock', expect.stringMatching(/^-?\d+$/)],
    ['select set_config', '3s'],
  ]);
});

test('a call gets CallInProgress if its lock is not available in time', async () => {
  const { response } = await call([inUse, { previous: '0' }, {}, failed('55P03')], 10);
  expect(response).toMatchObject(inProgress);
});

test.each(['40001', '40P01'])(
  'a call gets CallInProgress after the error %s of the database, also if a library wraps it',
  async (code) => {
    expect((await call([failed(code)])).response).toMatchObject(inProgress);
    const wrapped = new Error('Query failed', { cause: failed(code) });
    expect((await call([wrapped])).response).toMatchObject(inProgress);
  },
);

test('a call fails after any other error of the database', async () => {
  const { response } = await call([failed('57P01')]);
  expect(response).toMatchObject({ error: { code: -32603 } });
});

test('a call asks again for a response that was committed while the statement ran', async () => {
  const conflicting = { ...invisible, fingerprint: 'other', member: 'none' };
  const { response, statements } = await call([invisible, conflicting]);
  expect(response).toMatchObject({ error: { code: -32010 } });
  expect(statements).toHaveLength(2);
});

test('a call gets CallInProgress if its key stays invisible', async () => {
  expect((await call([invisible, invisible])).response).toMatchObject(inProgress);
});

test('a call gets CallInProgress if its key was committed without a response', async () => {
  const { response } = await call([{ ...inUse, fingerprint: 'any' }]);
  expect(response).toMatchObject(inProgress);
});
