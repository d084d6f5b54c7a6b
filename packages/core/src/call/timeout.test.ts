import { setTimeout } from 'node:timers/promises';
import * as v from 'valibot';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { gate, memoryLogger, notification, post, request } from '../../test/in-process.js';
import {
  Api,
  defineError,
  dependency,
  Entrypoint,
  HttpError,
  jsonRpcContext,
  RequestTimeout,
  signal,
} from '../index.js';

class Declined extends defineError({ code: 6000, message: 'Declined' }) {}

const TIMED_OUT = { code: -32002, message: 'Request timed out' };
const CANCELLED = { code: -32800, message: 'Request cancelled' };

let events: string[];
let logger: ReturnType<typeof memoryLogger>;
let v1: Entrypoint;
let api: Api;
const unhandled: unknown[] = [];
process.on('unhandledRejection', (error) => unhandled.push(error));

beforeEach(() => {
  events = [];
  logger = memoryLogger();
  v1 = new Entrypoint('/rpc', { timeout: 20 });
  api = new Api({ logger }).bindEntrypoint(v1);
});

const errorOf = (json: unknown): unknown => (json as { error?: unknown }).error;

/** Waits a turn, because unhandled rejections are reported after the microtasks. */
async function noUnhandledRejection(): Promise<void> {
  await new Promise((resolve) => {
    setImmediate(resolve);
  });
  expect(unhandled).toEqual([]);
}

