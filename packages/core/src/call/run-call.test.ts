import * as v from 'valibot';
import { beforeEach, describe, expect, test } from 'vitest';
import { call, postJson, serve } from '../../test/call.js';
import type { memoryLogger } from '../../test/in-process.js';
import { type Api, BaseError, defineError, dependency, Entrypoint } from '../index.js';

class Anything extends defineError({ code: 6000, message: 'Anything', data: v.unknown() }) {}

let v1: Entrypoint;
let api: Api;
let log: ReturnType<typeof memoryLogger>['entries'];

beforeEach(() => {
  v1 = new Entrypoint('/rpc');
  ({ api, log } = serve(v1));
});

const internalError = { code: -32603, message: 'Internal error' };
const request = (method: string, id: number): object => ({ jsonrpc: '2.0', id, method });

function cycle(): object {
  const self: { self?: object } = {};
  self.self = self;
  return self;
}

describe('a call', () => {
  test.each<[string, unknown, unknown]>([
    ['undefined as null', undefined, null],
    ['null', null, null],
    ['false', false, false],
    ['0', 0, 0],
    ['an empty string', '', ''],
    ['a Date as its ISO string', new Date(0), '1970-01-01T00:00:00.000Z'],
    ['NaN as null', Number.NaN, null],
    ['a Map as an empty object, as JSON has it', new Map([[1, 2]]), {}],
    ['an object with a member named error', { error: 1 }, { error: 1 }],
  ])('returns %s', async (_, value, result) => {
    v1.method('now', {}, () => value);
    v1.method('later', {}, async () => value);
    expect(await call(api, 'now')).toEqual({ jsonrpc: '2.0', id: 1, result });
    expect(await call(api, 'later')).toEqual({ jsonrpc: '2.0', id: 1, result });
    expect(log).toEqual([]);
  });

  test('awaits a thenable that a handler or a dependency returns', async () => {
    const query = {
      // oxlint-disable-next-line unicorn/no-thenable -- query builders are such objects
      then(done: (rows: number[]) => void): void {
        done([1, 2]);
      },
    };
    const rows = dependency({}, () => query);
    // To the compiler a thenable isn't a promise.
    v1.method('query', {}, () => query as unknown);
    v1.method('count', { args: { rows } }, (args) => args.rows.length);
    expect(await call(api, 'query')).toMatchObject({ result: [1, 2] });
    expect(await call(api, 'count')).toMatchObject({ result: 2 });
  });
});

describe('a result that JSON cannot represent', () => {
  test.each<[string, unknown]>([
    ['a BigInt', 1n],
    ['a BigInt inside', { balance: 1n }],
    ['a cycle', cycle()],
    ['a function', () => 'secret'],
    ['a symbol', Symbol('secret')],
    [
      'an object whose toJSON throws',
      {
        toJSON: () => {
          throw new Error('secret');
        },
      },
    ],
  ])(
    '%s as a result fails its own call of a batch and is logged with the reason',
    async (_, value) => {
      v1.method('now', {}, () => value);
      v1.method('later', {}, async () => value);
      v1.method('good', {}, () => 'good');
      const { status, json } = await postJson(api, [
        request('good', 1),
        request('now', 2),
        request('later', 3),
        request('good', 4),
      ]);
      expect(status).toBe(200);
      expect(json).toEqual([
        { jsonrpc: '2.0', id: 1, result: 'good' },
        { jsonrpc: '2.0', id: 2, error: internalError },
        { jsonrpc: '2.0', id: 3, error: internalError },
        { jsonrpc: '2.0', id: 4, result: 'good' },
      ]);
      expect(log).toMatchObject([
        { level: 'error', details: { err: expect.any(Error) as Error, method: 'now', id: 2 } },
        { level: 'error', details: { err: expect.any(Error) as Error, method: 'later', id: 3 } },
      ]);
    },
  );
});

describe('the failure of a notification', () => {
  const notify = async (method: string, params: object = {}): Promise<void> => {
    const { status } = await postJson(api, { jsonrpc: '2.0', method, params });
    expect(status).toBe(204);
  };

  test.each<[string, string, string | undefined]>([
    ['a typed error', 'fail', 'Anything'],
    ['invalid parameters', 'add', 'InvalidParams'],
    ['an unknown method', 'nowhere', 'MethodNotFound'],
  ])('logs a notification that fails with %s', async (_, method, name) => {
    v1.method('fail', {}, () => {
      throw new Anything(1);
    });
    v1.method('add', { args: { a: v.number() } }, ({ a }) => a);
    await notify(method);
    expect(log).toMatchObject([
      { level: 'warn', details: { err: { name } }, message: 'Notification failed' },
    ]);
  });

  test('logs a failed notification with its method if the method is registered', async () => {
    v1.method('add', { args: { a: v.number() } }, ({ a }) => a);
    await notify('add');
    await notify('nowhere');
    expect(log.map(({ details }) => details['method'])).toEqual(['add', undefined]);
  });
});

