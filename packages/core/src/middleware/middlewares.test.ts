import * as v from 'valibot';
import { beforeEach, describe, expect, test } from 'vitest';
import { call, postJson, postText, type Response, serve } from '../../test/call.js';
import { gate, type memoryLogger } from '../../test/in-process.js';
import {
  type Api,
  defineError,
  dependency,
  Entrypoint,
  type JsonRpcMiddleware,
  MethodNotFound,
} from '../index.js';

class Rejected extends defineError({ code: 6000, message: 'Rejected' }) {}
class Replaced extends defineError({ code: 6001, message: 'Replaced' }) {}

/** The events in chronological order. */
let events: string[];
beforeEach(() => {
  events = [];
});

/** Returns a middleware that records when it is entered, and how it ends. */
function recordingMiddleware(name: string): JsonRpcMiddleware {
  return async (ctx, next) => {
    events.push(`${name} in`);
    try {
      await next();
      events.push(`${name} out`);
    } catch (error) {
      const thrown =
        ctx.exception === error ? describeError(error) : 'not the exception of the context';
      events.push(`${name} failed: ${thrown}`);
      throw error;
    }
  };
}

const describeError = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

type Next = Parameters<JsonRpcMiddleware>[1];

interface Served {
  readonly api: Api;
  readonly log: ReturnType<typeof memoryLogger>['entries'];
}

/** Serves a few methods with the given middlewares between two recording ones, `outer` and `inner`. */
function around(...middlewares: readonly JsonRpcMiddleware[]): Served {
  return withMiddlewares(
    recordingMiddleware('outer'),
    ...middlewares,
    recordingMiddleware('inner'),
  );
}

function withMiddlewares(...middlewares: readonly JsonRpcMiddleware[]): Served {
  const v1 = new Entrypoint('/rpc', { middlewares });
  v1.method('good', {}, () => {
    events.push('handler');
    return 'good';
  });
  v1.method('later', {}, async () => {
    await Promise.resolve();
    events.push('handler');
    return 'good';
  });
  v1.method('failLater', {}, async () => {
    await Promise.resolve();
    events.push('handler');
    throw new Rejected();
  });
  v1.method('reject', {}, () => {
    throw new Rejected();
  });
  v1.method('broken', {}, async () => {
    throw new Error('secret');
  });
  return serve(v1);
}

const internalError = { code: -32603, message: 'Internal error' };
const request = (method: string, id = 1): object => ({ jsonrpc: '2.0', id, method });

describe('middlewares', () => {
  test.each(['good', 'later'])(
    'start in order and end in reverse order around the method %s',
    async (method) => {
      const { api } = around();
      expect(await call(api, method)).toMatchObject({ result: 'good' });
      expect(events).toEqual(['outer in', 'inner in', 'handler', 'inner out', 'outer out']);
    },
  );

  test('of the entrypoint run first, then those of the method, then the dependencies and the handler', async () => {
    const v1 = new Entrypoint('/rpc', { middlewares: [recordingMiddleware('entrypoint')] });
    const own = dependency({}, () => void events.push('dependency'));
    v1.method(
      'run',
      { args: { own }, middlewares: [recordingMiddleware('a'), recordingMiddleware('b')] },
      () => {
        events.push('handler');
      },
    );
    await call(serve(v1).api, 'run');
    expect(events).toEqual([
      'entrypoint in',
      'a in',
      'b in',
      'dependency',
      'handler',
      'b out',
      'a out',
      'entrypoint out',
    ]);
  });

  test('of a method do not run around another method', async () => {
    const v1 = new Entrypoint('/rpc');
    v1.method('one', { middlewares: [recordingMiddleware('one')] }, () => 1);
    v1.method('two', {}, () => 2);
    await call(serve(v1).api, 'two');
    expect(events).toEqual([]);
  });

  test('run around each call of a batch', async () => {
    const { api } = around();
    await postJson(api, [request('good', 1), request('reject', 2), request('unknown', 3), null]);
    expect(events.filter((event) => event === 'outer in')).toHaveLength(4);
    expect(events.filter((event) => event.startsWith('outer failed')).toSorted()).toEqual([
      'outer failed: Invalid Request',
      'outer failed: Method not found',
      'outer failed: Rejected',
    ]);
  });

  test('run around a notification', async () => {
    const { api } = around();
    await postJson(api, { jsonrpc: '2.0', method: 'good' });
    await api.close();
    expect(events).toEqual(['outer in', 'inner in', 'handler', 'inner out', 'outer out']);
  });
});

