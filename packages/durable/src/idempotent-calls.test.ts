import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  Api,
  Conflict,
  dependency,
  Entrypoint,
  type EntrypointOptions,
  InternalError,
  LimitExceeded,
  RequestTimeout,
  transactionDependency,
  Unauthorized,
} from '@jsonrpc-kit/core';
import { JsonRpcTestClient } from '@jsonrpc-kit/testing';
import { type TestDatabase, testDatabases } from '../test/databases.js';
import { type LedgerOptions, NotEnoughMoney, openLedger } from '../test/ledger.js';
import { lockNumber } from './fingerprint.js';
import { pgExecutor, idempotentCalls } from './index.js';
import { KeyTable } from './key-table.js';

/** A call with a key. */
const add = (amount: number, idempotencyKey: unknown = 'key'): object => ({
  method: 'add',
  params: { amount },
  idempotencyKey,
});

/** A call without a key. */
const plain = (amount: number): object => ({ method: 'add', params: { amount } });

const balance = (sum: number, id = '1'): string =>
  `{"jsonrpc":"2.0","id":${id},"result":{"balance":${sum}}}`;
const notEnough = (sum: number): string =>
  `{"jsonrpc":"2.0","id":1,"error":{"code":6001,"message":"Not enough money","data":{"balance":${sum}}}}`;
const conflict =
  '{"jsonrpc":"2.0","id":1,"error":{"code":-32010,"message":"Idempotency key was used for another call"}}';
const inProgress =
  '{"jsonrpc":"2.0","id":1,"error":{"code":-32009,"message":"Call is in progress","data":{"retryAfterMs":500}}}';
const internalError = '{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"Internal error"}}';
const limitExceeded = '{"jsonrpc":"2.0","id":1,"error":{"code":-32005,"message":"Limit exceeded"}}';
const rejection = (loc: string, msg: string, type: string): string =>
  `{"jsonrpc":"2.0","id":1,"error":{"code":-32600,"message":"Invalid Request","data":{"errors":[{"loc":${loc},"msg":"${msg}","type":"${type}"}]}}}`;

