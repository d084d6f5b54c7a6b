import { adapterApi } from '../adapter.js';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { gate, memoryLogger } from '../../test/in-process.js';
import {
  addInstrumentation,
  Api,
  backgroundTasks,
  BaseError,
  defineError,
  dependency,
  Entrypoint,
  type EntrypointOptions,
  HttpError,
  type Logger,
} from '../index.js';
import type { DefinedError } from '../types.js';
import { oddValues } from '../../../../tooling/vitest/odd-values.js';

/** Unhandled errors and rejections. Every test fails if there are any. */
const unhandled: unknown[] = [];
const onUnhandled = (error: unknown): void => void unhandled.push(error);

beforeEach(() => {
  unhandled.length = 0;
  process.on('unhandledRejection', onUnhandled);
  process.on('uncaughtException', onUnhandled);
});

afterEach(async () => {
  // Unhandled rejections are reported after the microtasks.
  await new Promise((resolve) => {
    setImmediate(resolve);
  });
  process.off('unhandledRejection', onUnhandled);
  process.off('uncaughtException', onUnhandled);
  if (unhandled.length > 0) throw new AggregateError(unhandled, 'An error reached the process');
});

interface Served {
  readonly status: number;
  readonly json: unknown;
}

/** Sends a batch of the method `run`, the method `good` and a notification of `run`. */
async function callAll(api: Api): Promise<Served> {
  const text = JSON.stringify([
    { jsonrpc: '2.0', id: 1, method: 'run', params: { value: 1 } },
    { jsonrpc: '2.0', id: 'b', method: 'good' },
    { jsonrpc: '2.0', method: 'run', params: { value: 1 } },
  ]);
  const response = await adapterApi(api).handle({
    verb: 'POST',
    path: '/rpc',
    header: (name) => (name === 'content-type' ? 'application/json' : undefined),
    readBody: () => ({ kind: 'text', text }),
    signal: new AbortController().signal,
    native: undefined,
  });
  if (response === undefined) throw new Error('/rpc is not a path of the api');
  await response.onSent?.();
  const { status, body } = response;
  return { status, json: typeof body === 'string' ? JSON.parse(body) : undefined };
}

/** Matches a response object with a result, or with an error that has an integer code and a message. */
function wellFormed(id: unknown): unknown {
  return expect.toSatisfy((response: Record<string, unknown>) => {
    const { jsonrpc, error } = response;
    if (jsonrpc !== '2.0' || response['id'] !== id) return false;
    if ('result' in response) return !('error' in response);
    const { code, message } = error as { code: unknown; message: unknown };
    return Number.isSafeInteger(code) && typeof message === 'string';
  });
}

interface Scenario {
  readonly options?: EntrypointOptions;
  readonly logger?: Logger;
  readonly declare?: (entrypoint: Pick<Entrypoint, 'method'>) => unknown;
}

/** Serves `run`, which the scenario may declare, and `good`, whose response must not change. */
function serve({ options = {}, logger = memoryLogger(), declare }: Scenario): Api {
  const entrypoint = new Entrypoint('/rpc', { timeout: 1_000, ...options });
  if (declare === undefined) entrypoint.method('run', {}, () => 'ran');
  else declare(entrypoint);
  entrypoint.method('good', {}, () => 'good');
  return new Api({ logger }).bindEntrypoint(entrypoint);
}

async function expectWellFormed(
  scenario: Scenario,
  good: unknown = wellFormed('b'),
): Promise<void> {
  const api = serve(scenario);
  const { status, json } = await callAll(api);
  expect(status).toBe(200);
  expect(json).toEqual([wellFormed(1), good]);
  await api.close({ timeout: 500, abortTimeout: 100 });
}

const GOOD = { jsonrpc: '2.0', id: 'b', result: 'good' };

const raise = (value: unknown): never => {
  throw value;
};

class NotFound extends defineError({ code: 6404, message: 'Not found' }) {}

const values = oddValues({ BaseError, TypedError: NotFound });

