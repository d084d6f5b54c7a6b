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

/** What the helpers give right now. */
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

describe('outside of a call', () => {
  test('there is none', () => {
    expect(current()).toEqual(nothing);
  });

  test('there is none after one, nor where a body is read', async () => {
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

describe('the current call is there', () => {
  test('in its handler, and in whatever that calls, at once and later', async () => {
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

  test('the same object as the source gives', async () => {
    v1.method('same', { args: { ctx: jsonRpcContext } }, ({ ctx }) => {
      return getJsonRpcContext() === ctx;
    });
    expect(await call(api, 'same')).toMatchObject({ result: true });
  });

  test('in its middlewares, before and after next(), and in its dependencies', async () => {
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

  test('in its timers and background tasks', async () => {
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

  test('in a notification, which has no id', async () => {
    const seen = gate<unknown>();
    v1.method('run', {}, () => seen.open(current()));
    await postJson(api, { jsonrpc: '2.0', method: 'run' });
    expect(await seen.promise).toEqual([{ jsonrpc: '2.0', method: 'run' }, 'run', undefined]);
  });

  test('of an unknown method without a route, of an invalid request without a request', async () => {
    const seen: unknown[] = [];
    const v2 = new Entrypoint('/v2', {
      middlewares: [
        async (_, next) => {
          seen.push(current());
          await next();
        },
      ],
    });
    await postJson(serve(v2).api, [requestOf('nobody', 'a'), 1]);
    expect(seen).toEqual([[requestOf('nobody', 'a'), undefined, 'a'], nothing]);
  });
});

describe('calls never see each other’s', () => {
  test('of one batch, running at once', async () => {
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

  test('of several HTTP requests, running at once', async () => {
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

  test('that had to wait for their turn', async () => {
    const narrow = new Entrypoint('/narrow', { schedulerOptions: { concurrency: 1 } });
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

describe('a storage of the application', () => {
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
  ])('that one call enters %s is not seen by the calls after it', async (_, handler) => {
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

  test('that a middleware enters is seen by its call alone', async () => {
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

  test('that is entered around the request is seen by all its calls', async () => {
    v1.method('look', {}, () => user.getStore());
    const { json } = await user.run('bob', () =>
      postJson(api, [requestOf('look', 1), requestOf('look', 2)]),
    );
    expect(json).toMatchObject([{ result: 'bob' }, { result: 'bob' }]);
  });

  test('that a middleware runs its call in is gone in teardowns and background tasks', async () => {
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

test('a nested call that waits for the place of its outer call is logged, and ends by its timeout', async () => {
  const logger = memoryLogger();
  const rpc = new Entrypoint('/nested', { schedulerOptions: { concurrency: 1 } });
  const nested = new Api({ logger }).bindEntrypoint(rpc);
  rpc.method('inner', {}, () => 'inner');
  rpc.method('outer', { timeout: 20 }, async () => {
    // A call holds a place from its first asynchronous step.
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
        'A nested call waits for a place that the outer call may hold; raise concurrency, or call the handler directly',
      details: { outerMethod: 'outer', method: 'inner', id: 'inner' },
    },
  ]);
});