describe('a call that reaches no method', () => {
  test('the middlewares of the entrypoint see an unknown method', async () => {
    const { api } = around();
    expect(await call(api, 'unknown')).toMatchObject({ error: { code: -32601 } });
    expect(events).toEqual([
      'outer in',
      'inner in',
      'inner failed: Method not found',
      'outer failed: Method not found',
    ]);
  });

  test.each(['{}', '{"jsonrpc":"2.0","id":null,"method":"good"}', 'null', '1'])(
    'the middlewares of the entrypoint see an invalid request: %s',
    async (text) => {
      const { api } = around();
      expect((await postText(api, text)).json).toMatchObject({ id: null, error: { code: -32600 } });
      expect(events).toEqual([
        'outer in',
        'inner in',
        'inner failed: Invalid Request',
        'outer failed: Invalid Request',
      ]);
    },
  );

  test('the middlewares of a method see invalid params', async () => {
    const v1 = new Entrypoint('/rpc');
    v1.method(
      'pay',
      { args: { a: v.number() }, middlewares: [recordingMiddleware('own')] },
      () => 1,
    );
    await call(serve(v1).api, 'pay');
    expect(events).toEqual(['own in', 'own failed: Invalid params']);
  });

  test.each(['{', '', '[]'])('no middleware sees %j, which contains no call', async (text) => {
    const { api } = around();
    await postText(api, text);
    expect(events).toEqual([]);
  });

  test('the middlewares of the entrypoint see a failure of the whole batch', async () => {
    const failing = dependency({}, () => {
      throw new Rejected();
    });
    const v1 = new Entrypoint('/rpc', {
      messageDependencies: [failing],
      middlewares: [recordingMiddleware('entrypoint')],
    });
    v1.method('run', { middlewares: [recordingMiddleware('own')] }, () => 1);
    const { json } = await postJson(serve(v1).api, [request('run', 1)]);
    expect(json).toMatchObject([{ id: 1, error: { code: 6000 } }]);
    expect(events).toEqual(['entrypoint in', 'entrypoint failed: Rejected']);
  });
});