describe.each(testDatabases())('on $name', ({ open, isServer }) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await open();
  }, 60_000);
  afterAll(() => database.close());
  const openWith = (options?: LedgerOptions) => openLedger(database, options);

  describe('a repeated call', () => {
    test('gets the recorded response byte for byte, with its own id, and does not run again', async () => {
      const { send, runs, amounts } = await openWith();
      expect(await send(add(5))).toBe(balance(5));
      expect(await send(plain(1))).toBe(balance(6));
      expect(await send(add(5))).toBe(balance(5));
      expect(await send({ ...add(5), id: 'b' })).toBe(balance(5, '"b"'));
      expect(runs()).toBe(2);
      expect(await amounts()).toEqual([5, 1]);
    });

    test('may order the members of its params differently', async () => {
      const { send, runs } = await openWith();
      await send({ ...add(5), params: { amount: 5, note: { a: 1, b: [2] } } });
      await send({ ...add(5), params: { note: { b: [2.0], a: 1 }, amount: 5 } });
      expect(runs()).toBe(1);
    });

    test('gets a conflict if its params differ', async () => {
      const { send, log, amounts } = await openWith();
      await send(add(5));
      expect(await send(add(6))).toBe(conflict);
      expect(await amounts()).toEqual([5]);
      expect(log).toEqual([
        {
          message: 'Idempotency key conflict',
          details: { idempotencyKey: 'key', method: 'add', id: 1 },
        },
      ]);
    });

    test('gets a conflict if it reaches another entrypoint', async () => {
      const { send, client } = await openWith();
      await send(add(5));
      const json = { jsonrpc: '2.0', id: 1, ...add(5) };
      expect((await client.request({ json, url: '/v2' })).text).toBe(conflict);
    });

    test('gets a conflict if the first one was a notification', async () => {
      const { send, client, amounts } = await openWith();
      const notify = { jsonrpc: '2.0', ...add(5) };
      await client.request({ json: notify });
      await client.settled();
      await client.request({ json: notify });
      await client.settled();
      expect(await amounts()).toEqual([5]);
      expect(await send(add(5))).toBe(conflict);
    });

    test('runs again if another method or another caller has used the key', async () => {
      const { send, runs } = await openWith();
      await send(add(5));
      expect(await send({ ...add(5), method: 'addNow' })).toBe(balance(10));
      expect(await send(add(5), { caller: 'bob' })).toBe(balance(15));
      expect(runs()).toBe(3);
    });

    test('runs again once the key has expired', async () => {
      const { send } = await openWith({ expiresAfter: 1 });
      await send(add(5));
      await expect.poll(() => send(add(5))).toBe(balance(10));
      const { send: sendLater } = await openWith();
      await sendLater(add(5));
      expect(await sendLater(add(5))).toBe(balance(5));
    });

    test('gets the recorded response for 24 hours by default', async () => {
      const { send } = await openWith();
      await send(add(5));
      const text = `select extract(epoch from expires_at - created_at)::int as seconds
        from jsonrpc_idempotent_calls`;
      expect((await database.executeSql(text, [])).rows).toEqual([{ seconds: 24 * 60 * 60 }]);
    });
  });

  describe('a typed error', () => {
    test('is recorded if the method declares it, and the writes of the call are undone', async () => {
      const { send, runs, amounts } = await openWith();
      await send(add(5));
      expect(await send(add(-7, 'poor'))).toBe(notEnough(5));
      await send(add(10, 'more'));
      expect(await send(add(-7, 'poor'))).toBe(notEnough(5));
      expect(runs()).toBe(3);
      expect(await amounts()).toEqual([5, 10]);
    });

    test('is not recorded if recordedErrors does not list it, so a retry may succeed', async () => {
      const { send, amounts } = await openWith();
      const withdraw = { ...add(-7), method: 'addUnlessPoor' };
      expect(await send(withdraw)).toBe(notEnough(0));
      await send(add(10));
      expect(await send(withdraw)).toBe(balance(3));
      expect(await amounts()).toEqual([10, -7]);
    });

    test('is recorded even if a statement of the method has failed', async () => {
      const { send, runs, amounts } = await openWith({
        afterWrite: async (tx) => {
          await tx.executeSql('select 1 / 0', []).catch(() => undefined);
          throw new NotEnoughMoney({ balance: 1 });
        },
      });
      expect(await send(add(5))).toBe(notEnough(1));
      expect(await send(add(5))).toBe(notEnough(1));
      expect(runs()).toBe(1);
      expect(await amounts()).toEqual([]);
    });
  });

  test.each([
    new Conflict({ retryAfterMs: 5 }),
    new InternalError(),
    new LimitExceeded(),
    new RequestTimeout(),
  ])('the standard error %o is not recorded even if recordedErrors lists it', async (error) => {
    const { send, runs, amounts } = await openWith({
      recordedErrors: [error.constructor as typeof InternalError],
      afterWrite: () => {
        throw error;
      },
    });
    const first = await send(add(5));
    expect(first).toMatch(`"code":${error.code}`);
    expect(await send(add(5))).toBe(first);
    expect(runs()).toBe(2);
    expect(await amounts()).toEqual([]);
  });

  test('Unauthorized is never recorded, so a retry with a valid credential runs', async () => {
    let isExpired = true;
    const { send, amounts } = await openWith({
      recordedErrors: [Unauthorized],
      afterWrite: () => {
        if (isExpired) throw new Unauthorized();
      },
    });
    expect(await send(add(5))).toBe('{"detail":"Not authenticated"}');
    isExpired = false;
    expect(await send(add(5))).toBe(balance(5));
    expect(await amounts()).toEqual([5]);
  });

  test('an unexpected error is not recorded, so a retry runs again', async () => {
    const { send, runs, amounts } = await openWith();
    expect(await send(add(0))).toBe(internalError);
    expect(await send(add(0))).toBe(internalError);
    expect(runs()).toBe(2);
    expect(await amounts()).toEqual([]);
  });

  test('a result that JSON cannot represent is not recorded, and the writes of its call are undone', async () => {
    const { send, runs, amounts } = await openWith();
    const call = { ...add(5), method: 'addBigint' };
    expect(await send(call)).toBe(internalError);
    expect(await send(call)).toBe(internalError);
    expect(runs()).toBe(2);
    expect(await amounts()).toEqual([]);
  });

  test('a response that is too large to be recorded fails the call, which is logged', async () => {
    const { send, amounts, log } = await openWith({ maxResponseBytes: 13 });
    expect(await send(add(5))).toBe(balance(5));
    expect(await send(add(50, 'large'))).toBe(limitExceeded);
    expect(await amounts()).toEqual([5]);
    expect(log.map(({ message }) => message)).toEqual(['Response too large to be recorded']);
  });

  test('invalid params do not use up a key', async () => {
    const { send } = await openWith();
    expect(await send({ ...add(5), params: { amount: 'five' } })).toMatch('"code":-32602');
    expect(await send(add(5))).toBe(balance(5));
  });

  test('params without a canonical form are invalid', async () => {
    const { send, client, amounts } = await openWith();
    const text = JSON.stringify({ jsonrpc: '2.0', id: 1, ...add(5) }).replace('5', '1e400');
    expect((await client.request({ body: text })).text).toMatch('"type":"canonical"');
    expect(await amounts()).toEqual([]);
    expect(await send(add(5))).toBe(balance(5));
  });

  test('a call fails if its handler removes the claim of the key', async () => {
    const { send, amounts, log } = await openWith({
      afterWrite: async (tx) => {
        await tx.executeSql('delete from jsonrpc_idempotent_calls', []);
      },
    });
    expect(await send(add(5))).toBe(internalError);
    expect(await amounts()).toEqual([]);
    expect(log[0]?.details).toMatchObject({
      err: { message: expect.stringMatching('no longer holds its idempotency key') },
    });
  });

  describe('the calls of a batch', () => {
    test('each have a key, and calls with the same key run once', async () => {
      const { client, runs, amounts } = await openWith({ waitTimeout: 10_000 });
      const calls = [add(5, 'a'), add(5, 'a'), add(6, 'b'), add(7, 'a'), plain(1)];
      const json = calls.map((call, id) => ({ jsonrpc: '2.0', id, ...call }));
      const responses = (await client.request({ json })).json as readonly Record<string, unknown>[];
      expect(runs()).toBe(3);
      expect(new Set(await amounts())).toEqual(new Set([1, 5, 6]));
      expect(responses[0]).toEqual({ ...responses[1], id: 0 });
      expect(responses[3]).toMatchObject({ error: { code: -32010 } });
    });

    test('may not have the header Idempotency-Key instead of keys', async () => {
      const { client, runs } = await openWith();
      const json = [
        { jsonrpc: '2.0', id: 1, ...plain(5) },
        { jsonrpc: '2.0', id: 2, ...add(5, 'a') },
      ];
      const { text } = await client.request({ json, headers: { 'idempotency-key': 'a' } });
      const msg =
        'This header is for a single call. Send idempotencyKey in each call of the batch.';
      const rejected = rejection('["<header>","idempotency-key"]', msg, 'batch');
      expect(text).toBe(`[${rejected},${balance(5, '2')}]`);
      expect(runs()).toBe(1);
    });
  });

  describe('the header Idempotency-Key', () => {
    test.each(['a', '"a"'])('%s is the key of a single call', async (key) => {
      const { send, runs } = await openWith();
      const headers = { 'idempotency-key': key };
      await send(plain(5), headers);
      await send(add(5, 'a'));
      await send(add(5, 'a'), headers);
      expect(runs()).toBe(1);
    });

    test('of the request that opened a connection is not the key of its calls', async () => {
      const { client, runs } = await openWith();
      const connection = await client.connect({ headers: { 'idempotency-key': 'a' } });
      await connection.jsonrpc('add', { amount: 5 });
      await connection.jsonrpc('add', { amount: 5 });
      connection.disconnect();
      expect(runs()).toBe(2);
    });

    test('counts as missing if it is empty', async () => {
      const { send, runs } = await openWith();
      const headers = { 'idempotency-key': '' };
      await send(plain(5), headers);
      await send(plain(5), headers);
      expect(runs()).toBe(2);
    });

    test('is rejected if it differs from the member', async () => {
      const { send } = await openWith();
      expect(await send(add(5, 'a'), { 'idempotency-key': 'b' })).toBe(
        rejection('["idempotencyKey"]', 'Must be equal to the header Idempotency-Key', 'header'),
      );
    });

    test('is rejected if it is invalid', async () => {
      const { send } = await openWith();
      expect(await send(plain(5), { 'idempotency-key': 'a b' })).toMatch(
        '{"loc":["<header>","idempotency-key"]',
      );
    });
  });

  describe('the argument source idempotencyKey', () => {
    const keyOf = { jsonrpc: '2.0', id: 1, method: 'keyOf' };

    test.each([
      ['the member of the request', { idempotencyKey: 'a' }, {}, 'a'],
      ['the header, without its quotes', {}, { 'idempotency-key': '"b"' }, 'b'],
      ['undefined for a call without a key', {}, {}, 'none'],
    ])('is %s', async (_, member, headers, key) => {
      const { client } = await openWith();
      const { json } = await client.request({ json: { ...keyOf, ...member }, headers });
      expect(json).toMatchObject({ result: key });
    });

    test('is the own key of each call of a batch', async () => {
      const { client } = await openWith();
      const batch = ['a', 'b'].map((idempotencyKey) => ({ ...keyOf, idempotencyKey }));
      const { json } = await client.request({ json: batch });
      expect(json).toMatchObject([{ result: 'a' }, { result: 'b' }]);
    });
  });

  test.each(['', 'a b', 'ä', '\u0000', 'x'.repeat(256), 5, null, ['a']])(
    'the key %j is rejected',
    async (key) => {
      const { send, runs } = await openWith();
      expect(await send(add(5, key))).toBe(
        rejection(
          '["idempotencyKey"]',
          'Must be 1 to 255 visible ASCII characters',
          'idempotency_key',
        ),
      );
      expect(runs()).toBe(0);
    },
  );

  test('a key of 255 visible characters is accepted', async () => {
    const { send } = await openWith();
    const key = `${'~'.repeat(127)}!${'"'.repeat(127)}`;
    await send(add(5, key));
    expect(await send(add(5, key))).toBe(balance(5));
  });

  test('a call without a key is rejected if the method requires a key', async () => {
    const { send } = await openWith();
    const call = { method: 'addKeyed', params: { amount: 5 } };
    expect(await send(call)).toBe(
      rejection('["idempotencyKey"]', 'Missing required idempotency key', 'missing'),
    );
    expect(await send({ ...call, idempotencyKey: 'a' })).toBe(balance(5));
  });

  test.each(['', 'x'.repeat(256)])('a call fails if the id of its caller is %j', async (caller) => {
    const { send, log } = await openWith();
    expect(await send(add(5), { caller })).toBe(internalError);
    expect(log[0]?.details).toMatchObject({
      err: {
        message: expect.stringContaining(
          'the caller of idempotentCalls() must be a safe integer or a string',
        ),
      },
    });
  });

  // With one text for all of them, a caller would get the recorded responses of another one.
  test.each([Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53, 1.5])(
    'a call fails if the id of its caller is the number %d',
    async (id) => {
      const { send, amounts, log } = await openWith({ callerId: () => id });
      expect(await send(add(5))).toBe(internalError);
      expect(await send(add(5))).toBe(internalError);
      expect(await amounts()).toEqual([]);
      expect(log[0]?.details).toMatchObject({
        err: { message: expect.stringContaining('must be a safe integer or a string') },
      });
    },
  );

  test.each([0, -1, Number.MAX_SAFE_INTEGER, 2n ** 64n])(
    'a call is repeated if the id of its caller is %d',
    async (id) => {
      const { send, amounts } = await openWith({ callerId: () => id });
      expect(await send(add(5))).toBe(balance(5));
      expect(await send(add(5))).toBe(balance(5));
      expect(await amounts()).toEqual([5]);
    },
  );

  describe('sweep()', () => {
    test('deletes expired keys only, and at most as many as its limit', async () => {
      const { send, idempotent } = await openWith({ expiresAfter: 1 });
      for (const key of ['a', 'b', 'c']) await send(add(5, key));
      const { rows } = await database.executeSql('select pg_sleep(0.002)', []);
      expect(rows).toHaveLength(1);
      expect(await idempotent.sweep(database, { limit: 2 })).toBe(2);
      expect(await idempotent.sweep(database)).toBe(1);
      const other = await openWith();
      await other.send(add(5));
      expect(await other.idempotent.sweep(database)).toBe(0);
    });
  });

  test('a call with a key needs two more statements, and a third one if errors are recorded', async () => {
    const statements: string[] = [];
    const { send } = await openWith({
      wrap: (tx) => ({
        ...tx,
        executeSql: (text, values) => {
          statements.push(text);
          return tx.executeSql(text, values);
        },
      }),
    });
    const countOf = async (call: object): Promise<number> => {
      const before = statements.length;
      await send(call);
      return statements.length - before;
    };
    const without = await countOf(plain(5));
    expect(await countOf({ ...add(5, 'a'), method: 'addUnlessPoor' })).toBe(without + 2);
    expect(await countOf(add(5, 'b'))).toBe(without + 3);
  });

  test('the table may be in a schema', async () => {
    const schema = `app_${process.pid}`;
    await database.executeSql(`create schema ${schema}`, []);
    const table = new KeyTable(`${schema}.calls`);
    await table.create(database);
    await table.create(database);
    const key = { caller: 'ann', method: 'add', key: 'a' };
    const claim = { ...key, fingerprint: 'f', expiresAfter: 60_000 };
    const response = { member: 'result', json: '1' } as const;
    expect(await table.claim(database, claim)).toEqual({ kind: 'claimed' });
    await table.record(database, key, response);
    const recorded = { kind: 'recorded', fingerprint: 'f', response };
    expect(await table.claim(database, claim)).toEqual(recorded);
    expect(await table.sweep(database, 1)).toBe(0);
    await database.executeSql(`drop schema ${schema} cascade`, []);
  });

  // PGlite has one connection, so its transactions never overlap.
  if (!isServer) return;
  test('createTable() may run in several processes at once', async () => {
    const { idempotent } = await openWith();
    for (let round = 0; round < 5; round += 1) {
      await database.executeSql('drop table jsonrpc_idempotent_calls', []);
      const creating = Array.from({ length: 8 }, () => idempotent.createTable(database));
      await expect(Promise.all(creating)).resolves.toHaveLength(8);
    }
  });

  test('a call gets CallInProgress while something else holds the lock of its key', async () => {
    const { send } = await openWith();
    const other = await database.begin();
    const lock = lockNumber('jsonrpc_idempotent_calls', 'ann', 'add', 'key');
    await other.executeSql('select pg_advisory_xact_lock($1::bigint)', [lock]);
    expect(await send(add(5))).toBe(inProgress);
    await other.rollback();
    expect(await send(add(5))).toBe(balance(5));
  });

  test('calls run once for each response, even if their keys expire and are swept meanwhile', async () => {
    const { send, idempotent, amounts } = await openWith({ expiresAfter: 20 });
    const responses = new Set<string>();
    for (let round = 0; round < 30; round += 1) {
      const sending = [send(add(5)), idempotent.sweep(database), send(add(5))];
      for (const response of await Promise.all(sending)) {
        if (typeof response === 'string') responses.add(response);
      }
    }
    responses.delete(inProgress);
    const written = await amounts();
    expect(written.length).toBeGreaterThan(1);
    expect(responses).toEqual(new Set(written.map((_, index) => balance(5 * (index + 1)))));
  });

  describe('a call whose key is in use', () => {
    /** Sends a call that stops in its handler, and the same call again. */
    async function sendTwice(options: LedgerOptions, end?: 'fail') {
      let started = (): void => undefined;
      const isRunning = new Promise<void>((resolve) => (started = resolve));
      let resume = (): void => undefined;
      const isResumed = new Promise<void>((resolve) => (resume = resolve));
      let runs = 0;
      const ledger = await openWith({
        ...options,
        afterWrite: async () => {
          runs += 1;
          started();
          if (runs > 1) return;
          await isResumed;
          if (end === 'fail') throw new Error('Failed');
        },
      });
      const first = ledger.send(add(5));
      await isRunning;
      const second = ledger.send(add(5));
      return { ledger, first, second, resume };
    }

    test('gets an error with the time until a retry', async () => {
      const { ledger, first, second, resume } = await sendTwice({});
      expect(await second).toBe(inProgress);
      resume();
      expect(await first).toBe(balance(5));
      expect(await ledger.send(add(5))).toBe(balance(5));
      expect(ledger.runs()).toBe(1);
      expect(ledger.log.map(({ message }) => message)).toEqual(['Idempotency key is in use']);
    });

    test('waits for the response up to waitTimeout', async () => {
      const { ledger, first, second, resume } = await sendTwice({ waitTimeout: 10_000 });
      await waitingForLock(database);
      resume();
      expect(await first).toBe(balance(5));
      expect(await second).toBe(balance(5));
      expect(ledger.runs()).toBe(1);
    });

    test('runs if the running call fails while it waits', async () => {
      const { ledger, first, second, resume } = await sendTwice({ waitTimeout: 10_000 }, 'fail');
      await waitingForLock(database);
      resume();
      expect(await first).toBe(internalError);
      expect(await second).toBe(balance(5));
      expect(await ledger.amounts()).toEqual([5]);
    });

    test('gets the error after waitTimeout', async () => {
      const { first, second, resume } = await sendTwice({ waitTimeout: 10 });
      expect(await second).toBe(inProgress);
      resume();
      expect(await first).toBe(balance(5));
    });

    test('gets the error if its snapshot is older than the response', async () => {
      const options = { waitTimeout: 10_000, isolation: 'serializable' } as const;
      const { ledger, first, second, resume } = await sendTwice(options);
      await waitingForLock(database);
      resume();
      expect(await first).toBe(balance(5));
      expect(await second).toBe(inProgress);
      expect(await ledger.send(add(5))).toBe(balance(5));
      expect(ledger.runs()).toBe(1);
    });
  });
});

