import * as v from 'valibot';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { gate, memoryLogger, notification, post, request } from '../../test/in-process.js';
import { Api, defineError, dependency, Entrypoint, transactionDependency } from '../index.js';
import type { RunInTransaction, TransactionResult } from '../types.js';

class NotEnough extends defineError({ code: 6001, message: 'Not enough' }) {}

type Tx = readonly string[];
type Begin = (run: RunInTransaction) => Promise<TransactionResult>;

let events: string[];
let logger: ReturnType<typeof memoryLogger>;
const unhandled: unknown[] = [];
process.on('unhandledRejection', (error) => unhandled.push(error));

beforeEach(() => {
  events = [];
  logger = memoryLogger();
  unhandled.length = 0;
});
afterEach(async () => {
  await nextTurn();
  if (unhandled.length > 0) throw new AggregateError(unhandled, 'Unhandled rejections');
});

function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}

/** Commits if the promise of the callback is fulfilled and rolls back otherwise, as libraries do. */
async function transaction<T>(callback: (tx: Tx) => Promise<T>): Promise<T> {
  events.push('begin');
  try {
    const result = await callback(['tx']);
    events.push('commit');
    return result;
  } catch (error) {
    events.push('rollback');
    throw error;
  }
}

type Handler = (tx: unknown) => unknown;

function createApi(begin: Begin, handler: Handler = () => 'done', timeout?: number): Api {
  const v1 = new Entrypoint('/rpc', { timeout });
  const tx = transactionDependency({}, (_, run) => begin(run));
  v1.method('run', { args: { tx } }, (args) => handler(args.tx));
  return new Api({ logger }).bindEntrypoint(v1);
}

async function call(api: Api): Promise<unknown> {
  return (await post(api, '/rpc', request('run'))).json;
}

const INTERNAL_ERROR = { error: { code: -32603, message: 'Internal error' } };

function logged(): readonly string[] {
  return logger.entries.map(({ details }) => (details.err as Error).message);
}

