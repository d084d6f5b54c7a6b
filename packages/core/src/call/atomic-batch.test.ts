import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import * as v from 'valibot';
import {
  batchWith,
  codesOf,
  createApi,
  database,
  events,
  inserts,
  lines,
  logger,
  NotEnough,
  pglite,
  send,
  testFailingPositions,
  transactionOf,
} from '../../test/atomic-batches.js';
import { gate, notification, post, request } from '../../test/in-process.js';
import {
  addInstrumentation,
  Api,
  backgroundTasks,
  type BaseError,
  dependency,
  Entrypoint,
  type EntrypointOptions,
  HttpError,
  type JsonRpcMiddleware,
  type Measurement,
  signal,
  transactionDependency,
} from '../index.js';

describe('an atomic batch', () => {
  test('runs the methods in request order, and commits them together', async () => {
    const api = createApi({ concurrency: 1 });
    const json = await send(api, inserts(20));
    expect(json).toMatchObject(Array.from({ length: 20 }, (_, result) => ({ result })));
    expect(events).toEqual(Array.from({ length: 20 }, (_, index) => `insert ${index}`));
    expect(await lines()).toHaveLength(20);
    expect(logger.entries).toEqual([]);
  });

  test('lets each method see the changes of the earlier ones', async () => {
    const transaction = transactionOf();
    const v1 = new Entrypoint('/rpc', { messageDependencies: [transaction], batch: 'atomic' });
    v1.method('add', { args: { tx: transaction } }, async ({ tx }) => {
      const { rows } = await tx.query<{ count: number }>('select count(*)::int as count from line');
      const count = rows[0]?.count ?? 0;
      await tx.query('insert into line values ($1)', [count]);
      return count;
    });
    const api = new Api({ logger }).bindEntrypoint(v1).provide(database, pglite);
    expect(await send(api, [request('add'), request('add'), request('add')])).toMatchObject([
      { result: 0 },
      { result: 1 },
      { result: 2 },
    ]);
  });

  testFailingPositions([2, 3, 5]);

  test('does not run the calls after a failed one', async () => {
    await send(createApi(), batchWith(5, 2, request('reject', { id: 2 })));
    expect(events).toEqual(['insert 0', 'insert 1', 'insert 2']);
  });

  test('fails with the error of the commit for each call', async () => {
    const call = (id: number): object => request('insertUnique', { id, value: 7 });
    expect(codesOf(await send(createApi(), [call(1), call(2)]))).toEqual([-32603, -32603]);
    expect(await lines()).toEqual([]);
  });

  test('contains notifications, whose failure rolls it back', async () => {
    const api = createApi();
    const first = notification('insert', { id: 7 });
    expect(codesOf(await send(api, [first, ...inserts(1)]))).toEqual([undefined]);
    expect(await lines()).toEqual([0, 7]);
    const failing = [request('insert', { id: 1 }), notification('reject', { id: 8 })];
    expect(codesOf(await send(api, failing))).toEqual([-32015]);
    expect(await lines()).toEqual([0, 7]);
  });

  test('may be a single call', async () => {
    const api = createApi();
    expect(await send(api, request('insert', { id: 1 }))).toMatchObject({ result: 1 });
    expect(await send(api, request('reject', { id: 2 }))).toMatchObject({ error: { code: 6001 } });
    expect(await lines()).toEqual([1]);
  });

  test('ends the HTTP request with an HttpError of one of its calls', async () => {
    const transaction = transactionOf();
    const v1 = new Entrypoint('/rpc', { messageDependencies: [transaction], batch: 'atomic' });
    const args = { tx: transaction };
    v1.method('insert', { args }, ({ tx }) => tx.query('insert into line values (1)'));
    v1.method('forbidden', { args }, () => {
      throw new HttpError(403);
    });
    const api = new Api({ logger }).bindEntrypoint(v1).provide(database, pglite);
    const { status } = await post(api, '/rpc', [request('insert'), request('forbidden')]);
    expect(status).toBe(403);
    expect(await lines()).toEqual([]);
  });

  test('leaves neither background tasks nor headers behind when it is rolled back', async () => {
    const api = createApi();
    const failing = [request('leaveEffects', { id: 1 }), request('reject', { id: 2 })];
    const rolledBack = await post(api, '/rpc', failing);
    expect(new Headers(rolledBack.response.headers as [string, string][]).get('x-id')).toBeNull();
    rolledBack.markSent();
    const committed = await post(api, '/rpc', [request('leaveEffects', { id: 3 })]);
    expect(new Headers(committed.response.headers as [string, string][]).get('x-id')).toBe('3');
    committed.markSent();
    await expect.poll(() => events).toContain('task 3');
    expect(events).not.toContain('task 1');
  });

  test('shows its middlewares what has happened', async () => {
    const seen: unknown[] = [];
    const logs: JsonRpcMiddleware = async (_, next) => {
      seen.push('enter');
      try {
        await next();
        seen.push((await lines()).length);
      } catch (error) {
        seen.push((error as BaseError).code);
        throw error;
      }
    };
    const api = createApi({ middlewares: [logs] });
    await send(api, inserts(2));
    expect(seen).toEqual(['enter', 'enter', 2, 2]);
    seen.length = 0;
    await pglite.query('delete from line');
    await send(api, batchWith(3, 1, request('reject', { id: 9 })));
    expect(seen).toEqual(expect.arrayContaining(['enter', 'enter', -32015, 6001]));
  });

  test('throws its error into the dependencies of the calls that have succeeded', async () => {
    const transaction = transactionOf();
    const v1 = new Entrypoint('/rpc', { messageDependencies: [transaction], batch: 'atomic' });
    const watched = dependency({}, async function* () {
      try {
        yield 'value';
        events.push('closed');
      } catch (error) {
        events.push(`failed ${(error as BaseError).code}`);
        throw error;
      }
    });
    v1.method('pass', { args: { watched } }, () => undefined);
    v1.method('reject', {}, () => {
      throw new NotEnough();
    });
    const api = new Api({ logger }).bindEntrypoint(v1).provide(database, pglite);
    await send(api, [request('pass'), request('reject')]);
    expect(events).toEqual(['failed 6001']);
  });

  test('responds with RequestTimeout to all calls when its commit takes too long', async () => {
    const committing = gate();
    const slow = transactionDependency(
      { database },
      (args, run) =>
        args.database.transaction(async (tx) => {
          const result = await run(tx);
          await committing.promise;
          return result;
        }),
      { executor: (tx) => ({ executeSql: (text, values) => tx.query(text, values) }) },
    );
    const v1 = new Entrypoint('/rpc', {
      messageDependencies: [slow],
      batch: 'atomic',
      timeout: 20,
    });
    v1.method('insert', { args: { tx: slow, id: v.number() } }, async ({ tx, id }) => {
      await tx.query('insert into line values ($1)', [id]);
    });
    const api = new Api({ logger }).bindEntrypoint(v1).provide(database, pglite);
    expect(codesOf(await send(api, inserts(3)))).toEqual([-32002, -32002, -32002]);
    committing.open();
    await api.close();
    expect(await lines()).toEqual([0, 1, 2]);
  });

  /** A transaction of a pool with one connection. */
  function pooledApi(options: EntrypointOptions, commit: Promise<unknown> = Promise.resolve()) {
    const [begun, committed]: [string[], string[]] = [[], []];
    let last: Promise<unknown> = Promise.resolve();
    const transaction = transactionDependency(
      {},
      async (_, run) => {
        const before = last;
        const { promise, open } = gate();
        last = promise;
        await before;
        begun.push('begun');
        try {
          const result = await run({});
          await commit;
          committed.push('committed');
          return result;
        } finally {
          open();
        }
      },
      { name: 'transaction', executor: () => ({ executeSql: async () => ({ rows: [] }) }) },
    );
    const v1 = new Entrypoint('/rpc', {
      ...options,
      batch: 'atomic',
      messageDependencies: [transaction],
    });
    v1.method('add', { args: { tx: transaction, tasks: backgroundTasks } }, async ({ tasks }) => {
      tasks.add(() => void committed.push('task'));
      await delay(1);
    });
    return { api: new Api({ logger }).bindEntrypoint(v1), committed };
  }

  test('keeps its slot, so that messages that wait for its connection cannot keep it from running', async () => {
    const { api } = pooledApi({ concurrency: 2, timeout: 2_000 });
    const sent = [1, 2, 3, 4, 5].map(() => send(api, request('add')));
    expect(await Promise.all(sent)).toMatchObject(sent.map(() => ({ result: null })));
  });

  test('is rolled back if a middleware of a call fails while the others still run', async () => {
    const late: JsonRpcMiddleware = async ({ methodRoute }, next) => {
      if (methodRoute?.name !== 'insert') return next();
      return Promise.race([
        next(),
        delay(10).then(() => {
          throw new NotEnough();
        }),
      ]);
    };
    const transaction = transactionOf();
    const v1 = new Entrypoint('/rpc', {
      messageDependencies: [transaction],
      batch: 'atomic',
      middlewares: [late],
    });
    v1.method('insert', { args: { tx: transaction } }, ({ tx }) =>
      tx.query('insert into line values (1)').then(() => 1),
    );
    v1.method('wait', { args: { tx: transaction } }, () => delay(60));
    const api = new Api({ logger }).bindEntrypoint(v1).provide(database, pglite);
    const json = await send(api, [request('insert'), request('wait')]);
    expect(codesOf(json)).toEqual([6001, -32015]);
    expect(await lines()).toEqual([]);
  });

  test('limits the time that a middleware takes after the commit', async () => {
    const slow: JsonRpcMiddleware = async (_, next) => {
      await next();
      await new Promise<never>(() => undefined);
    };
    const { api } = pooledApi({ timeout: 20, middlewares: [slow] });
    expect(codesOf([await send(api, request('add'))])).toEqual([-32002]);
  });

  test('runs its background tasks if the commit takes too long, but succeeds', async () => {
    const commit = gate();
    const { api, committed } = pooledApi({ timeout: 20 }, commit.promise);
    expect(codesOf([await send(api, request('add'))])).toEqual([-32002]);
    commit.open();
    await api.close();
    expect(committed.toSorted()).toEqual(['committed', 'task']);
  });

  test('does not count the time in which a call waits for the others', async () => {
    const transaction = transactionOf();
    const v1 = new Entrypoint('/rpc', { messageDependencies: [transaction], batch: 'atomic' });
    const aborted = signal;
    v1.method('quick', { args: { aborted }, timeout: 15 }, () => 'done');
    v1.method('slow', {}, () => new Promise((resolve) => setTimeout(resolve, 60)));
    const api = new Api({ logger }).bindEntrypoint(v1).provide(database, pglite);
    const codes = codesOf(await send(api, [request('quick'), request('slow')]));
    expect(codes).toEqual([undefined, undefined]);
  });
});