describe('a result that its schema rejects', () => {
  test('a result that its schema rejects fails its call and is logged with the reason, without the value', async () => {
    v1.method('now', { result: v.number() }, () => 'text' as unknown as number);
    v1.method('later', { result: v.object({ a: v.number() }) }, async () => ({}) as { a: number });
    v1.method('good', { result: v.number() }, () => 1);
    const { json } = await postJson(api, [
      request('now', 1),
      request('later', 2),
      request('good', 3),
    ]);
    expect(json).toMatchObject([{ error: internalError }, { error: internalError }, { result: 1 }]);
    expect(log.map(({ details }) => String(details.err))).toEqual([
      'TypeError: The result of now does not match its schema: Invalid type: Expected number',
      'TypeError: The result of later does not match its schema: a: Invalid key: Expected "a"',
    ]);
  });

  test('a result that its asynchronous schema rejects fails its call', async () => {
    const result = v.pipeAsync(
      v.number(),
      v.checkAsync(async (n) => n > 0, 'must be positive'),
    );
    v1.method('balance', { result }, () => -1);
    expect(await call(api, 'balance')).toMatchObject({ error: internalError });
    expect(String(log[0]?.details.err)).toContain('must be positive');
  });

  test('sends the output of the result schema', async () => {
    const result = v.pipe(
      v.object({ secret: v.string(), balance: v.number() }),
      v.transform(({ balance }) => ({ balance: String(balance) })),
    );
    v1.method('balance', { result }, () => ({ secret: 'x', balance: 5 }));
    expect(await call(api, 'balance')).toMatchObject({ result: { balance: '5' } });
  });
});

describe('a thrown value that is not a typed error', () => {
  class DatabaseError extends Error {
    override readonly name = 'DatabaseError';
    readonly data = { password: 'secret' };
    readonly code = 42;
  }

  test.each<[string, unknown]>([
    ['undefined', undefined],
    ['null', null],
    ['a string', 'secret'],
    ['a number', 42],
    ['an object that looks like a typed error', { code: 6000, message: 'secret', data: 'secret' }],
    ['an Error', new DatabaseError('secret', { cause: 'secret' })],
    ['an object without a prototype', Object.create(null)],
  ])(
    'responds to %s that a handler throws with InternalError only, and logs it once',
    async (_, thrown) => {
      v1.method('now', {}, () => {
        throw thrown;
      });
      v1.method('later', {}, async () => {
        throw thrown;
      });
      expect(await call(api, 'now')).toEqual({ jsonrpc: '2.0', id: 1, error: internalError });
      expect(await call(api, 'later')).toEqual({ jsonrpc: '2.0', id: 1, error: internalError });
      const message = 'Call failed';
      expect(log).toEqual([
        { level: 'error', details: { err: thrown, method: 'now', id: 1 }, message },
        { level: 'error', details: { err: thrown, method: 'later', id: 1 }, message },
      ]);
      expect(log[0]?.details.err).toBe(thrown);
    },
  );
});

describe('a typed error', () => {
  test.each<[string, () => unknown]>([
    [
      'thrown synchronously',
      () => {
        throw new Anything({ balance: 5 });
      },
    ],
    ['that a promise rejects with', () => Promise.reject(new Anything({ balance: 5 }))],
  ])('responds with a typed error %s and its data, without logging it', async (_, handler) => {
    v1.method('fail', {}, handler);
    expect(await call(api, 'fail')).toEqual({
      jsonrpc: '2.0',
      id: 1,
      error: { code: 6000, message: 'Anything', data: { balance: 5 } },
    });
    expect(log).toEqual([]);
  });

  test('does not send the cause of a typed error', async () => {
    v1.method('fail', {}, () => {
      throw new Anything(undefined, { cause: new Error('secret') });
    });
    const { text } = await postJson(api, request('fail', 1));
    expect(text).toBe('{"jsonrpc":"2.0","id":1,"error":{"code":6000,"message":"Anything"}}');
  });

  test('a typed error that is returned is an ordinary result', async () => {
    v1.method('give', {}, () => new Anything({ balance: 5 }));
    expect(await call(api, 'give')).toHaveProperty('result');
  });

  test.each<[string, unknown]>([
    ['a BigInt', { balance: 1n }],
    ['a cycle', cycle()],
  ])(
    'sends a typed error without data that JSON cannot represent (%s), and logs it',
    async (_, data) => {
      v1.method('fail', {}, () => {
        throw new Anything(data);
      });
      v1.method('good', {}, () => 'good');
      const { json } = await postJson(api, [request('fail', 1), request('good', 2)]);
      expect(json).toEqual([
        { jsonrpc: '2.0', id: 1, error: { code: 6000, message: 'Anything' } },
        { jsonrpc: '2.0', id: 2, result: 'good' },
      ]);
      expect(log).toEqual([
        {
          level: 'error',
          details: { err: expect.any(TypeError) as TypeError, method: 'fail', id: 1 },
          message: 'Error data left out: it could not be encoded',
        },
      ]);
    },
  );

  test('sends a typed error of a middleware without data that JSON cannot represent', async () => {
    v1.method(
      'fail',
      {
        middlewares: [
          async (ctx) => {
            ctx.rawResponse = { error: { code: 6001, message: 'Assigned', data: 1n } };
          },
        ],
      },
      () => null,
    );
    expect(await call(api, 'fail')).toEqual({
      jsonrpc: '2.0',
      id: 1,
      error: { code: 6001, message: 'Assigned' },
    });
    expect(log).toHaveLength(1);
  });

  test('responds with InternalError and logs it when the schema of a typed error rejects its data', async () => {
    class Strict extends defineError({
      code: 6002,
      message: 'Strict',
      data: v.object({ balance: v.number() }),
    }) {}
    v1.method('fail', {}, () => {
      throw new Strict({ balance: 'secret' as unknown as number });
    });
    expect(await call(api, 'fail')).toEqual({ jsonrpc: '2.0', id: 1, error: internalError });
    expect(String(log[0]?.details.err)).toContain('Strict: data does not match its schema');
  });

  test('responds with an error of a class that extends BaseError directly', async () => {
    class Own extends BaseError<5001> {
      static override readonly code = 5001;
      static override readonly message = 'Own';
      readonly code = 5001;
    }
    v1.method('fail', { errors: [Own] }, () => {
      throw new Own();
    });
    expect(await call(api, 'fail')).toMatchObject({ error: { code: 5001, message: 'Own' } });
  });
});
