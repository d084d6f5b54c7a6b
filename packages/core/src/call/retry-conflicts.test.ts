import * as v from 'valibot';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { gate, memoryLogger, notification, post, request } from '../../test/in-process.js';
import { type IdempotencyGuard, keepWrites, type MethodOutcome } from '../adapter.js';
import {
  Api,
  backgroundTasks,
  Conflict,
  defineError,
  dependency,
  Entrypoint,
  type EntrypointOptions,
  HttpError,
  httpResponse,
  type JsonRpcMiddleware,
  signal,
  transactionDependency,
} from '../index.js';
import type { TransactionRetryOptions } from '../types.js';

class NotEnough extends defineError({ code: 6001, message: 'Not enough' }) {}

const serializationFailure = (): Error => Object.assign(new Error('conflict'), { code: '40001' });

let events: string[];
let logger: ReturnType<typeof memoryLogger>;

beforeEach(() => {
  events = [];
  logger = memoryLogger();
  // The shortest delays.
  vi.spyOn(Math, 'random').mockReturnValue(1);
});

/** A library whose commits fail with the planned errors. */
function library(...commitErrors: (Error | undefined)[]) {
  return async function transaction<T>(callback: (tx: string) => Promise<T>): Promise<T> {
    events.push('begin');
    try {
      const result = await callback('tx');
      const error = commitErrors.shift();
      if (error !== undefined) throw error;
      events.push('commit');
      return result;
    } catch (error) {
      events.push('rollback');
      throw error;
    }
  };
}

const transactionOf = (transaction: ReturnType<typeof library>, retry?: TransactionRetryOptions) =>
  transactionDependency({}, (_, run) => transaction(run), { retry });

/** Creates an api whose method runs the given attempts, the last one from then on. */
function createApi(
  attempts: readonly [() => unknown, ...(() => unknown)[]],
  { retry, commitErrors = [], ...options }: CreateOptions = {},
): Api {
  const v1 = new Entrypoint('/rpc', options);
  const tx = transactionOf(library(...commitErrors), retry);
  let attempt = 0;
  v1.method('run', { args: { tx } }, () => {
    attempt += 1;
    events.push(`attempt ${attempt}`);
    return (attempts[attempt - 1] ?? attempts.at(-1))?.();
  });
  return new Api({ logger }).bindEntrypoint(v1);
}

interface CreateOptions extends EntrypointOptions {
  readonly retry?: TransactionRetryOptions;
  readonly commitErrors?: (Error | undefined)[];
}

const fail = (error: unknown) => () => {
  throw error;
};
const conflict = (): never => fail(serializationFailure())();
const done = (): string => 'done';

async function call(api: Api): Promise<unknown> {
  return (await post(api, '/rpc', request('run'))).json;
}

const CONFLICT = {
  error: { code: -32014, message: 'Conflict', data: { retryAfterMs: expect.any(Number) } },
};
const INTERNAL_ERROR = { error: { code: -32603 } };