describe.each(values)('application code that throws or returns %s', (_value, make) => {
  test.each<[string, (value: unknown) => NonNullable<Scenario['declare']>]>([
    ['a handler throws it', (value) => (v1) => v1.method('run', {}, () => raise(value))],
    [
      'an asynchronous handler rejects with it',
      (value) => (v1) => v1.method('run', {}, async () => raise(value)),
    ],
    ['a handler returns it', (value) => (v1) => v1.method('run', {}, () => value)],
    [
      'an asynchronous handler returns it',
      (value) => (v1) => v1.method('run', {}, async () => [value]),
    ],
    [
      'a getter of the result throws it',
      (value) => (v1) =>
        v1.method('run', {}, () => ({
          get member(): unknown {
            return raise(value);
          },
        })),
    ],
    [
      'toJSON of the result throws it',
      (value) => (v1) => v1.method('run', {}, () => ({ toJSON: () => raise(value) })),
    ],
    [
      'a dependency throws it',
      (value) => (v1) =>
        v1.method('run', { args: { one: dependency({}, () => raise(value)) } }, () => 1),
    ],
    [
      'a dependency returns it',
      (value) => (v1) => v1.method('run', { args: { one: dependency({}, () => value) } }, () => 1),
    ],
    [
      'a dependency throws it before its yield',
      (value) => (v1) =>
        v1.method(
          'run',
          {
            args: {
              one: dependency({}, function* () {
                raise(value);
                yield 1;
              }),
            },
          },
          () => 1,
        ),
    ],
    [
      'a dependency throws it after its yield',
      (value) => (v1) =>
        v1.method(
          'run',
          {
            args: {
              one: dependency({}, async function* () {
                yield 1;
                raise(value);
              }),
            },
          },
          () => 1,
        ),
    ],
    [
      'a commit before the response throws it',
      (value) => (v1) =>
        v1.method(
          'run',
          {
            args: {
              one: dependency(
                {},
                function* () {
                  yield 1;
                  raise(value);
                },
                { teardown: 'before-response' },
              ),
            },
          },
          () => 1,
        ),
    ],
    [
      'a rollback throws it',
      (value) => (v1) =>
        v1.method(
          'run',
          {
            args: {
              one: dependency({}, function* () {
                try {
                  yield 1;
                } catch {
                  raise(value);
                }
              }),
            },
          },
          () => raise(new Error('failed')),
        ),
    ],
    [
      'a schema throws it',
      (value) => (v1) =>
        v1.method('run', { args: { value: schemaOf(() => raise(value)) } }, () => 1),
    ],
    [
      'a schema returns it',
      (value) => (v1) =>
        v1.method('run', { args: { value: schemaOf(() => value as never) } }, () => 1),
    ],
    [
      'a schema returns it as its issues',
      (value) => (v1) =>
        v1.method(
          'run',
          { args: { value: schemaOf(() => ({ issues: [value] }) as never) } },
          () => 1,
        ),
    ],
    [
      'a result schema throws it',
      (value) => (v1) => v1.method('run', { result: schemaOf(() => raise(value)) }, () => 1),
    ],
    [
      'getResponse() of an error throws it',
      (value) => (v1) => v1.method('run', {}, () => raise(errorWith(() => raise(value)))),
    ],
    [
      'getResponse() of an error returns it',
      (value) => (v1) => v1.method('run', {}, () => raise(errorWith(() => value))),
    ],
    [
      'getResponse() of an error returns it as the error',
      (value) => (v1) => v1.method('run', {}, () => raise(errorWith(() => ({ error: value })))),
    ],
    [
      'the data of an error holds it',
      (value) => (v1) => v1.method('run', {}, () => raise(errorWithData(value))),
    ],
    [
      'a background task throws it',
      (value) => (v1) =>
        v1.method('run', { args: { tasks: backgroundTasks } }, ({ tasks }) => {
          tasks.add(() => raise(value));
          return 1;
        }),
    ],
    [
      'a background task rejects with it',
      (value) => (v1) =>
        v1.method('run', { args: { tasks: backgroundTasks } }, ({ tasks }) => {
          tasks.add(async () => raise(value));
          return 1;
        }),
    ],
  ])(
    'the call gets a well-formed response and its neighbour a result when %s',
    async (_where, declare) => {
      await expectWellFormed({ declare: declare(make()) }, GOOD);
    },
  );

  test.each<[string, (value: unknown) => EntrypointOptions['middlewares']]>([
    ['throws it on its way in', (value) => [async () => raise(value)]],
    [
      'throws it on its way out',
      (value) => [
        async (_ctx, next) => {
          await next();
          raise(value);
        },
      ],
    ],
    ['throws it synchronously', (value) => [() => raise(value)]],
    ['returns it instead of a promise', (value) => [() => value as never]],
    [
      'assigns it as the response',
      (value) => [
        async (ctx, next) => {
          await next();
          ctx.rawResponse = value as never;
        },
      ],
    ],
    [
      'assigns it as the error',
      (value) => [
        async (ctx, next) => {
          await next();
          ctx.rawResponse = { error: value as never };
        },
      ],
    ],
    [
      'assigns it as the result',
      (value) => [
        async (ctx, next) => {
          await next();
          ctx.rawResponse = { result: value };
        },
      ],
    ],
    [
      'assigns it as the code and the message of an error',
      (value) => [
        async (ctx, next) => {
          await next();
          ctx.rawResponse = { error: { code: value as never, message: value as never } };
        },
      ],
    ],
    [
      'assigns it as the result and the error of the response',
      (value) => [
        async (ctx, next) => {
          await next();
          Object.assign(ctx.rawResponse ?? {}, { result: value, error: value });
        },
      ],
    ],
  ])('every call gets a well-formed response when a middleware %s', async (_where, middlewares) => {
    await expectWellFormed({ options: { middlewares: middlewares(make()) } });
  });

  test.each<[string, (value: unknown) => EntrypointOptions]>([
    ['the scheduler throws it', (value) => scheduled(() => raise(value))],
    ['the scheduler rejects with it', (value) => scheduled(async () => raise(value))],
    ['the scheduler returns it', (value) => scheduled(() => value)],
    [
      'the scheduler runs the task and rejects with it',
      (value) =>
        scheduled(async (task) => {
          await task();
          raise(value);
        }),
    ],
    [
      'a shared dependency throws it',
      (value) => ({ messageDependencies: [dependency({}, () => raise(value))] }),
    ],
    [
      'a shared dependency rejects with it',
      (value) => ({ messageDependencies: [dependency({}, async () => raise(value))] }),
    ],
    [
      'a shared commit before the response throws it',
      (value) => ({ messageDependencies: [sharedCommit(value)] }),
    ],
    [
      'a shared commit throws a typed error whose data holds it',
      (value) => ({ messageDependencies: [sharedCommit(errorWithData(value))] }),
    ],
    [
      'the request schema throws it',
      (value) => ({
        requestSchema: schemaOf((raw) => (isProbe(raw) ? { value: raw } : raise(value))),
      }),
    ],
    [
      'the request schema returns it',
      (value) => ({
        requestSchema: schemaOf((raw) => (isProbe(raw) ? { value: raw } : (value as never))),
      }),
    ],
  ])('every call gets a well-formed response when %s', async (_where, options) => {
    await expectWellFormed({ options: options(make()) });
  });

  test.each<[string, (value: unknown) => () => unknown]>([
    ['throws it', (value) => () => raise(value)],
    ['rejects with it', (value) => async () => raise(value)],
    ['returns it', (value) => () => value],
  ])('every call gets a well-formed response when a logger %s', async (_how, log) => {
    // Receives the lines that the failing logger could not write.
    vi.spyOn(console, 'error').mockReturnValue(undefined);
    const write = log(make());
    const logger = { error: write, warn: write } as Logger;
    await expectWellFormed({ logger, declare: (v1) => v1.method('run', {}, () => raise(1)) }, GOOD);
  });

  test.each<[string, (value: unknown) => () => unknown]>([
    ['throws it', (value) => () => raise(value)],
    ['rejects with it', (value) => async () => raise(value)],
    ['returns it', (value) => () => value],
  ])('every call gets a well-formed response when instrumentation %s', async (_how, hook) => {
    const run = hook(make());
    const remove = addInstrumentation({ request: run, call: run, afterResponse: run, error: run });
    try {
      await expectWellFormed({ declare: (v1) => v1.method('run', {}, () => raise(1)) }, GOOD);
    } finally {
      remove();
    }
  });

  test('responds and keeps running when it replaces a member of an HttpError', async () => {
    const value = make();
    for (const member of ['status', 'detail', 'headers']) {
      const error = Object.defineProperty(new HttpError(418), member, { value });
      const api = serve({ declare: (v1) => v1.method('run', {}, () => raise(error)) });
      const { status, json } = await callAll(api);
      expect([200, 418, 500]).toContain(status);
      expect(json).toHaveProperty(status === 200 ? 'error.code' : 'detail');
      await api.close();
    }
  });
});