describe('a transaction', () => {
  test('is committed before the response is built', async () => {
    const api = createApi(transaction, (tx) => {
      events.push('handler');
      return tx;
    });
    expect(await call(api)).toMatchObject({ result: ['tx'] });
    expect(events).toEqual(['begin', 'handler', 'commit']);
  });

  test('receives the values of its sources, and is shared by all dependencies and arguments that need it', async () => {
    const tx = transactionDependency({ name: v.string() }, ({ name }, run) =>
      transaction((inner) => run([...inner, name])),
    );
    const names = dependency({ tx }, (args) => args.tx.join(' '));
    const v1 = new Entrypoint('/rpc');
    v1.method('run', { args: { tx, names } }, (args) => [args.names, args.tx.length]);
    const api = new Api().bindEntrypoint(v1);
    const { json } = await post(api, '/rpc', request('run', { name: 'ann' }));
    expect(json).toMatchObject({ result: ['tx ann', 2] });
    expect(events).toEqual(['begin', 'commit']);
  });

  test.each<[string, unknown, unknown]>([
    ['a typed error', new NotEnough(), { error: { code: 6001, message: 'Not enough' } }],
    ['any other error', new Error('broken'), INTERNAL_ERROR],
    ['undefined', undefined, INTERNAL_ERROR],
  ])(
    'is rolled back if the handler throws %s, which is the error of the call',
    async (_, error, expected) => {
      const api = createApi(transaction, () => {
        throw error;
      });
      expect(await call(api)).toMatchObject(expected as object);
      expect(events).toEqual(['begin', 'rollback']);
    },
  );

  test('is rolled back if the result cannot be encoded', async () => {
    expect(await call(createApi(transaction, () => 5n))).toMatchObject(INTERNAL_ERROR);
    expect(events).toEqual(['begin', 'rollback']);
  });

  test('is rolled back if a dependency after it fails', async () => {
    const tx = transactionDependency({}, (_, run) => transaction(run));
    const account = dependency({ tx }, () => {
      throw new NotEnough();
    });
    const v1 = new Entrypoint('/rpc');
    v1.method('run', { args: { account } }, () => 1);
    expect(await call(new Api().bindEntrypoint(v1))).toMatchObject({ error: { code: 6001 } });
    expect(events).toEqual(['begin', 'rollback']);
  });

  test('is rolled back if a dependency after it catches the error of the method and ends', async () => {
    const tx = transactionDependency({}, (_, run) => transaction(run));
    const catching = dependency({ tx }, function* () {
      try {
        yield 1;
      } catch {
        events.push('caught');
      }
    });
    const v1 = new Entrypoint('/rpc');
    v1.method('run', { args: { catching } }, () => {
      throw new NotEnough();
    });
    expect(await call(new Api().bindEntrypoint(v1))).toMatchObject({ error: { code: 6001 } });
    expect(events).toEqual(['begin', 'caught', 'rollback']);
  });

  test('fails the call if the commit fails', async () => {
    const api = createApi(async (run) => {
      await transaction(run);
      throw new Error('could not serialize access');
    });
    expect(await call(api)).toMatchObject(INTERNAL_ERROR);
    expect(logged()).toEqual(['could not serialize access']);
  });

  test('fails the call with the error of a failing rollback', async () => {
    const api = createApi(
      (run) =>
        transaction(run).catch(() => {
          throw new Error('connection lost');
        }),
      () => {
        throw new Error('broken');
      },
    );
    expect(await call(api)).toMatchObject(INTERNAL_ERROR);
    expect(logged()).toEqual(['broken', 'connection lost']);
  });

  test('keeps the error of the call if the library wraps it', async () => {
    const api = createApi(
      (run) =>
        transaction(run).catch((cause: unknown) => {
          throw new Error('Transaction failed', { cause });
        }),
      () => {
        throw new NotEnough();
      },
    );
    expect(await call(api)).toMatchObject({ error: { code: 6001 } });
  });

  test('is rolled back when the handler of a call that timed out has ended', async () => {
    const work = gate();
    const api = createApi(transaction, () => work.promise, 5);
    expect(await call(api)).toMatchObject({ error: { code: -32002 } });
    expect(events).toEqual(['begin']);
    work.open();
    await api.close();
    expect(events).toEqual(['begin', 'rollback']);
  });

  test('is committed after a notification', async () => {
    const api = createApi(transaction);
    await post(api, '/rpc', notification('run'));
    await api.close();
    expect(events).toEqual(['begin', 'commit']);
  });

  test('belongs to one call of a batch, so the failure of another one does not undo it', async () => {
    const tx = transactionDependency({}, (_, run) => transaction(run));
    const v1 = new Entrypoint('/rpc', { commonDependencies: [tx], batchOrder: 'sequential' });
    v1.method('run', { args: { tx } }, (args) => args.tx);
    v1.method('fail', {}, () => {
      throw new NotEnough();
    });
    const api = new Api().bindEntrypoint(v1);
    const { json } = await post(api, '/rpc', [request('run'), request('fail')]);
    expect(json).toMatchObject([{ result: ['tx'] }, { error: { code: 6001 } }]);
    expect(events).toEqual(['begin', 'commit', 'begin', 'rollback']);
  });

  test('is rejected among the dependencies of an entrypoint, which the calls of a batch share', () => {
    const tx = transactionDependency({}, (_, run) => transaction(run));
    const account = dependency({ tx }, () => 1, { name: 'account' });
    const message = (path: string): string =>
      `entrypoint "/rpc": dependency ${path} is a transaction, but runs once per message, so it would also ` +
      'commit the writes of failed calls of a batch. Remove it, and add it to the args of each method, or move it ' +
      "to commonDependencies. To roll back a whole batch if one of its calls fails, add batch: 'atomic'.";
    expect(() => new Entrypoint('/rpc', { messageDependencies: [tx] })).toThrow(
      new TypeError(message('"transaction"')),
    );
    expect(() => new Entrypoint('/rpc', { messageDependencies: [account] })).toThrow(
      new TypeError(message('"account" -> "transaction"')),
    );
  });
});

describe('a library that does not call run()', () => {
  const never = new Promise<never>(() => undefined);

  test('fails the call with its error', async () => {
    const throwing = createApi(() => {
      throw new Error('not connected');
    });
    expect(await call(throwing)).toMatchObject(INTERNAL_ERROR);
    expect(await call(createApi(() => Promise.reject(new Error('no pool'))))).toMatchObject(
      INTERNAL_ERROR,
    );
    expect(logged()).toEqual(['not connected', 'no pool']);
  });

  test('fails the call when it times out, without delaying the shutdown', async () => {
    const api = createApi(() => never, undefined, 5);
    expect(await call(api)).toMatchObject({ error: { code: -32002 } });
    await api.close({ timeout: 60_000 });
    expect(logger.entries).toEqual([]);
  });

  test('cancels the call when the client disconnects', async () => {
    const controller = new AbortController();
    const api = createApi(() => never);
    const responded = post(api, '/rpc', request('run'), { signal: controller.signal });
    controller.abort();
    expect((await responded).json).toMatchObject({ error: { code: -32800 } });
    await api.close({ timeout: 60_000 });
  });

  test('does not begin a transaction if the client has already disconnected', async () => {
    const api = createApi(transaction);
    await post(api, '/rpc', request('run'), { signal: AbortSignal.abort() });
    expect(events).toEqual([]);
  });

  test('commits an empty transaction if it calls run() too late', async () => {
    const free = gate();
    const api = createApi((run) => free.promise.then(() => transaction(run)), undefined, 5);
    expect(await call(api)).toMatchObject({ error: { code: -32002 } });
    free.open();
    await nextTurn();
    expect(events).toEqual(['begin', 'commit']);
    await api.close();
  });
});