describe('a conflict in an atomic batch', () => {
  test('runs all methods again, up to the failed one, in a new transaction', async () => {
    const conflict = request('conflict', { id: 1 });
    const json = await send(createApi(), batchWith(3, 1, conflict));
    expect(json).toMatchObject([{ result: 0 }, { result: 1 }, { result: 2 }]);
    expect(events).toEqual(['insert 0', 'insert 1', 'insert 0', 'insert 1', 'insert 2']);
    expect(await lines()).toEqual([0, 1, 2]);
    expect(logger.entries).toEqual([]);
  });

  test('runs all methods again if the commit conflicts', async () => {
    const api = createApi({
      retry: { on: (error) => (error as { code?: string }).code === '23505' },
    });
    await pglite.query('insert into line values (9, 7)');
    const removed = setTimeout(() => void pglite.query('delete from line where id = 9'), 5);
    onTestFinished(() => clearTimeout(removed));
    const call = request('insertUnique', { id: 1, value: 7 });
    expect(codesOf(await send(api, [call, ...inserts(1)]))).toEqual([undefined, undefined]);
    expect(await lines()).toEqual([0, 1]);
  });

  test('is Conflict for its call after the last attempt, and rolls back the others', async () => {
    const api = createApi({ conflicts: 3 });
    const json = await send(api, batchWith(3, 1, request('conflict', { id: 1 })));
    expect(json).toMatchObject([
      { error: { code: -32015, data: { failedIndex: 1 } } },
      { error: { code: -32014, data: { retryAfterMs: expect.any(Number) } } },
      { error: { code: -32015, data: { failedIndex: 1 } } },
    ]);
    expect(await lines()).toEqual([]);
    expect(logger.entries).toMatchObject([{ message: 'Transaction conflict' }]);
  });

  test('is Conflict for every call if the last commit conflicts', async () => {
    const api = createApi({
      retry: { attempts: 1, on: (error) => (error as { code?: string }).code === '23505' },
    });
    const call = (id: number): object => request('insertUnique', { id, value: 7 });
    expect(codesOf(await send(api, [call(1), call(2)]))).toEqual([-32014, -32014]);
  });

  test('is counted once for the method that conflicts, whether the batch runs again or fails', async () => {
    const counted: Measurement[] = [];
    onTestFinished(addInstrumentation({ count: (measurement) => void counted.push(measurement) }));
    const api = createApi({ conflicts: 3, retry: { attempts: 2 } });
    await send(api, batchWith(3, 1, request('conflict', { id: 1 })));
    await send(api, batchWith(3, 1, request('conflict', { id: 1 })));
    expect(conflictsIn(counted)).toEqual([
      'conflict retried',
      'conflict failed',
      'conflict retried',
    ]);
  });

  test('is counted without a method if the commit conflicts', async () => {
    const counted: Measurement[] = [];
    onTestFinished(addInstrumentation({ count: (measurement) => void counted.push(measurement) }));
    const api = createApi({
      retry: { attempts: 1, on: (error) => (error as { code?: string }).code === '23505' },
    });
    const call = (id: number): object => request('insertUnique', { id, value: 7 });
    await send(api, [call(1), call(2)]);
    expect(conflictsIn(counted)).toEqual(['_OTHER failed']);
  });

  test('enters the middlewares once, and drops the effects of the failed attempt', async () => {
    let entered = 0;
    const counts: JsonRpcMiddleware = (_, next) => {
      entered += 1;
      return next();
    };
    const api = createApi({ middlewares: [counts] });
    const body = [request('leaveEffects', { id: 1 }), request('conflict', { id: 2 })];
    const { response, markSent } = await post(api, '/rpc', body);
    markSent();
    expect(new Headers(response.headers as [string, string][]).get('x-id')).toBe('1');
    await expect.poll(() => events).toContain('task 1');
    expect(events.filter((event) => event === 'task 1')).toHaveLength(1);
    expect(entered).toBe(2);
  });
});