test('runs teardowns and logs the error when a middleware assigns a malformed response', async () => {
  const events: string[] = [];
  const logger = memoryLogger();
  const closed = gate();
  const api = serve({
    logger,
    options: {
      middlewares: [
        async (ctx, next) => {
          await next();
          if (ctx.methodRoute?.name !== 'run') return;
          (ctx.rawResponse as unknown as Record<string, unknown>)['error'] = null;
        },
      ],
    },
    declare: (v1) => {
      const db = dependency({}, async function* () {
        try {
          yield 1;
          events.push('committed');
        } catch (error) {
          events.push('rolled back');
          throw error;
        } finally {
          closed.open();
        }
      });
      v1.method('run', { args: { db } }, () => 'ran');
    },
  });
  const { json } = await callAll(api);
  await closed.promise;
  expect(json).toEqual([
    { jsonrpc: '2.0', id: 1, error: { code: -32603, message: 'Internal error' } },
    GOOD,
  ]);
  expect(events[0]).toBe('committed');
  expect(logger.entries).toMatchObject([
    {
      level: 'error',
      message: 'Call failed',
      details: {
        method: 'run',
        id: 1,
        err: {
          message: 'ctx.rawResponse is malformed: it has both result and error; assign one of them',
        },
      },
    },
  ]);
});