describe('a call whose transaction conflicts', () => {
  test('is run again in a new transaction', async () => {
    expect(await call(createApi([conflict, conflict, done]))).toMatchObject({ result: 'done' });
    expect(events).toEqual([
      'begin',
      'attempt 1',
      'rollback',
      'begin',
      'attempt 2',
      'rollback',
      'begin',
      'attempt 3',
      'commit',
    ]);
    expect(logger.entries).toEqual([]);
  });

  test('is run again if the commit fails', async () => {
    const api = createApi([done], { commitErrors: [serializationFailure()] });
    expect(await call(api)).toMatchObject({ result: 'done' });
    expect(events.filter((event) => event === 'commit')).toHaveLength(1);
    expect(events).toContain('attempt 2');
  });

  test('is run again if the transaction cannot begin', async () => {
    const v1 = new Entrypoint('/rpc');
    let begun = 0;
    const tx = transactionDependency({}, (_, run) => {
      begun += 1;
      return begun === 1 ? Promise.reject(serializationFailure()) : library()(run);
    });
    v1.method('run', { args: { tx } }, (args) => args.tx);
    expect(await call(new Api({ logger }).bindEntrypoint(v1))).toMatchObject({ result: 'tx' });
  });

  test('fails with Conflict after three attempts by default, which is logged', async () => {
    const api = createApi([conflict]);
    expect(await call(api)).toMatchObject(CONFLICT);
    expect(events.filter((event) => event === 'rollback')).toHaveLength(3);
    expect(logger.entries).toMatchObject([
      { level: 'warn', message: 'Transaction conflict', details: { attempts: 3, method: 'run' } },
    ]);
  });

  test('fails with Conflict after the first attempt if attempts is 1', async () => {
    expect(await call(createApi([conflict], { retry: { attempts: 1 } }))).toMatchObject(CONFLICT);
    const commitErrors = [serializationFailure()];
    const api = createApi([done], { retry: { attempts: 1 }, commitErrors });
    expect(await call(api)).toMatchObject(CONFLICT);
    expect(events).toEqual(['begin', 'attempt 1', 'rollback', 'begin', 'attempt 1', 'rollback']);
  });

  test('waits longer after each attempt', async () => {
    const timer = vi.spyOn(globalThis, 'setTimeout');
    await call(createApi([conflict], { retry: { attempts: 4 } }));
    const delays = timer.mock.calls.map(([, delay]) => delay);
    expect(delays.filter((delay) => [25, 50, 100].includes(delay ?? 0))).toEqual([25, 50, 100]);
  });

  test('fails with the error of its last attempt if that is not a conflict', async () => {
    expect(await call(createApi([conflict, fail(new NotEnough())]))).toMatchObject({
      error: { code: 6001 },
    });
    expect(await call(createApi([conflict, fail(new Error('broken'))]))).toMatchObject(
      INTERNAL_ERROR,
    );
  });

  test('validates its params once, and runs its dependencies again with their teardowns', async () => {
    let validated = 0;
    const amount = v.pipe(
      v.number(),
      v.transform((value) => {
        validated += 1;
        return value;
      }),
    );
    const tx = transactionOf(library());
    const outer = dependency({}, async function* outer() {
      events.push('open outer');
      try {
        yield 'outer';
      } catch (error) {
        events.push(`outer failed with ${(error as Error).message}`);
        throw error;
      }
      events.push('close outer');
    });
    const inner = dependency(
      { tx },
      function* inner() {
        yield 'inner';
        events.push('close inner');
      },
      { teardown: 'before-response' },
    );
    const v1 = new Entrypoint('/rpc', { commonDependencies: [outer] });
    let attempt = 0;
    v1.method('run', { args: { tx, inner, amount } }, (args) => {
      attempt += 1;
      return attempt === 1 ? conflict() : [args.tx, args.inner, args.amount];
    });
    const api = new Api({ logger }).bindEntrypoint(v1);
    const { json, markSent } = await post(api, '/rpc', request('run', { amount: 5 }));
    markSent();
    await api.close();
    expect(json).toMatchObject({ result: ['tx', 'inner', 5] });
    expect(validated).toBe(1);
    expect(events).toEqual([
      'open outer',
      'begin',
      'rollback',
      'outer failed with conflict',
      'open outer',
      'begin',
      'close inner',
      'commit',
      'close outer',
    ]);
  });

  test('enters its middlewares once, which see Conflict', async () => {
    const middleware: JsonRpcMiddleware = async (ctx, next) => {
      events.push('enter');
      await next().catch((error: unknown) => {
        events.push(`${error instanceof Conflict}, ${ctx.rawResponse !== undefined}`);
        throw error;
      });
    };
    const api = createApi([conflict], { middlewares: [middleware] });
    expect(await call(api)).toMatchObject(CONFLICT);
    expect(events.filter((event) => !/begin|attempt|rollback/.test(event))).toEqual([
      'enter',
      'true, true',
    ]);
  });

  test('is run again as a notification', async () => {
    const api = createApi([conflict, done]);
    await post(api, '/rpc', notification('run'));
    await api.close();
    expect(events.at(-1)).toBe('commit');
    expect(logger.entries).toEqual([]);
  });

  test('is run again if the commit of its recorded error response fails', async () => {
    const tx = transactionOf(library(serializationFailure()));
    const recorded: unknown[] = [];
    const recording = dependency(
      { tx },
      function* (): Generator<unknown, void, MethodOutcome> {
        let outcome: MethodOutcome;
        try {
          outcome = yield;
        } catch {
          outcome = yield keepWrites;
        }
        recorded.push(outcome?.kind);
      },
      { teardown: 'before-response' },
    );
    const idempotent: IdempotencyGuard = {
      ...recording,
      errors: [],
      key: { member: 'idempotencyKey', isRequired: false, maxLength: 9 },
      checkMethod: () => undefined,
    };
    const results = [fail(new NotEnough()), done];
    const v1 = new Entrypoint('/rpc');
    v1.method('run', { args: { tx }, errors: [NotEnough], idempotent }, () => results.shift()?.());
    expect(await call(new Api({ logger }).bindEntrypoint(v1))).toMatchObject({ result: 'done' });
    // The first one is rolled back with the transaction.
    expect(recorded).toEqual(['error', 'result']);
    expect(events).toEqual(['begin', 'rollback', 'begin', 'commit']);
  });

  test('is not run again after its time limit', async () => {
    const work = gate();
    const late = async (): Promise<never> => {
      await work.promise;
      return conflict();
    };
    const api = createApi([late], { timeout: 5 });
    expect(await call(api)).toMatchObject({ error: { code: -32002 } });
    work.open();
    await api.close();
    expect(events).toEqual(['begin', 'attempt 1', 'rollback']);
  });

  test.each([[[]], [[async (_: unknown, next: () => Promise<void>) => next()]]])(
    'stops waiting for its next attempt at its time limit',
    async (middlewares) => {
      vi.mocked(Math.random).mockReturnValue(0);
      const api = createApi([conflict], { timeout: 20, middlewares });
      expect(await call(api)).toMatchObject({ error: { code: -32002 } });
      await api.close();
      expect(events).toEqual(['begin', 'attempt 1', 'rollback']);
    },
  );

  test('is not run again after its client has disconnected', async () => {
    const controller = new AbortController();
    const api = createApi([
      () => {
        controller.abort();
        return conflict();
      },
    ]);
    await post(api, '/rpc', request('run'), { signal: controller.signal });
    await api.close();
    expect(events).toEqual(['begin', 'attempt 1', 'rollback']);
  });
});

