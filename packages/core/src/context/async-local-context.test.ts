import { adapterApi } from '../adapter.js';
import { AsyncLocalStorage } from 'node:async_hooks';
import { beforeEach, describe, expect, test } from 'vitest';
import { call, postJson, type Response, serve } from '../../test/call.js';
import { gate, memoryLogger, post } from '../../test/in-process.js';
import { getJsonRpcContext, getJsonRpcMethod, getJsonRpcRequestId } from '../context.js';
import {
  Api,
  backgroundTasks,
  dependency,
  Entrypoint,
  type JsonRpcContext,
  jsonRpcContext,
} from '../index.js';

/** Returns the values of the helpers. */
const current = (): unknown[] => [
  getJsonRpcContext()?.request,
  getJsonRpcMethod(),
  getJsonRpcRequestId(),
];
const nothing = [undefined, undefined, undefined];
const requestOf = (method: string, id: number | string): object => ({ jsonrpc: '2.0', id, method });

let v1: Entrypoint;
let api: Api;

beforeEach(() => {
  v1 = new Entrypoint('/rpc');
  api = serve(v1).api;
});

describe('outside a call', () => {
  test('the helpers return undefined without a call', () => {
    expect(current()).toEqual(nothing);
  });

  test('the helpers return undefined after a call and while a body is read', async () => {
    v1.method('run', {}, async () => null);
    let whileReading: unknown;
    await adapterApi(api).handle({
      verb: 'POST',
      path: '/rpc',
      header: (name) => (name === 'content-type' ? 'application/json' : undefined),
      readBody: async () => {
        whileReading = current();
        return { kind: 'text', text: JSON.stringify(requestOf('run', 1)) };
      },
      signal: new AbortController().signal,
      native: undefined,
    });
    expect(whileReading).toEqual(nothing);
    expect(current()).toEqual(nothing);
  });
});

describe('inside a call', () => {
  test('the helpers return the call in its handler and in the functions that it calls', async () => {
    const deep = async (): Promise<unknown> => {
      await new Promise(setImmediate);
      return current();
    };
    v1.method('now', {}, () => current());
    v1.method('later', {}, () => deep());
    expect(await call(api, 'now')).toMatchObject({
      result: [requestOf('now', 1), 'now', 1],
    });
    expect(await call(api, 'later')).toMatchObject({
      result: [requestOf('later', 1), 'later', 1],
    });
  });

  test('getJsonRpcContext() returns the same object as the jsonRpcContext source', async () => {
    v1.method('same', { args: { ctx: jsonRpcContext } }, ({ ctx }) => {
      return getJsonRpcContext() === ctx;
    });
    expect(await call(api, 'same')).toMatchObject({ result: true });
  });

  test('the helpers return the call in its middlewares and dependencies', async () => {
    const seen: unknown[] = [];
    const look = (): void => void seen.push(getJsonRpcRequestId());
    const v2 = new Entrypoint('/v2', {
      middlewares: [
        async (_, next) => {
          look();
          await next();
          look();
        },
      ],
    });
    const made = dependency({}, async function* () {
      look();
      yield 1;
      look();
    });
    v2.method('run', { args: { made } }, look);
    const served = serve(v2);
    await call(served.api, 'run');
    await served.api.close();
    expect(seen).toEqual([1, 1, 1, 1, 1]);
  });

  test('the helpers return the call in its timers and background tasks', async () => {
    const inTimer = gate<unknown>();
    const inTask = gate<unknown>();
    v1.method('run', { args: { tasks: backgroundTasks } }, ({ tasks }) => {
      setTimeout(() => inTimer.open(current()), 0);
      tasks.add(() => inTask.open(current()));
    });
    await call(api, 'run');
    const expected = [requestOf('run', 1), 'run', 1];
    expect(await inTimer.promise).toEqual(expected);
    expect(await inTask.promise).toEqual(expected);
  });

  test('the helpers return a notification, without an id', async () => {
    const seen = gate<unknown>();
    v1.method('run', {}, () => seen.open(current()));
    await postJson(api, { jsonrpc: '2.0', method: 'run' });
    expect(await seen.promise).toEqual([{ jsonrpc: '2.0', method: 'run' }, 'run', undefined]);
  });

  test('the helpers return an unknown method without a route, and an invalid request without a request', async () => {
    const seen: unknown[] = [];
    const v2 = new Entrypoint('/v2', {
      middlewares: [
        async (_, next) => {
          seen.push(current());
          await next();
        },
      ],
    });
    await postJson(serve(v2).api, [requestOf('unknown', 'a'), 1]);
    expect(seen).toEqual([[requestOf('unknown', 'a'), undefined, 'a'], nothing]);
  });
});