async function waitingForLock(database: TestDatabase): Promise<void> {
  await expect
    .poll(async () => {
      const text = `select from pg_locks where locktype = 'advisory' and not granted`;
      return (await database.executeSql(text, [])).rows.length;
    })
    .toBe(1);
}

describe('idempotentCalls()', () => {
  const transaction = transactionDependency({}, (_, run) =>
    run({ query: async () => ({ rows: [] }) }),
  );
  const caller = dependency({}, () => 1);
  const options = { transaction, executor: pgExecutor, caller };

  /** Not from `transactionDependency()`, which may not be a dependency of the entrypoint. */
  const ownTransaction = dependency(
    {},
    async function* () {
      yield { query: async () => ({ rows: [] }) };
    },
    { name: 'transaction', teardown: 'before-response' },
  );

  test.each([
    [
      { ...options, transaction: dependency({}, () => 1) },
      "transaction must be a dependency with the teardown 'before-response', not an object. Write " +
        "transactionDependency({ … }, …), or dependency({ … }, …, { teardown: 'before-response' }).",
    ],
    [
      { ...options, caller: 'ann' },
      'caller must be the source of an id, not "ann". Write caller: dependency({ user: getUser }, ({ user }) => user.id).',
    ],
    [
      { ...options, executor: undefined },
      'executor must be a function, not undefined. Write executor: pgExecutor.',
    ],
    [
      { ...options, table: 'Calls' },
      'table must be a lower-case name that needs no quotes, not "Calls". Write table: ' +
        `'idempotent_calls' or table: 'app.idempotent_calls'.`,
    ],
    [{ ...options, expiresAfter: 0 }, 'expiresAfter must be a positive integer, not 0'],
    [
      { ...options, waitTimeout: -1 },
      'waitTimeout must be a number of milliseconds, 0 or more, not -1',
    ],
    [
      { ...options, recordedErrors: 'all' },
      'recordedErrors must be an array of classes of typed errors',
    ],
    [{ ...options, retries: 1 }, 'unknown option "retries"'],
  ])('rejects the options %#', (wrong, message) => {
    expect(() => idempotentCalls(wrong as never)).toThrow(`idempotentCalls(): ${message}`);
  });

  test.each<[string, EntrypointOptions, string]>([
    [
      'does not use the transaction',
      {},
      'method "pay": neither its args nor its dependencies use "transaction", the transaction of idempotent, ' +
        'so its writes would not be part of it. Add tx: transaction to args.',
    ],
    [
      'shares the transaction with the other calls of a batch',
      { messageDependencies: [ownTransaction] },
      `method "pay": idempotent needs a transaction for each call, but the entrypoint's dependencies share ` +
        '"transaction" between the calls of a batch. Remove it from them, and add tx: transaction to args.',
    ],
  ])('rejects a method that %s', (_, entrypoint, message) => {
    const rpc = new Entrypoint('/rpc', entrypoint);
    const idempotent = idempotentCalls({ ...options, transaction: ownTransaction });
    expect(() => rpc.method('pay', { args: { caller }, idempotent }, () => 1)).toThrow(
      new TypeError(message),
    );
  });

  test('with() and sweep() reject unknown options', async () => {
    const idempotent = idempotentCalls(options);
    expect(() => idempotent.with({ table: 'a' } as never)).toThrow(
      'idempotent.with(): unknown option',
    );
    await expect(idempotent.sweep({} as never, { limit: 0 })).rejects.toThrow('limit must be');
  });
});

test('identifies the caller before the transaction begins, because a lookup may need its connection', async () => {
  const events: string[] = [];
  const transaction = transactionDependency({}, (_, run) => {
    events.push('begin');
    return Promise.resolve(run({}));
  });
  const caller = dependency({}, () => {
    events.push('caller');
    return 'ann';
  });
  const idempotent = idempotentCalls({
    transaction,
    caller,
    executor: () => ({ executeSql: () => Promise.resolve({ rows: [] }) }),
  });
  const rpc = new Entrypoint('/rpc');
  rpc.method('pay', { args: { tx: transaction }, idempotent }, () => 'paid');
  const client = new JsonRpcTestClient(new Api().bindEntrypoint(rpc));
  expect(await client.jsonrpc('pay')).toMatchObject({ result: 'paid' });
  expect(events).toEqual(['caller', 'begin']);
});