describe.each([
  ['a single call', (method: string): unknown => request(method), (json: unknown) => json],
  [
    'a call of a batch',
    (method: string): unknown => [request(method)],
    (json: unknown) => (json as unknown[])[0],
  ],
])('middlewares around %s', (_, message, unwrap) => {
  const send = async ({ api }: Served, method: string): Promise<Response> =>
    unwrap((await postJson(api, message(method))).json) as Response;

  describe('an error before next()', () => {
    const onEntry: JsonRpcMiddleware = async () => {
      throw new Rejected();
    };

    test.each(['good', 'reject', 'unknown'])(
      'prevents the inner middlewares from running, and the outer ones see it: %s',
      async (method) => {
        const served = around(onEntry);
        expect(await send(served, method)).toEqual({
          jsonrpc: '2.0',
          id: 1,
          error: { code: 6000, message: 'Rejected' },
        });
        expect(events).toEqual(['outer in', 'outer failed: Rejected']);
        expect(served.log).toEqual([]);
      },
    );

    test('is handled in the same way if it is thrown synchronously', async () => {
      const served = around(() => {
        throw new Rejected();
      });
      expect(await send(served, 'good')).toMatchObject({ error: { code: 6000 } });
      expect(events).toEqual(['outer in', 'outer failed: Rejected']);
    });
  });

  describe('an error after next()', () => {
    const onExit: JsonRpcMiddleware = async (__, next) => {
      await next();
      throw new Rejected();
    };

    test('replaces the result, and the outer middlewares see it', async () => {
      expect(await send(around(onExit), 'good')).toEqual({
        jsonrpc: '2.0',
        id: 1,
        error: { code: 6000, message: 'Rejected' },
      });
      expect(events).toEqual([
        'outer in',
        'inner in',
        'handler',
        'inner out',
        'outer failed: Rejected',
      ]);
    });

    test('becomes an InternalError and is logged once if it is not a typed error', async () => {
      const served = around(async (__, next) => {
        await next();
        throw new Error('secret');
      });
      expect(await send(served, 'good')).toEqual({ jsonrpc: '2.0', id: 1, error: internalError });
      expect(served.log).toHaveLength(1);
    });
  });

  describe('an error that a middleware replaces', () => {
    const replace: JsonRpcMiddleware = (__, next) =>
      next().catch(() => {
        throw new Replaced();
      });

    test.each(['reject', 'broken', 'unknown'])(
      'is neither sent, logged nor visible to the outer middlewares: %s',
      async (method) => {
        const served = around(replace);
        expect(await send(served, method)).toEqual({
          jsonrpc: '2.0',
          id: 1,
          error: { code: 6001, message: 'Replaced' },
        });
        expect(events.at(-1)).toBe('outer failed: Replaced');
        expect(served.log).toEqual([]);
      },
    );

    test('becomes an InternalError and is logged if the replacement is not a typed error', async () => {
      const served = around((__, next) =>
        next().catch(() => {
          throw new TypeError('replacing');
        }),
      );
      expect(await send(served, 'reject')).toMatchObject({ error: internalError });
      expect(served.log).toMatchObject([{ details: { err: { message: 'replacing' } } }]);
    });
  });

  describe('an error that a middleware catches', () => {
    const swallow: JsonRpcMiddleware = (__, next) => next().catch(() => undefined);

    test.each([
      ['reject', { code: 6000, message: 'Rejected' }, 0],
      ['unknown', { code: -32601, message: 'Method not found' }, 0],
      ['broken', internalError, 1],
    ])('remains the response: %s', async (method, error, logged) => {
      const served = around(swallow);
      expect(await send(served, method)).toEqual({ jsonrpc: '2.0', id: 1, error });
      expect(served.log).toHaveLength(logged);
      expect(events.at(-1)).toBe('outer out');
    });

    test('remains visible to the outer middlewares', async () => {
      const seen: unknown[] = [];
      const served = around(async (ctx, next) => {
        await next();
        seen.push(ctx.exception, ctx.rawResponse);
      }, swallow);
      await send(served, 'reject');
      expect(seen).toEqual([
        expect.any(Rejected),
        { jsonrpc: '2.0', id: 1, error: { code: 6000, message: 'Rejected' } },
      ]);
    });
  });

  describe('a response that a middleware assigns', () => {
    test.each(['good', 'reject', 'broken', 'unknown'])(
      'after next() is sent with the id of the call: %s',
      async (method) => {
        const served = around(async (ctx, next) => {
          await next().catch(() => undefined);
          ctx.rawResponse = { result: 'assigned', id: 99, jsonrpc: '1.0' } as { result: unknown };
          expect(ctx.exception).toBeUndefined();
          expect(ctx.isUnhandledException).toBe(false);
        });
        expect(await send(served, method)).toEqual({
          jsonrpc: '2.0',
          id: 1,
          result: 'assigned',
        });
        expect(events.at(-1)).toBe('outer out');
        expect(served.log).toEqual([]);
      },
    );

    test.each(['good', 'unknown'])(
      'without next() prevents the inner middlewares from running: %s',
      async (method) => {
        const served = around(async (ctx) => {
          ctx.rawResponse = { result: 'cached' };
        });
        expect(await send(served, method)).toEqual({ jsonrpc: '2.0', id: 1, result: 'cached' });
        expect(events).toEqual(['outer in', 'outer out']);
      },
    );

    test('can be an error', async () => {
      const served = around(async (ctx, next) => {
        await next();
        ctx.rawResponse = { error: { code: 5, message: 'five', data: [5] } };
      });
      expect(await send(served, 'good')).toEqual({
        jsonrpc: '2.0',
        id: 1,
        error: { code: 5, message: 'five', data: [5] },
      });
    });

    test('is visible to the outer middlewares, which can assign another', async () => {
      const seen: unknown[] = [];
      const served = around(
        async (ctx, next) => {
          await next();
          seen.push(ctx.rawResponse);
          ctx.rawResponse = { result: 'second' };
        },
        async (ctx, next) => {
          await next();
          ctx.rawResponse = { result: 'first' };
        },
      );
      expect(await send(served, 'good')).toMatchObject({ result: 'second' });
      expect(seen).toEqual([{ jsonrpc: '2.0', id: 1, result: 'first' }]);
    });

    test('has the result null instead of undefined', async () => {
      const seen: unknown[] = [];
      const served = around(
        async (ctx, next) => {
          await next();
          seen.push(ctx.rawResponse);
        },
        async (ctx, next) => {
          await next();
          ctx.rawResponse = { result: undefined };
        },
      );
      const response = { jsonrpc: '2.0', id: 1, result: null };
      expect(await send(served, 'good')).toEqual(response);
      expect(seen).toEqual([response]);
    });

    test('before next() is replaced by that of the call', async () => {
      const served = around(async (ctx, next) => {
        ctx.rawResponse = { result: 'early' };
        await next();
      });
      expect(await send(served, 'good')).toMatchObject({ result: 'good' });
    });

    test('is replaced by an error that is thrown afterwards', async () => {
      const served = around(async (ctx, next) => {
        await next();
        ctx.rawResponse = { result: 'assigned' };
        throw new Rejected();
      });
      expect(await send(served, 'good')).toMatchObject({ error: { code: 6000 } });
    });

    test('fails the call if it cannot be encoded', async () => {
      const served = around(async (ctx, next) => {
        await next();
        ctx.rawResponse = { result: 1n };
      });
      expect(await send(served, 'good')).toMatchObject({ error: internalError });
      expect(served.log).toHaveLength(1);
    });
  });

  describe('a response that a middleware modifies', () => {
    test('is sent with the modification', async () => {
      const served = around(async (ctx, next) => {
        await next();
        Object.assign(ctx.rawResponse as object, { result: 'mutated' });
      });
      expect(await send(served, 'good')).toEqual({ jsonrpc: '2.0', id: 1, result: 'mutated' });
    });

    test('is sent with the modification, even if its error is thrown again', async () => {
      const served = around(async (ctx, next) => {
        try {
          await next();
        } finally {
          Object.assign((ctx.rawResponse as Response).error as object, { data: 'mutated' });
        }
      });
      expect(await send(served, 'reject')).toEqual({
        jsonrpc: '2.0',
        id: 1,
        error: { code: 6000, message: 'Rejected', data: 'mutated' },
      });
    });

    test('keeps the id of the call', async () => {
      const served = around(async (ctx, next) => {
        await next();
        Object.assign(ctx.rawResponse as object, { id: 99, jsonrpc: '1.0' });
      });
      expect(await send(served, 'good')).toEqual({ jsonrpc: '2.0', id: 1, result: 'good' });
    });
  });

  describe('next() called twice', () => {
    const twice: readonly [string, JsonRpcMiddleware][] = [
      [
        'awaited both times',
        async function retry(__, next) {
          await next();
          await next();
        },
      ],
      [
        'awaited once, and not the second time',
        async function retry(__, next) {
          await next();
          void next();
        },
      ],
      [
        'not awaited at all',
        async function retry(__, next) {
          void next();
          void next();
        },
      ],
      [
        'awaited together',
        async function retry(__, next) {
          await Promise.all([next(), next()]);
        },
      ],
      [
        'and caught',
        async function retry(__, next) {
          await next().catch(() => undefined);
          await next().catch(() => undefined);
        },
      ],
      [
        'three times',
        async function retry(__, next) {
          await Promise.allSettled([next(), next(), next()]);
        },
      ],
    ];

    test.each(twice)(
      'fails the call with the name of the middleware: %s',
      async (__, middleware) => {
        const served = around(middleware);
        expect(await send(served, 'good')).toEqual({ jsonrpc: '2.0', id: 1, error: internalError });
        expect(events.filter((event) => event === 'handler')).toHaveLength(1);
        expect(events.at(-1)).toBe(
          'outer failed: Middleware "retry" called next() twice. Call it once.',
        );
        expect(served.log).toHaveLength(1);
      },
    );

    test.each(['reject', 'unknown'])('does not run a failed call again: %s', async (method) => {
      const served = around(async function retry(__, next) {
        await next().catch(() => next());
      });
      expect(await send(served, method)).toMatchObject({ error: internalError });
      expect(events.filter((event) => event === 'inner in')).toHaveLength(1);
    });
  });

  describe('next() not called', () => {
    test.each(['good', 'unknown'])(
      'and no response assigned fails the call: %s',
      async (method) => {
        const served = around(async function forgetful() {
          await Promise.resolve();
        });
        expect(await send(served, method)).toEqual({ jsonrpc: '2.0', id: 1, error: internalError });
        expect(events).toEqual([
          'outer in',
          'outer failed: Middleware "forgetful" neither called next() nor assigned ctx.rawResponse. Do one of them.',
        ]);
      },
    );
  });

  test('a middleware without a name is reported as (anonymous)', async () => {
    await send(
      around(async () => undefined),
      'good',
    );
    expect(events.at(-1)).toBe(
      'outer failed: Middleware "(anonymous)" neither called next() nor assigned ctx.rawResponse. Do one of them.',
    );
  });

  test('a middleware in JavaScript can assign a response without being async', async () => {
    const cached: JsonRpcMiddleware = (ctx) => {
      ctx.rawResponse = { result: 'cached' };
      return undefined as never;
    };
    expect(await send(around(cached), 'good')).toMatchObject({ result: 'cached' });
    expect(events).toEqual(['outer in', 'outer out']);
  });

  describe('next() called after the middleware has ended', () => {
    test('runs nothing, is logged, and does not affect outer middlewares', async () => {
      const kept = gate<Next>();
      const stale: JsonRpcMiddleware = async function refresh(ctx, next) {
        ctx.rawResponse = { result: 'stale' };
        kept.open(next);
      };
      const error =
        'Middleware "refresh" called next() after it ended. Await next() before it returns.';
      const outside: JsonRpcMiddleware = async (__, next) => {
        await next();
        const late = await kept.promise;
        await expect(late()).rejects.toThrow(error);
      };
      const served = around(outside, stale);
      expect(await send(served, 'good')).toMatchObject({ result: 'stale' });
      expect(events).toEqual(['outer in', 'outer out']);
      expect(served.log).toMatchObject([
        {
          message: 'Middleware ended before it called next()',
          details: { err: { message: error } },
        },
      ]);
    });

    test('runs nothing if next() was also called before the end', async () => {
      const kept = gate<Next>();
      const served = around(async (__, next) => {
        await next();
        kept.open(next);
      });
      expect(await send(served, 'good')).toMatchObject({ result: 'good' });
      const late = await kept.promise;
      await expect(late()).rejects.toThrow('called next() after it ended');
      expect(events.filter((event) => event === 'handler')).toHaveLength(1);
      expect(served.log).toHaveLength(1);
    });
  });

  describe('next() not awaited', () => {
    const careless: JsonRpcMiddleware = async (__, next) => {
      void next();
    };
    const misuse = 'Middleware "careless" ended before the method had ended. Await next().';

    test('fails the call after the inner middlewares have ended, and says what to write', async () => {
      expect(await send(around(careless), 'later')).toMatchObject({ error: internalError });
      expect(events).toEqual([
        'outer in',
        'inner in',
        'handler',
        'inner out',
        `outer failed: ${misuse}`,
      ]);
    });

    test('fails the call after the handler has ended', async () => {
      const served = withMiddlewares(careless);
      expect(await send(served, 'later')).toMatchObject({ error: internalError });
      expect(events).toEqual(['handler']);
      expect(served.log).toMatchObject([{ details: { err: { message: misuse } } }]);
    });

    /** Ends after the inner middlewares have continued or failed. */
    const slow: JsonRpcMiddleware = async (__, next) => {
      void next();
      await new Promise(setImmediate);
    };

    test.each([
      ['ending immediately', careless],
      ['ending later', slow],
    ])('waits for slow inner middlewares: %s', async (__, middleware) => {
      const slower: JsonRpcMiddleware = async (_ctx, next) => {
        await next();
        for (let turn = 0; turn < 3; turn += 1) await new Promise(setImmediate);
        events.push('slower out');
      };
      expect(await send(around(middleware, slower), 'good')).toMatchObject({
        error: internalError,
      });
      expect(events.slice(-3)).toEqual([
        'inner out',
        'slower out',
        expect.stringMatching(/^outer failed: .* ended before the method had ended/),
      ]);
    });

    test.each(
      [careless, slow].flatMap((middleware) =>
        ['reject', 'broken', 'unknown'].map((method) => [method, middleware] as const),
      ),
    )('does not change the response of a failed call: %s', async (method, middleware) => {
      const code = { reject: 6000, broken: -32603, unknown: -32601 }[method];
      const rejections: unknown[] = [];
      const listener = (reason: unknown): void => void rejections.push(reason);
      process.on('unhandledRejection', listener);
      for (const served of [around(middleware), withMiddlewares(middleware)]) {
        expect((await send(served, method)).error?.code).toBe(code);
      }
      // Node reports unhandled rejections after the microtasks have run.
      await new Promise(setImmediate);
      process.off('unhandledRejection', listener);
      expect(rejections).toEqual([]);
    });

    test.each([
      ['succeeds', 'later', 'inner out'],
      ['fails', 'failLater', 'inner failed: Rejected'],
    ])(
      'replaces the outcome of a call that %s later with its own error, after waiting for the call',
      async (__, method, left) => {
        const served = around(async (_ctx, next) => {
          void next();
          throw new Replaced();
        });
        expect(await send(served, method)).toMatchObject({ error: { code: 6001 } });
        expect(events).toEqual(['outer in', 'inner in', 'handler', left, 'outer failed: Replaced']);
      },
    );
  });

  test.each([['undefined'], ['null'], ['text']])(
    'a middleware can throw any value: %s',
    async (name) => {
      const thrown = { undefined, null: null, text: 'text' }[name];
      const served = around(
        (__, next) => next(),
        async () => {
          throw thrown;
        },
      );
      expect(await send(served, 'good')).toEqual({ jsonrpc: '2.0', id: 1, error: internalError });
      expect(events).toEqual(['outer in', `outer failed: ${name}`]);
      expect(served.log).toHaveLength(1);
    },
  );
});