describe('calls at the same time', () => {
  test('the calls of a batch see their own context', async () => {
    const all = gate();
    let waiting = 0;
    v1.method('meet', {}, async () => {
      const before = getJsonRpcRequestId();
      waiting += 1;
      if (waiting === 20) all.open();
      await all.promise;
      return [before, getJsonRpcRequestId()];
    });
    const ids = Array.from({ length: 20 }, (_, index) => index);
    const { json } = await postJson(
      api,
      ids.map((id) => requestOf('meet', id)),
    );
    expect((json as Response[]).map(({ result }) => result)).toEqual(ids.map((id) => [id, id]));
  });

  test('the calls of concurrent HTTP requests see their own context', async () => {
    const both = gate();
    const seen: (JsonRpcContext | undefined)[] = [];
    v1.method('meet', {}, async () => {
      seen.push(getJsonRpcContext());
      if (seen.length === 2) both.open();
      await both.promise;
      return getJsonRpcRequestId();
    });
    const [a, b] = await Promise.all([
      postJson(api, requestOf('meet', 'a')),
      postJson(api, requestOf('meet', 'b')),
    ]);
    expect([a.json, b.json]).toMatchObject([{ result: 'a' }, { result: 'b' }]);
    expect(seen[0]).not.toBe(seen[1]);
  });

  test('calls that have waited for the scheduler see their own context', async () => {
    const narrow = new Entrypoint('/narrow', { concurrency: 1 });
    narrow.method('who', {}, async () => {
      await Promise.resolve();
      return getJsonRpcRequestId();
    });
    const { json } = await postJson(
      serve(narrow).api,
      [1, 2, 3].map((id) => requestOf('who', id)),
    );
    expect((json as Response[]).map(({ result }) => result)).toEqual([1, 2, 3]);
  });
});

describe('an AsyncLocalStorage of the application', () => {
  const user = new AsyncLocalStorage<string>();
  const enter = (name: string): string | undefined => {
    const before = user.getStore();
    user.enterWith(name);
    return before;
  };

  test.each([
    ['at once', () => enter('ann')],
    [
      'later',
      async () => {
        await Promise.resolve();
        return enter('ann');
      },
    ],
  ])('a store that a call enters %s does not leak into later calls', async (_, handler) => {
    v1.method('enter', {}, handler);
    v1.method('look', {}, () => user.getStore());
    const methods = ['look', 'enter', 'enter', 'look'];
    const { json } = await postJson(
      api,
      methods.map((method, id) => requestOf(method, id)),
    );
    expect((json as Response[]).map(({ result }) => result)).toEqual([null, null, null, null]);
    expect(user.getStore()).toBeUndefined();
  });

  test('a store that a middleware enters is visible to its call only', async () => {
    const v2 = new Entrypoint('/v2', {
      middlewares: [
        (ctx, next) => {
          if (ctx.methodRoute?.name === 'enter') enter('ann');
          return next();
        },
      ],
    });
    v2.method('enter', {}, () => user.getStore());
    v2.method('look', {}, () => user.getStore());
    const { json } = await postJson(serve(v2).api, [requestOf('enter', 1), requestOf('look', 2)]);
    expect(json).toMatchObject([{ result: 'ann' }, { result: null }]);
  });

  test('a store that is entered around an HTTP request is visible to all of its calls', async () => {
    v1.method('look', {}, () => user.getStore());
    const { json } = await user.run('bob', () =>
      postJson(api, [requestOf('look', 1), requestOf('look', 2)]),
    );
    expect(json).toMatchObject([{ result: 'bob' }, { result: 'bob' }]);
  });

  test('a store that a middleware runs its call in is not visible in teardowns and background tasks', async () => {
    const seen: unknown[] = [];
    const v2 = new Entrypoint('/v2', { middlewares: [(_, next) => user.run('ann', next)] });
    const made = dependency({}, function* () {
      seen.push(user.getStore());
      yield 1;
      seen.push(user.getStore());
    });
    v2.method('run', { args: { made, tasks: backgroundTasks } }, ({ tasks }) => {
      seen.push(user.getStore());
      tasks.add(() => seen.push(user.getStore()));
    });
    const served = serve(v2);
    await call(served.api, 'run');
    await served.api.close();
    expect(seen).toEqual(['ann', 'ann', undefined, undefined]);
  });
});

test('logs a nested call that waits for its outer call, which ends with the timeout', async () => {
  const logger = memoryLogger();
  const rpc = new Entrypoint('/nested', { concurrency: 1 });
  const nested = new Api({ logger }).bindEntrypoint(rpc);
  rpc.method('inner', {}, () => 'inner');
  rpc.method('outer', { timeout: 20 }, async () => {
    // The scheduler counts a call from its first asynchronous step.
    await Promise.resolve();
    const { json } = await post(nested, '/nested', requestOf('inner', 'inner'));
    return json;
  });
  const { json } = await post(nested, '/nested', requestOf('outer', 'outer'));
  expect(json).toMatchObject({ id: 'outer', error: { code: -32002 } });
  expect(logger.entries).toEqual([
    {
      level: 'warn',
      message:
        'A nested call waits for a scheduler slot that the outer call may hold; raise concurrency, or call the handler directly',
      details: { outerMethod: 'outer', method: 'inner', id: 'inner' },
    },
  ]);
});