test('responds to an error class without a code with InternalError, logged once with the class', async () => {
  class Plain extends (BaseError as unknown as new () => DefinedError) {}
  const logger = memoryLogger();
  const api = serve({ logger, declare: (v1) => v1.method('run', {}, () => raise(new Plain())) });
  const { json } = await callAll(api);
  expect(json).toEqual([
    { jsonrpc: '2.0', id: 1, error: { code: -32603, message: 'Internal error' } },
    GOOD,
  ]);
  const reason = 'error.code must be an integer, not undefined';
  expect(logger.entries.map(({ details }) => String(details.err))).toEqual([
    `TypeError: Plain: malformed error response: ${reason}`,
    `TypeError: Plain: malformed error response: ${reason}`,
  ]);
});

test('closes dependencies when a middleware assigns an error that throws on access', async () => {
  const closed = gate();
  const db = dependency({}, function* () {
    try {
      yield 1;
    } finally {
      closed.open();
    }
  });
  const api = serve({
    options: {
      middlewares: [
        async (ctx, next) => {
          await next();
          const reject = (): never => raise(new Error('hostile'));
          ctx.rawResponse = {
            error: Object.defineProperty({}, 'message', { get: reject }) as never,
          };
        },
      ],
    },
    declare: (v1) => v1.method('run', { args: { db } }, () => 1),
  });
  const { json } = await callAll(api);
  expect(json).toEqual([wellFormed(1), wellFormed('b')]);
  await closed.promise;
});

test('responds with 500 to an HttpError whose header is not a string', async () => {
  const error = Object.defineProperty(new HttpError(418), 'headers', { value: { odd: 1 } });
  const api = serve({ declare: (v1) => v1.method('run', {}, () => raise(error)) });
  expect(await callAll(api)).toEqual({ status: 500, json: { detail: 'Internal Server Error' } });
});

test('fails and logs a call that throws an object whose then() never calls back', async () => {
  const endless: object = {
    // oxlint-disable-next-line unicorn/no-thenable -- this is the value under test
    then: () => undefined,
  };
  const db = dependency({}, function* () {
    yield 1;
  });
  const logger = memoryLogger();
  const api = serve({
    logger,
    options: { timeout: Infinity },
    declare: (v1) => v1.method('run', { args: { db } }, () => raise(endless)),
  });
  const { json } = await callAll(api);
  expect(json).toEqual([wellFormed(1), GOOD]);
  expect(logger.entries).toContainEqual({
    level: 'error',
    message: 'Call failed',
    details: { err: endless, method: 'run', id: 1 },
  });
});

function schemaOf(validate: (raw: unknown) => { readonly value: unknown }) {
  return { '~standard': { version: 1 as const, vendor: 'test', validate } };
}

/** Whether this is the request that validates a request schema when it is declared. */
function isProbe(raw: unknown): boolean {
  return (raw as { method?: unknown }).method === 'a';
}

class Custom extends defineError({ code: 6000, message: 'Custom' }) {}

function errorWith(getResponse: () => unknown): BaseError {
  return Object.assign(new Custom(), { getResponse });
}

function errorWithData(data: unknown): BaseError {
  return Object.defineProperty(new Custom(), 'data', { value: { deep: data } });
}

function scheduled(add: (task: () => unknown) => unknown): EntrypointOptions {
  return { schedulerFactory: () => ({ size: 0, add: add as never }) };
}

function sharedCommit(value: unknown) {
  return dependency(
    {},
    async function* () {
      yield 1;
      raise(value);
    },
    { teardown: 'before-response' },
  );
}