describe('the context of a middleware', () => {
  /** What a middleware sees before and after `next()`. */
  async function seen(text: string): Promise<unknown[]> {
    const moments: unknown[] = [];
    const v1 = new Entrypoint('/rpc', {
      middlewares: [
        async (ctx, next) => {
          const look = (): void => {
            const { rawRequest, request: valid, rawResponse, exception } = ctx;
            const { methodRoute, isUnhandledException, entrypoint } = ctx;
            expect(entrypoint.path).toBe('/rpc');
            moments.push({
              rawRequest,
              request: valid,
              method: methodRoute?.name,
              rawResponse: structuredClone(rawResponse),
              exception: exception && describeError(exception),
              isUnhandledException,
            });
          };
          look();
          await next().catch(() => undefined);
          look();
        },
      ],
    });
    v1.method('good', {}, () => undefined);
    v1.method('reject', {}, () => {
      throw new Rejected();
    });
    v1.method('broken', {}, () => {
      throw new Error('secret');
    });
    const { api } = serve(v1);
    await postText(api, text);
    await api.close();
    return moments;
  }

  const before = { rawResponse: undefined, exception: undefined, isUnhandledException: false };

  test('describes a successful call', async () => {
    const rawRequest = { jsonrpc: '2.0', id: 1, method: 'good' };
    const same = { rawRequest, request: rawRequest, method: 'good' };
    expect(await seen(JSON.stringify(rawRequest))).toEqual([
      { ...same, ...before },
      { ...same, ...before, rawResponse: { jsonrpc: '2.0', id: 1, result: null } },
    ]);
  });

  test('describes a call that throws a typed error', async () => {
    const rawRequest = { jsonrpc: '2.0', id: 'a', method: 'reject' };
    const same = { rawRequest, request: rawRequest, method: 'reject' };
    expect(await seen(JSON.stringify(rawRequest))).toEqual([
      { ...same, ...before },
      {
        ...same,
        rawResponse: { jsonrpc: '2.0', id: 'a', error: { code: 6000, message: 'Rejected' } },
        exception: 'Rejected',
        isUnhandledException: false,
      },
    ]);
  });

  test('has the original error and the InternalError of a call that throws any other error', async () => {
    const rawRequest = { jsonrpc: '2.0', id: 1, method: 'broken' };
    const same = { rawRequest, request: rawRequest, method: 'broken' };
    expect(await seen(JSON.stringify(rawRequest))).toEqual([
      { ...same, ...before },
      {
        ...same,
        rawResponse: { jsonrpc: '2.0', id: 1, error: internalError },
        exception: 'secret',
        isUnhandledException: true,
      },
    ]);
  });

  test('has the request but no methodRoute for an unknown method', async () => {
    const rawRequest = { jsonrpc: '2.0', id: 1, method: 'toString' };
    const same = { rawRequest, request: rawRequest, method: undefined };
    expect(await seen(JSON.stringify(rawRequest))).toMatchObject([
      { ...same, ...before },
      { ...same, rawResponse: { id: 1, error: { code: -32601 } }, isUnhandledException: false },
    ]);
  });

  test.each(['null', '[1]', '{"jsonrpc":"2.0","id":1.5,"method":"good"}'])(
    'has neither a request nor a methodRoute for the invalid request %s',
    async (text) => {
      const raw = JSON.parse(text) as unknown;
      const rawRequest: unknown = Array.isArray(raw) ? raw[0] : raw;
      const same = { rawRequest, request: undefined, method: undefined };
      expect(await seen(text)).toMatchObject([
        { ...same, ...before },
        { ...same, rawResponse: { id: null, error: { code: -32600 } } },
      ]);
    },
  );

  test('has the response that a notification does not get', async () => {
    const rawRequest = { jsonrpc: '2.0', method: 'reject' };
    const same = { rawRequest, request: rawRequest, method: 'reject' };
    expect(await seen(JSON.stringify(rawRequest))).toMatchObject([
      same,
      { ...same, rawResponse: { id: null, error: { code: 6000 } }, exception: 'Rejected' },
    ]);
  });
});

test('a middleware that turns an unhandled error into a typed one keeps it out of the log', async () => {
  const { api, log } = around(async (ctx, next) => {
    await next().catch((error: unknown) => {
      throw ctx.isUnhandledException ? new MethodNotFound() : error;
    });
  });
  expect(await call(api, 'broken')).toMatchObject({ error: { code: -32601 } });
  expect(log).toEqual([]);
});