describe('the effects of an attempt that conflicts', () => {
  /** Creates an api whose method changes the response and adds a task in each attempt. */
  function createEffectsApi(attempts: readonly (() => unknown)[], options: EntrypointOptions = {}) {
    const v1 = new Entrypoint('/rpc', options);
    const tx = transactionOf(library());
    let attempt = 0;
    const args = { tx, response: httpResponse, tasks: backgroundTasks };
    v1.method('run', { args }, ({ response, tasks }) => {
      attempt += 1;
      const name = `attempt ${attempt}`;
      response.headers.append('x-attempt', name);
      response.headers.delete('x-removed');
      response.setCookie('attempt', String(attempt));
      if (attempt === 1) response.status = 202;
      tasks.add(() => events.push(`task of ${name}`));
      return attempts[attempt - 1]?.();
    });
    v1.method('other', { args: { response: httpResponse } }, ({ response }) => {
      response.headers.set('x-other', 'kept');
    });
    return new Api({ logger }).bindEntrypoint(v1);
  }

  test('do not stay, and those of the next attempt do', async () => {
    const api = createEffectsApi([conflict, done]);
    const { response, status, markSent } = await post(api, '/rpc', request('run'));
    markSent();
    await api.close();
    expect(status).toBe(200);
    expect(response.headers).toEqual(
      expect.arrayContaining([
        ['set-cookie', 'attempt=2'],
        ['x-attempt', 'attempt 2'],
      ]),
    );
    expect(JSON.stringify(response.headers)).not.toMatch(/attempt.?1/);
    expect(events.filter((event) => event.startsWith('task'))).toEqual(['task of attempt 2']);
  });

  test('do not stay if the call fails with Conflict', async () => {
    const api = createEffectsApi([conflict, conflict, conflict]);
    const { response, json, status, markSent } = await post(api, '/rpc', request('run'));
    markSent();
    await api.close();
    expect(json).toMatchObject(CONFLICT);
    expect(status).toBe(200);
    expect(response.headers).toBeUndefined();
    expect(events.filter((event) => event.startsWith('task'))).toEqual([]);
  });

  test('stay if the attempt fails with any other error', async () => {
    const api = createEffectsApi([fail(new NotEnough())]);
    const { response, status, markSent } = await post(api, '/rpc', request('run'));
    markSent();
    await api.close();
    expect(status).toBe(202);
    expect(JSON.stringify(response.headers)).toContain('attempt 1');
    expect(events.at(-1)).toBe('task of attempt 1');
  });

  test('do not change what other calls of the batch and middlewares have set', async () => {
    const middleware: JsonRpcMiddleware = async (ctx, next) => {
      ctx.httpResponse.headers.set('x-removed', 'by the method');
      ctx.httpResponse.headers.set('x-attempt', 'middleware');
      await next();
    };
    const api = createEffectsApi([conflict, done], { middlewares: [middleware] });
    const { response } = await post(api, '/rpc', [request('run'), request('other')]);
    expect(response.headers).toEqual(
      expect.arrayContaining([
        ['x-attempt', 'middleware, attempt 2'],
        ['x-other', 'kept'],
      ]),
    );
    expect(JSON.stringify(response.headers)).not.toContain('x-removed');
  });

  test('stay if the call times out, because its response does not wait for it', async () => {
    const work = gate();
    const v1 = new Entrypoint('/rpc', { timeout: 5 });
    const tx = transactionOf(library());
    v1.method('run', { args: { tx, response: httpResponse } }, async ({ response }) => {
      response.headers.set('x-early', 'kept');
      await work.promise;
    });
    const api = new Api({ logger }).bindEntrypoint(v1);
    const { response } = await post(api, '/rpc', request('run'));
    work.open();
    await api.close();
    expect(response.headers).toContainEqual(['x-early', 'kept']);
  });

  test('include tasks that it adds after its end', async () => {
    const later = gate();
    const v1 = new Entrypoint('/rpc');
    const tx = transactionOf(library());
    let attempt = 0;
    v1.method('run', { args: { tx, tasks: backgroundTasks } }, async ({ tasks }) => {
      attempt += 1;
      const name = `task of attempt ${attempt}`;
      if (attempt === 1) {
        void later.promise.then(() => tasks.add(() => events.push(name)));
        conflict();
      }
      later.open();
      await later.promise;
      tasks.add(() => events.push(name));
    });
    const api = new Api({ logger }).bindEntrypoint(v1);
    (await post(api, '/rpc', request('run'))).markSent();
    await api.close();
    expect(events.filter((event) => event.startsWith('task'))).toEqual(['task of attempt 2']);
  });
});