function conflictsIn(counted: readonly Measurement[]): readonly string[] {
  return counted
    .filter(({ name }) => name === 'jsonrpc.server.conflicts')
    .map(({ attributes }) =>
      [attributes['rpc.method'], attributes['jsonrpc.conflict.outcome']].join(' '),
    );
}

describe('an entrypoint with batch: atomic', () => {
  const declare = (options: Partial<EntrypointOptions>) => () =>
    new Entrypoint('/rpc', { batch: 'atomic', ...options });

  test('needs one transaction with an executor among its dependencies', () => {
    expect(declare({})).toThrow(
      `entrypoint "/rpc": batch: 'atomic' needs one transaction that the calls of a batch share`,
    );
    const two = [transactionOf(), transactionOf()];
    expect(declare({ messageDependencies: two })).toThrow(
      'contain "transaction" and "transaction"',
    );
    const without = transactionDependency({ database }, (args, run) =>
      args.database.transaction(run),
    );
    expect(declare({ messageDependencies: [without] })).toThrow(
      'has no executor. Add the option executor',
    );
  });

  test('rejects a method with its own transaction', () => {
    const v1 = new Entrypoint('/rpc', { batch: 'atomic', messageDependencies: [transactionOf()] });
    const declareMethod = () => v1.method('insert', { args: { tx: transactionOf() } }, () => 1);
    expect(declareMethod).toThrow('is a transaction of one call');
  });

  test('rejects a subscription, which would hold the transaction open', () => {
    const v1 = new Entrypoint('/rpc', { batch: 'atomic', messageDependencies: [transactionOf()] });
    const declareSubscription = () => v1.subscription('ticks', {}, async function* () {});
    expect(declareSubscription).toThrow(
      `entrypoint "/rpc": subscription "ticks" would hold the transaction of a batch open. Declare it on an ` +
        `entrypoint without batch: 'atomic'.`,
    );
  });
});