describe('a function that misuses run()', () => {
  test.each<[string, Begin, Handler, readonly string[]]>([
    [
      'returns before it calls run()',
      // Callers without types may forget the `return`.
      (run) => {
        void transaction(run);
        return undefined as never;
      },
      () => 'done',
      [
        'dependency "transaction": the transaction ended before the call, so changes of the call may be lost. Return the promise of run() from the callback of the transaction.',
      ],
    ],
    [
      'never calls run()',
      async () => ({}),
      () => 'done',
      [
        'dependency "transaction": the transaction ended without calling run(). Return the promise of the library: (args, run) => db.transaction(run).',
      ],
    ],
    [
      'does not wait for run()',
      (run) =>
        transaction(async (tx) => {
          void run(tx).catch(() => undefined);
          return {};
        }),
      nextTurn,
      [
        'dependency "transaction": the transaction ended before the call, so changes of the call may be lost. Return the promise of run() from the callback of the transaction.',
      ],
    ],
    [
      'retries after a failed commit',
      async (run) => {
        await transaction(run);
        return transaction(run);
      },
      () => 'done',
      [
        'dependency "transaction": the library called run() again, probably to retry, but only the api can run a method again. Disable retries in the library, and use the option retry of transactionDependency().',
      ],
    ],
    [
      'calls run() again after the commit, and hides its failure',
      async (run) => {
        const committed = await transaction(run);
        await transaction(run).catch(() => undefined);
        return committed;
      },
      () => 'done',
      [
        'dependency "transaction": the library called run() again, probably to retry, but only the api can run a method again. Disable retries in the library, and use the option retry of transactionDependency().',
      ],
    ],
    [
      'calls run() twice at once',
      (run) => transaction((tx) => Promise.all([run(tx), run(tx)]).then(([one]) => one)),
      nextTurn,
      [
        'dependency "transaction": the library called run() again, probably to retry, but only the api can run a method again. Disable retries in the library, and use the option retry of transactionDependency().',
      ],
    ],
    [
      'hides the failure from the library',
      (run) => transaction((tx) => run(tx).catch(() => ({}))),
      () => {
        throw new NotEnough();
      },
      [
        'dependency "transaction": the transaction was not rolled back although the call failed. Let the rejection of run() reach the library.',
      ],
    ],
  ])('fails the call with an explanation if it %s', async (_, begin, handler, messages) => {
    const api = createApi(begin, handler);
    expect(await call(api)).toMatchObject(INTERNAL_ERROR);
    await nextTurn();
    await api.close();
    expect(logged()).toEqual(messages);
  });

  test('keeps the error of the call if the library retries afterwards', async () => {
    const retrying: Begin = async (run) => {
      try {
        return await transaction(run);
      } catch {
        return await transaction(run);
      }
    };
    const api = createApi(retrying, () => {
      throw new NotEnough();
    });
    expect(await call(api)).toMatchObject({ error: { code: 6001 } });
    expect(events).toEqual(['begin', 'rollback', 'begin', 'rollback']);
  });
});

test.each<[string, () => unknown, string]>([
  [
    'a value instead of the function',
    () => transactionDependency({}, undefined as never),
    'transactionDependency(): the second argument must be a function, not undefined. Write transactionDependency({ db: database }, ({ db }, run) => db.transaction(run)).',
  ],
  [
    'an argument that is not a source',
    () => transactionDependency({ db: {} as never }, (_, run) => run(1), { name: 'tx' }),
    `transactionDependency "tx": argument "db" isn't an argument source. Write a Standard Schema, params(), header(), cookie(), dependency(), resource() or a built-in source.`,
  ],
  [
    'an unknown option',
    () => transactionDependency({}, (_, run) => run(1), { teardown: 'x' } as never),
    'transactionDependency "transaction": unknown option "teardown". The options are name, retry, executor.',
  ],
])('transactionDependency() rejects %s', (_, declare, message) => {
  expect(declare).toThrow(new TypeError(message));
});