describe('a conflict', () => {
  const wrap = (cause: unknown, members: object = {}): Error =>
    Object.assign(new Error('wrapped', { cause }), members);
  let deepest: Error = serializationFailure();
  for (let depth = 0; depth < 20; depth += 1) deepest = wrap(deepest);
  const cyclic = new Error('cyclic');
  cyclic.cause = cyclic;
  const throwing = new Proxy(new Error('hostile'), {
    get: (target, name) => {
      if (name === 'code') throw new Error('No');
      return Reflect.get(target, name) as unknown;
    },
  });

  test.each<[string, unknown]>([
    ['a serialization failure of pg, postgres.js, Knex, Kysely or PGlite', serializationFailure()],
    ['a deadlock', Object.assign(new Error('deadlock'), { code: '40P01' })],
    ['an error that Drizzle wraps', wrap(serializationFailure())],
    ['a write conflict of Prisma', Object.assign(new Error('write conflict'), { code: 'P2034' })],
    ['an error of a Prisma adapter', wrap({ originalCode: '40001', kind: 'any' })],
    [
      'an error of a raw query of Prisma',
      Object.assign(new Error('raw'), {
        code: 'P2010',
        meta: { driverAdapterError: wrap({ originalCode: '40P01' }) },
      }),
    ],
  ])('is %s', async (_, error) => {
    expect(await call(createApi([fail(error), done]))).toMatchObject({ result: 'done' });
  });

  test.each<[string, unknown]>([
    ['another error of the database', Object.assign(new Error('unique'), { code: '23505' })],
    ['an error whose cause is too deep', deepest],
    ['an error that is its own cause', cyclic],
    ['an error whose members cannot be read', throwing],
    ['a value that is not an error', '40001'],
    ['null', null],
  ])('is not %s', async (_, error) => {
    expect(await call(createApi([fail(error), done]))).toMatchObject(INTERNAL_ERROR);
    expect(events).toEqual(['begin', 'attempt 1', 'rollback']);
  });

  test('is not a typed error or an HttpError, even if a conflict caused it', async () => {
    const options = { cause: serializationFailure() };
    const typed = createApi([fail(new NotEnough(undefined, options)), done]);
    expect(await call(typed)).toMatchObject({ error: { code: 6001 } });
    const http = createApi([fail(Object.assign(new HttpError(409), options)), done]);
    expect((await post(http, '/rpc', request('run'))).status).toBe(409);
  });

  test('is what the option on accepts', async () => {
    const busy = new Error('SQLITE_BUSY');
    const on = (error: unknown): boolean => error === busy;
    expect(await call(createApi([fail(busy), done], { retry: { on } }))).toMatchObject({
      result: 'done',
    });
    expect(await call(createApi([conflict, done], { retry: { on } }))).toMatchObject(
      INTERNAL_ERROR,
    );
  });

  test('is not an error that another dependency has replaced', async () => {
    const tx = transactionOf(library());
    const outer = dependency({}, function* outer() {
      try {
        yield 1;
      } catch {
        throw new NotEnough();
      }
    });
    const v1 = new Entrypoint('/rpc', { commonDependencies: [outer] });
    v1.method('run', { args: { tx } }, conflict);
    const api = new Api({ logger }).bindEntrypoint(v1);
    expect(await call(api)).toMatchObject({ error: { code: 6001 } });
    expect(events).toEqual(['begin', 'rollback']);
  });

  test('does not run the call again if another transaction of the call is committed', async () => {
    const first = transactionOf(library(serializationFailure()));
    const second = transactionOf(library());
    const v1 = new Entrypoint('/rpc');
    v1.method('run', { args: { first, second } }, done);
    expect(await call(new Api({ logger }).bindEntrypoint(v1))).toMatchObject(INTERNAL_ERROR);
    expect(events).toEqual(['begin', 'begin', 'commit', 'rollback']);
  });

  test('does not run the call again if the library commits despite its failure', async () => {
    const tx = transactionDependency({}, (_, run) =>
      library()((inner) => run(inner).catch(() => ({}))),
    );
    const v1 = new Entrypoint('/rpc');
    v1.method('run', { args: { tx } }, conflict);
    expect(await call(new Api({ logger }).bindEntrypoint(v1))).toMatchObject(INTERNAL_ERROR);
    expect(events).toEqual(['begin', 'commit']);
  });
});

test('the signal of a call is the same in all attempts', async () => {
  const tx = transactionOf(library());
  const v1 = new Entrypoint('/rpc');
  const signals = new Set<AbortSignal>();
  v1.method('run', { args: { tx, aborted: signal } }, ({ aborted }) => {
    signals.add(aborted);
    return conflict();
  });
  await call(new Api({ logger }).bindEntrypoint(v1));
  expect(signals.size).toBe(1);
});

test('transactionDependency() rejects invalid options of retry', () => {
  const declare = (retry: object) => () => transactionOf(library(), retry);
  const where = 'transactionDependency "transaction": retry';
  expect(declare({ attempts: 0 })).toThrow(
    new RangeError(`${where}: attempts must be a positive integer, not 0`),
  );
  expect(declare({ on: '40001' })).toThrow(
    new TypeError(`${where}: on must be a function, not "40001"`),
  );
  expect(declare({ delay: 5 })).toThrow(
    new TypeError(`${where}: unknown option "delay". The options are attempts, on.`),
  );
});