describe('the time limit of a call', () => {
  test('responds with RequestTimeout on time, whatever the handler does', async () => {
    v1.method('hang', {}, () => new Promise<never>(() => undefined));
    expect(errorOf((await post(api, '/rpc', request('hang'))).json)).toEqual(TIMED_OUT);
  });

  test('the timeout of a method takes precedence over that of its entrypoint', async () => {
    const work = gate<string>();
    v1.method('patient', { timeout: 60_000 }, () => work.promise);
    v1.method('hang', {}, () => new Promise<never>(() => undefined));
    const patient = post(api, '/rpc', request('patient'));
    await post(api, '/rpc', request('hang'));
    work.open('done');
    expect((await patient).json).toMatchObject({ result: 'done' });
  });

  test('a call that times out does not affect the finished calls of its batch', async () => {
    v1.method('quick', {}, async () => 'quick');
    v1.method('hang', {}, () => new Promise<never>(() => undefined));
    const { json } = await post(api, '/rpc', [request('quick'), request('hang'), request('quick')]);
    expect(json).toMatchObject([{ result: 'quick' }, { error: TIMED_OUT }, { result: 'quick' }]);
  });

  test('uses no timer for a synchronous call, and one timer for all asynchronous calls', async () => {
    vi.useFakeTimers();
    const setTimer = globalThis.setTimeout;
    /** Only those of this entrypoint: what other tests have left behind may set some, too. */
    let timers = 0;
    vi.stubGlobal('setTimeout', (callback: () => void, delay: number) => {
      if (delay === 20) timers += 1;
      return setTimer(callback, delay);
    });
    onTestFinished(() => {
      vi.unstubAllGlobals();
      vi.useRealTimers();
    });
    v1.method('sync', {}, () => 'sync');
    v1.method('async', {}, async () => 'async');
    await post(api, '/rpc', request('sync'));
    expect(timers).toBe(0);
    const batch = Array.from({ length: 50 }, () => request('async'));
    await post(api, '/rpc', batch);
    await post(api, '/rpc', batch);
    expect(timers).toBe(1);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(timers).toBe(1);
  });

  test('aborts the signal of a call that times out, with RequestTimeout as its reason', async () => {
    v1.method('heed', { args: { signal } }, async ({ signal: own }) => {
      await new Promise((_, reject) => {
        own.addEventListener('abort', () => reject(own.reason as Error), { once: true });
      });
    });
    const { json } = await post(api, '/rpc', request('heed'));
    expect(errorOf(json)).toEqual(TIMED_OUT);
    expect(logger.entries).toEqual([]);
  });

  test('a signal that is first read after the timeout is aborted', async () => {
    const asked = gate<AbortSignal>();
    const late = gate();
    v1.method('late', { args: { ctx: jsonRpcContext } }, async ({ ctx }) => {
      await late.promise;
      asked.open(ctx.signal);
    });
    await post(api, '/rpc', request('late'));
    late.open();
    const own = await asked.promise;
    expect(own.aborted).toBe(true);
    expect(own.reason).toBeInstanceOf(RequestTimeout);
  });

  test('logs an error that a handler throws after its timeout', async () => {
    const late = gate();
    v1.method('late', {}, () => late.promise);
    await post(api, '/rpc', { ...request('late'), id: 'L' });
    late.fail(new Error('too late'));
    await api.close();
    expect(logger.entries).toMatchObject([
      { level: 'error', details: { method: 'late', id: 'L' } },
    ]);
    expect(String(logger.entries[0]?.details.err)).toBe('Error: too late');
    await noUnhandledRejection();
  });

  test('ignores a result that a handler returns after its timeout', async () => {
    const late = gate<number>();
    v1.method('late', {}, () => late.promise);
    const { json } = await post(api, '/rpc', request('late'));
    late.open(5);
    await api.close();
    expect(errorOf(json)).toEqual(TIMED_OUT);
    expect(logger.entries).toEqual([]);
  });

  test('throws RequestTimeout into the dependencies once the handler has finished', async () => {
    const late = gate();
    const tx = dependency(
      {},
      async function* () {
        try {
          yield 1;
          events.push('committed');
        } catch (error) {
          events.push(`rolled back: ${(error as Error).message}`);
          throw error;
        }
      },
      { teardown: 'before-response' },
    );
    v1.method('late', { args: { tx } }, async () => {
      await late.promise;
      events.push('handler ended');
    });
    const { json } = await post(api, '/rpc', request('late'));
    expect(errorOf(json)).toEqual(TIMED_OUT);
    expect(events).toEqual([]);
    late.open();
    await api.close();
    expect(events).toEqual(['handler ended', 'rolled back: Request timed out']);
    await noUnhandledRejection();
  });

  test('runs no further dependency and no handler after the timeout', async () => {
    const opening = gate();
    const slow = dependency({}, async () => {
      await opening.promise;
      events.push('slow');
    });
    const next = dependency({}, () => void events.push('next'));
    v1.method('run', { args: { slow, next } }, () => void events.push('handler'));
    expect(errorOf((await post(api, '/rpc', request('run'))).json)).toEqual(TIMED_OUT);
    opening.open();
    await api.close();
    expect(events).toEqual(['slow']);
  });

  test('closes a dependency that opens after the timeout', async () => {
    const opening = gate();
    const slow = dependency({}, async function* () {
      await opening.promise;
      try {
        yield 1;
      } catch (error) {
        events.push(`failed: ${(error as Error).message}`);
        throw error;
      }
    });
    v1.method('run', { args: { slow } }, () => void events.push('handler'));
    await post(api, '/rpc', request('run'));
    opening.open();
    await api.close();
    expect(events).toEqual(['failed: Request timed out']);
    await noUnhandledRejection();
  });

  test('middlewares see RequestTimeout as the exception of the call', async () => {
    const watched = new Entrypoint('/watched', {
      timeout: 10,
      middlewares: [
        async (ctx, next) => {
          await next().catch((error: unknown) => {
            events.push(`${(error as Error).message}: ${JSON.stringify(ctx.rawResponse)}`);
            throw new Declined();
          });
        },
      ],
    });
    watched.method('hang', {}, () => new Promise<never>(() => undefined));
    api.bindEntrypoint(watched);
    const { json } = await post(api, '/watched', { ...request('hang'), id: 1 });
    expect(errorOf(json)).toMatchObject({ code: 6000 });
    expect(events).toEqual([
      'Request timed out: {"jsonrpc":"2.0","id":1,"error":{"code":-32002,"message":"Request timed out"}}',
    ]);
  });

  test('the timeout applies to middlewares, even if the method is unknown', async () => {
    const stuck = new Entrypoint('/stuck', {
      timeout: 10,
      middlewares: [() => new Promise<never>(() => undefined)],
    });
    stuck.method('run', {}, () => 1);
    api.bindEntrypoint(stuck);
    const { json } = await post(api, '/stuck', [request('run'), request('unknown')]);
    expect(json).toMatchObject([{ error: TIMED_OUT }, { error: TIMED_OUT }]);
  });

  test('logs a notification that times out, without a response', async () => {
    const ended = gate<unknown>();
    v1.method('heed', { args: { signal } }, ({ signal: own }) => {
      return new Promise<void>((resolve) => {
        own.addEventListener('abort', () => {
          ended.open(own.reason);
          resolve();
        });
      });
    });
    expect((await post(api, '/rpc', notification('heed'))).status).toBe(204);
    const timeout = await ended.promise;
    expect(timeout).toBeInstanceOf(RequestTimeout);
    await api.close();
    expect(logger.entries).toMatchObject([
      {
        level: 'warn',
        details: { err: timeout, method: 'heed' },
        message: 'Notification failed',
      },
    ]);
  });

  test('closes the dependencies of a notification whose middleware takes too long after the method', async () => {
    const slow = new Entrypoint('/slow', {
      timeout: 10,
      middlewares: [
        async (_, next) => {
          await next();
          await setTimeout(40);
        },
      ],
    });
    const session = dependency({}, function* () {
      yield 1;
      events.push('closed');
    });
    slow.method('run', { args: { session } }, () => 1);
    api.bindEntrypoint(slow);
    await post(api, '/slow', notification('run'));
    await api.close();
    expect(events).toEqual(['closed']);
  });

  test('an HttpError that a middleware throws after the response only is logged', async () => {
    const thrown = gate();
    const late = new Entrypoint('/late', {
      timeout: 10,
      middlewares: [
        async ({ request: called }, next) => {
          await next().catch(() => undefined);
          if (called?.method !== 'hang') return;
          await setTimeout(30);
          setImmediate(thrown.open);
          throw new HttpError(418);
        },
      ],
    });
    late.method('hang', {}, () => new Promise<never>(() => undefined));
    late.method('wait', { timeout: 1_000 }, () => thrown.promise);
    api.bindEntrypoint(late);
    const { status, json } = await post(api, '/late', [request('hang'), request('wait')]);
    expect(status).toBe(200);
    expect(json).toMatchObject([{ error: TIMED_OUT }, { result: null }]);
    expect(logger.entries).toMatchObject([{ message: 'Call failed after a timeout' }]);
  });

  test('waiting calls start when a running call times out', async () => {
    const narrow = new Entrypoint('/narrow', {
      timeout: 10,
      concurrency: 1,
    });
    narrow.method('hang', {}, () => new Promise<never>(() => undefined));
    narrow.method('quick', {}, async () => 'quick');
    api.bindEntrypoint(narrow);
    const { json } = await post(api, '/narrow', [request('hang'), request('quick')]);
    expect(json).toMatchObject([{ error: TIMED_OUT }, { result: 'quick' }]);
  });
});

describe('the disconnect of a client', () => {
  test('aborts the signal of a call when its client disconnects', async () => {
    const client = new AbortController();
    const seen = gate<AbortSignal>();
    const open = new Entrypoint('/open');
    open.method('heed', { args: { signal } }, ({ signal: own }) => {
      return new Promise((_, reject) => {
        own.addEventListener('abort', () => {
          seen.open(own);
          reject(own.reason as Error);
        });
      });
    });
    api.bindEntrypoint(open);
    const response = post(api, '/open', request('heed'), { signal: client.signal });
    const reason = new Error('gone');
    client.abort(reason);
    expect((await seen.promise).reason).toBe(reason);
    // The response is for hooks and metrics, in which the call isn't a failure.
    expect((await response).json).toMatchObject({ error: CANCELLED });
    expect(logger.entries).toEqual([]);
  });

  test('cancels a call whose dependency stops when its client disconnects', async () => {
    const client = new AbortController();
    const begun = gate();
    const user = dependency({ signal }, async ({ signal: own }) => {
      begun.open();
      await setTimeout(60_000, undefined, { signal: own });
    });
    const open = new Entrypoint('/open', { messageDependencies: [user] });
    open.method('greet', {}, () => 'Hello');
    api.bindEntrypoint(open);
    const response = post(api, '/open', request('greet'), { signal: client.signal });
    await begun.promise;
    client.abort();
    expect((await response).json).toMatchObject({ error: CANCELLED });
    expect(logger.entries).toEqual([]);
  });

  test('fails a call that throws another error after its client disconnected', async () => {
    const client = new AbortController();
    const work = gate();
    const open = new Entrypoint('/open');
    open.method('fail', { args: { signal } }, async () => {
      await work.promise;
      throw new Error('the disk is full');
    });
    api.bindEntrypoint(open);
    const response = post(api, '/open', request('fail'), { signal: client.signal });
    client.abort();
    work.open();
    expect((await response).json).toMatchObject({ error: { code: -32603 } });
    expect(logger.entries).toMatchObject([{ level: 'error', message: 'Call failed' }]);
  });

  test('every call of a large batch may listen to its signal without a leak warning', async () => {
    const client = new AbortController();
    const warnings: unknown[] = [];
    const onWarning = (warning: unknown): void => void warnings.push(warning);
    process.on('warning', onWarning);
    const work = gate();
    const open = new Entrypoint('/open');
    open.method('heed', { args: { signal } }, async ({ signal: own }) => {
      await work.promise;
      return own.aborted;
    });
    api.bindEntrypoint(open);
    const batch = Array.from({ length: 50 }, () => request('heed'));
    const response = post(api, '/open', batch, { signal: client.signal });
    client.abort();
    work.open();
    expect((await response).json).toMatchObject(batch.map(() => ({ result: true })));
    await noUnhandledRejection();
    process.off('warning', onWarning);
    expect(warnings).toEqual([]);
  });

  test('does not abort the signal of a notification when the client disconnects', async () => {
    const client = new AbortController();
    const seen = gate<AbortSignal>();
    const work = gate();
    v1.method('later', { args: { signal }, timeout: 60_000 }, async ({ signal: own }) => {
      seen.open(own);
      await work.promise;
      events.push('worked');
    });
    await post(api, '/rpc', notification('later'), { signal: client.signal });
    client.abort();
    expect((await seen.promise).aborted).toBe(false);
    work.open();
    await api.close();
    expect(events).toEqual(['worked']);
  });

  test('runs waiting notifications, but no waiting calls, after the client disconnected', async () => {
    const client = new AbortController();
    const first = gate();
    const narrow = new Entrypoint('/narrow', { concurrency: 1 });
    narrow.method('first', {}, () => first.promise);
    narrow.method('mark', { args: { name: v.string() } }, ({ name }) => void events.push(name));
    api.bindEntrypoint(narrow);
    const batch = [
      request('first'),
      request('mark', { name: 'call' }),
      notification('mark', { name: 'notification' }),
    ];
    const response = post(api, '/narrow', batch, { signal: client.signal });
    client.abort();
    first.open();
    expect((await response).json).toMatchObject([{}, { error: CANCELLED }]);
    await api.close();
    expect(events).toEqual(['notification']);
  });
});
