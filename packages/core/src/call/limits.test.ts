import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { adapterApi } from '../adapter.js';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { postJson, postText, serve } from '../../test/call.js';
import { messageShapes } from '../../test/message-shapes.js';
import { gate, memoryLogger, notification, post, request } from '../../test/in-process.js';
import {
  Api,
  backgroundTasks,
  dependency,
  Entrypoint,
  HttpError,
  jsonRpcContext,
  type JsonRpcMiddleware,
} from '../index.js';

const LIMIT_EXCEEDED = { code: -32005, message: 'Limit exceeded' };
const TIMED_OUT = { code: -32002, message: 'Request timed out' };

/** Adds a method whose calls wait for the gate. Counts the highest number of concurrent calls. */
function addHeldMethod(entrypoint: Pick<Entrypoint, 'method'>) {
  const work = gate();
  const running = { now: 0, most: 0, begun: 0 };
  entrypoint.method('hold', {}, async () => {
    running.now += 1;
    running.begun += 1;
    running.most = Math.max(running.most, running.now);
    await work.promise;
    running.now -= 1;
    return 'held';
  });
  return { work, running };
}

test('every limit can be Infinity', async () => {
  const none = { concurrency: Infinity, maxWaiting: Infinity };
  const rpc = new Entrypoint('/rpc', {
    ...none,
    limits: {
      maxBatchSize: Infinity,
      maxBodyBytes: Infinity,
      bodyTimeout: Infinity,
      sendTimeout: Infinity,
      maxResultBytes: Infinity,
      maxResponseBytes: Infinity,
    },
    timeout: Infinity,
    backgroundTasks: none,
  });
  rpc.method('ping', {}, () => 'pong');
  const api = new Api({ maxHeldBytes: Infinity }).bindEntrypoint(rpc);
  const calls = Array.from({ length: 5_000 }, (_, id) => ({ jsonrpc: '2.0', id, method: 'ping' }));
  const { json } = await postJson(api, calls);
  expect(json).toHaveLength(5_000);
  expect(json).toContainEqual({ jsonrpc: '2.0', id: 4_999, result: 'pong' });
});

describe('maxResultBytes', () => {
  test('maxResultBytes turns a larger result into LimitExceeded for its call only, and logs it', async () => {
    const v1 = new Entrypoint('/rpc', { limits: { maxResultBytes: 1_000 } });
    v1.method('small', {}, () => 'a'.repeat(900));
    v1.method('large', {}, () => 'a'.repeat(1_001));
    v1.method('wide', {}, () => 'é'.repeat(501));
    const { api, log } = serve(v1);
    const { json } = await postJson(
      api,
      ['small', 'large', 'wide'].map((name) => request(name)),
    );
    expect(json).toMatchObject([
      { result: 'a'.repeat(900) },
      { error: LIMIT_EXCEEDED },
      { error: LIMIT_EXCEEDED },
    ]);
    expect(log).toMatchObject([
      { level: 'warn', details: { limit: 'maxResultBytes', method: 'large' } },
      { level: 'warn', details: { limit: 'maxResultBytes', method: 'wide' } },
    ]);
  });

  test('maxResultBytes counts four bytes for a character outside the Basic Multilingual Plane', async () => {
    const v1 = new Entrypoint('/rpc', { limits: { maxResultBytes: 1_000 } });
    v1.method('smile', {}, () => '😀'.repeat(230));
    v1.method('laugh', {}, () => '😀'.repeat(240));
    const { api } = serve(v1);
    const { json } = await postJson(api, [request('smile'), request('laugh')]);
    expect(json).toMatchObject([{ result: '😀'.repeat(230) }, { error: LIMIT_EXCEEDED }]);
  });

  test('rolls back the transaction of a call whose result exceeds maxResultBytes', async () => {
    const events: string[] = [];
    const transaction = dependency(
      {},
      function* () {
        try {
          yield 1;
          events.push('committed');
        } catch (error) {
          events.push('rolled back');
          throw error;
        }
      },
      { teardown: 'before-response' },
    );
    const v1 = new Entrypoint('/rpc', { limits: { maxResultBytes: 100 } });
    v1.method('large', { args: { transaction } }, () => 'a'.repeat(200));
    const { api } = serve(v1);
    expect((await postJson(api, request('large'))).json).toMatchObject({ error: LIMIT_EXCEEDED });
    expect(events).toEqual(['rolled back']);
  });
});

describe('maxResponseBytes', () => {
  test('runs the calls of a batch until their responses reach maxResponseBytes', async () => {
    const ran: number[] = [];
    const v1 = new Entrypoint('/rpc', { limits: { maxResponseBytes: 5_000 } });
    v1.method('next', {}, () => {
      ran.push(ran.length);
      return 'a'.repeat(1_000);
    });
    const { api } = serve(v1);
    const batch = Array.from({ length: 100 }, () => request('next'));
    const { json, text } = await postJson(api, batch);
    expect(json).toMatchObject(
      batch.map((_, index) =>
        index < 4 ? { result: 'a'.repeat(1_000) } : { error: LIMIT_EXCEEDED },
      ),
    );
    // The call that reached the limit has run; those after it have not.
    expect(ran).toHaveLength(5);
    expect(text.length).toBeLessThan(5_000 + 100 * 90);
  });

  test('maxResponseBytes limits asynchronous calls that finish in any order', async () => {
    const v1 = new Entrypoint('/rpc', { limits: { maxResponseBytes: 10_000 } });
    v1.method('next', {}, async () => 'a'.repeat(1_000));
    const { api } = serve(v1);
    const { json } = await postJson(
      api,
      Array.from({ length: 100 }, () => request('next')),
    );
    const results = (json as { result?: string }[]).filter(({ result }) => result !== undefined);
    expect(results).toHaveLength(9);
  });

  test('a result whose commit fails leaves its room to the other calls of the batch', async () => {
    const v1 = new Entrypoint('/rpc', {
      batchOrder: 'sequential',
      limits: { maxResponseBytes: 3_000 },
    });
    const commit = dependency(
      {},
      function* () {
        yield 1;
        throw new Error('The commit failed');
      },
      { teardown: 'before-response' },
    );
    v1.method('fail', { args: { commit } }, () => 'a'.repeat(2_000));
    v1.method('run', {}, () => 'a'.repeat(2_000));
    const { api } = serve(v1);
    const { json } = await postJson(api, [request('fail'), request('run')]);
    expect(json).toMatchObject([{ error: { code: -32603 } }, { result: 'a'.repeat(2_000) }]);
  });
});

describe('maxResponseBytes after a failed shared teardown', () => {
  test('the errors that replace the responses of a batch do not count together with them', async () => {
    const commit = dependency(
      {},
      function* () {
        yield 1;
        throw new Error('The commit failed');
      },
      { teardown: 'before-response' },
    );
    const v1 = new Entrypoint('/rpc', {
      limits: { maxResponseBytes: 2_000 },
      messageDependencies: [commit],
    });
    v1.method('run', {}, () => 'a'.repeat(550));
    const { api } = serve(v1);
    const { json } = await postJson(api, [request('run'), request('run'), request('run')]);
    expect(json).toMatchObject(Array.from({ length: 3 }, () => ({ error: { code: -32603 } })));
  });
});

describe('maxHeldBytes', () => {
  /** Serves a method that never ends, with the budget of a server. */
  function serveHeld(maxHeldBytes: number) {
    const v1 = new Entrypoint('/rpc', { concurrency: 2 });
    const { work } = addHeldMethod(v1);
    return { work, api: new Api({ logger: memoryLogger(), maxHeldBytes }).bindEntrypoint(v1) };
  }

  const hold = (value: string): string =>
    `{"jsonrpc":"2.0","method":"hold","params":{"value":${value}}}`;

  test('rejects a request with 503 while running and waiting calls hold maxHeldBytes', async () => {
    const { work, api } = serveHeld(4_000);
    const running = Array.from({ length: 4 }, () => postJson(api, request('hold')));
    const rejected = await postJson(api, { ...request('hold'), id: 'x'.repeat(100) });
    expect(rejected).toMatchObject({ status: 503, json: { id: null, error: LIMIT_EXCEEDED } });
    expect(rejected.headers.get('retry-after')).toBe('1');
    work.open();
    await Promise.all(running);
    expect(await postJson(api, request('hold'))).toMatchObject({ status: 200 });
  });

  test('counts a notification in maxHeldBytes until it has finished', async () => {
    const { work, api } = serveHeld(1_000);
    expect(await postJson(api, notification('hold'))).toMatchObject({ status: 204 });
    expect(await postJson(api, request('hold'))).toMatchObject({ status: 503 });
    work.open();
    await vi.waitFor(async () => {
      expect(await postJson(api, request('hold'))).toMatchObject({ status: 200 });
    });
  });

  test('a body that is rejected after maxHeldBytes has counted it no longer counts', async () => {
    const { api } = serveHeld(1_000);
    for (const body of ['[]', '{', '[', 'x'.repeat(40_000)]) {
      expect(await postText(api, body)).toMatchObject({ status: 200 });
    }
    expect(await postText(api, hold('1'))).toMatchObject({ status: 204 });
  });

  test('a message that is larger than maxHeldBytes runs while nothing else is held', async () => {
    const { work, api } = serveHeld(1_000);
    const running = postJson(api, request('hold', { value: 'x'.repeat(100_000) }));
    expect(await postJson(api, request('hold'))).toMatchObject({ status: 503 });
    work.open();
    expect(await running).toMatchObject({ status: 200 });
  });

  test('a body that the application has parsed counts by its structure, whether or not its size is known', async () => {
    const { api } = serveHeld(2 * 1024 * 1024);
    const respondTo = async (value: unknown, byteLength?: number) =>
      adapterApi(api).handle({
        verb: 'POST',
        path: '/rpc',
        header: (name) => (name === 'content-type' ? 'application/json' : undefined),
        readBody: () => ({ kind: 'value', value, byteLength }),
        signal: new AbortController().signal,
        native: undefined,
      });
    const text = hold(messageShapes['[{}]']?.(48 * 1024) ?? '');
    expect(await respondTo(JSON.parse(text), text.length)).toMatchObject({ status: 204 });
    expect(await respondTo(JSON.parse(text))).toMatchObject({ status: 503 });
    expect(await respondTo(notification('hold'))).toMatchObject({ status: 204 });
    const nested = notification('hold', {
      value: JSON.parse('['.repeat(50_000) + ']'.repeat(50_000)),
    });
    expect(await respondTo(nested)).toMatchObject({ status: 503 });
  });

  test('counts unread responses until they are sent, and closes one after a second when a request does not fit', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const { work, api } = serveHeld(3_000);
    work.open();
    const closed: string[] = [];
    const host = adapterApi(api);
    const releaseFirst = host.holdResponse(1_500, () => closed.push('first'));
    host.holdResponse(1_500, () => closed.push('second'));
    vi.advanceTimersByTime(999);
    expect(await postJson(api, request('hold'))).toMatchObject({ status: 503 });
    expect(closed).toEqual([]);
    vi.advanceTimersByTime(2);
    expect(await postJson(api, request('hold'))).toMatchObject({ status: 503 });
    expect(closed).toEqual(['first']);
    // Has no effect, because a closed response no longer counts.
    releaseFirst();
    expect(await postJson(api, request('hold'))).toMatchObject({ status: 200 });
    expect(await postJson(api, request('hold', { value: 'x'.repeat(300) }))).toMatchObject({
      status: 503,
    });
    expect(closed).toEqual(['first', 'second']);
  });

  test('a response that does not fit closes those that have been unread longest, but never itself', () => {
    const { api } = serveHeld(1_000);
    const closed: string[] = [];
    const addUnread = (name: string, bytes: number) =>
      adapterApi(api).holdResponse(bytes, () => closed.push(name));
    addUnread('first', 300);
    const release = addUnread('second', 300);
    addUnread('third', 300);
    addUnread('fourth', 300);
    expect(closed).toEqual(['first']);
    release();
    addUnread('fifth', 400);
    expect(closed).toEqual(['first']);
    addUnread('sixth', 2_000);
    expect(closed).toEqual(['first', 'third', 'fourth', 'fifth']);
  });

  const collectGarbage = (): void => {
    setFlagsFromString('--expose-gc');
    (runInNewContext('gc') as () => void)();
  };

  test.each(['a call', 'a message'])(
    'an unread response is held once, also while a teardown of %s waits for it',
    async (scope) => {
      const length = 32 * 1024 * 1024;
      const session = dependency({}, function* openSession() {
        yield 1;
      });
      const dependencies = [session];
      const rpc = new Entrypoint('/rpc', {
        limits: { maxResultBytes: Infinity, maxResponseBytes: Infinity },
        ...(scope === 'a message' && { messageDependencies: dependencies }),
      });
      rpc.method('read', scope === 'a call' ? { dependencies } : {}, () =>
        Buffer.alloc(length, 'x').toString('latin1'),
      );
      const { api } = serve(rpc);
      const read = async (): Promise<() => void> => {
        const { markSent } = await post(api, '/rpc', request('read'));
        return markSent;
      };
      (await read())();
      collectGarbage();
      const before = process.memoryUsage().heapUsed;
      const markSent = await read();
      collectGarbage();
      const held = process.memoryUsage().heapUsed - before;
      // The adapter has the response.
      expect(held).toBeLessThan(1.5 * length);
      markSent();
    },
  );

  test.each(Object.entries(messageShapes))(
    'messages of the shape %s hold at most twice maxHeldBytes, and realistic ones at least a sixth',
    async (shape, repeat) => {
      const maxHeldBytes = 4 * 1024 * 1024;
      const { api } = serveHeld(maxHeldBytes);
      await postText(api, hold('1'));
      collectGarbage();
      const before = process.memoryUsage().heapUsed;
      let status: number;
      do ({ status } = await postText(api, hold(repeat(32 * 1024))));
      while (status === 204);
      collectGarbage();
      const held = process.memoryUsage().heapUsed - before;
      expect(status).toBe(503);
      expect(held).toBeLessThan(2 * maxHeldBytes);
      expect(held).toBeGreaterThan(shape.startsWith('realistic') ? maxHeldBytes / 6 : 0);
    },
  );
});

describe('the time limit', () => {
  test('a call has a timeout of 60 seconds by default', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const v1 = new Entrypoint('/rpc');
    v1.method('hang', {}, () => new Promise<never>(() => undefined));
    const { api } = serve(v1);
    let hasResponse = false;
    const response = postJson(api, request('hang')).finally(() => {
      hasResponse = true;
    });
    await vi.advanceTimersByTimeAsync(59_000);
    expect(hasResponse).toBe(false);
    await vi.advanceTimersByTimeAsync(1_100);
    expect((await response).json).toMatchObject({ error: TIMED_OUT });
  });

  test('the timeout applies to a call that finishes late while the event loop blocks all timers', async () => {
    const v1 = new Entrypoint('/rpc', { timeout: 10 });
    v1.method('late', {}, async () => {
      await Promise.resolve();
      const end = performance.now() + 20;
      while (performance.now() < end);
      return 'late';
    });
    const { api } = serve(v1);
    expect((await postJson(api, request('late'))).json).toMatchObject({ error: TIMED_OUT });
  });

  test('the timeout applies to shared dependencies, which are closed once they have opened', async () => {
    const events: string[] = [];
    const opened = gate();
    const slow = dependency({}, async function* () {
      await opened.promise;
      try {
        yield 1;
      } catch (error) {
        events.push((error as Error).name);
        throw error;
      }
    });
    const v1 = new Entrypoint('/rpc', { messageDependencies: [slow], timeout: 20 });
    v1.method('run', {}, () => events.push('ran'));
    const { api } = serve(v1);
    const { json } = await postJson(api, [request('run'), request('run')]);
    expect(json).toMatchObject([{ error: TIMED_OUT }, { error: TIMED_OUT }]);
    opened.open();
    await api.close();
    expect(events).toEqual(['RequestTimeout']);
  });
});

describe('concurrency and maxWaiting', () => {
  test('concurrency and maxWaiting count calls that wait for shared dependencies', async () => {
    const opened = gate();
    const running = { now: 0, most: 0 };
    const shared = dependency({}, async () => {
      running.now += 1;
      running.most = Math.max(running.most, running.now);
      await opened.promise;
      running.now -= 1;
    });
    const v1 = new Entrypoint('/rpc', {
      messageDependencies: [shared],
      concurrency: 2,
      maxWaiting: 3,
    });
    v1.method('run', {}, () => 'ran');
    const { api } = serve(v1);
    const responses = Array.from({ length: 10 }, () => postJson(api, request('run')));
    opened.open();
    const results = await Promise.all(responses);
    expect(running.most).toBe(2);
    const rejected = results.filter(
      ({ json }) => (json as { error?: unknown }).error !== undefined,
    );
    expect(rejected.map(({ json }) => (json as { error: unknown }).error)).toEqual(
      Array.from({ length: 5 }, () => LIMIT_EXCEEDED),
    );
  });

  describe('with a shared dependency that hangs', () => {
    /** Serves an entrypoint whose lookup waits for the gate, and counts the lookups. */
    function serveLookup(concurrency: number, timeout: number) {
      const opened = gate();
      const lookups = { now: 0, most: 0 };
      const lookup = dependency({}, async () => {
        lookups.now += 1;
        lookups.most = Math.max(lookups.most, lookups.now);
        await opened.promise;
        lookups.now -= 1;
      });
      const v1 = new Entrypoint('/rpc', {
        messageDependencies: [lookup],
        timeout,
        concurrency,
      });
      v1.method('run', {}, () => 'ran');
      const { api } = serve(v1);
      return { opened, lookups, run: () => postJson(api, request('run')), api };
    }

    test('every request of a burst gets RequestTimeout in time, and lookups exceed concurrency only by abandoned ones', async () => {
      const { lookups, run } = serveLookup(2, 200);
      const start = performance.now();
      const responses = await Promise.all(Array.from({ length: 40 }, run));
      expect(performance.now() - start).toBeLessThan(390);
      expect(responses.map(({ json }) => json)).toMatchObject(
        Array.from({ length: 40 }, () => ({ error: TIMED_OUT })),
      );
      expect(lookups.most).toBeLessThanOrEqual(3);
    });

    test('the only call of an entrypoint with concurrency 1 gets RequestTimeout', async () => {
      const { run } = serveLookup(1, 10);
      expect((await run()).json).toMatchObject({ error: TIMED_OUT });
    });

    test('new requests get LimitExceeded at once, and run again when the abandoned lookups have ended', async () => {
      const { opened, lookups, run } = serveLookup(2, 10);
      // Twice, because a place that is not given back shows only when all places are taken.
      await Promise.all([run(), run()]);
      const responses = await Promise.all([run(), run(), run()]);
      expect(responses.map(({ json }) => json)).toMatchObject(
        Array.from({ length: 3 }, () => ({ error: LIMIT_EXCEEDED })),
      );
      expect(lookups).toEqual({ now: 2, most: 2 });
      opened.open();
      await vi.waitFor(async () => {
        expect((await run()).json).toMatchObject({ result: 'ran' });
      });
    });

    test('waiting requests run when abandoned lookups end before their own timeout', async () => {
      const { opened, lookups, run } = serveLookup(1, 300);
      const first = run();
      await new Promise((resolve) => void setTimeout(resolve, 200));
      const second = run();
      expect((await first).json).toMatchObject({ error: TIMED_OUT });
      expect(lookups).toEqual({ now: 1, most: 1 });
      opened.open();
      expect((await second).json).toMatchObject({ result: 'ran' });
    });

    test('a lookup that fails after its timeout leaves room for the next one', async () => {
      const { opened, run } = serveLookup(1, 10);
      await run();
      opened.fail(new Error('No connection'));
      // The next lookup fails as well, but it runs.
      await vi.waitFor(async () => {
        expect((await run()).json).toMatchObject({ error: { code: -32603 } });
      });
    });

    test('a waiting request or notification ends with its own timeout while other handlers keep all slots', async () => {
      const v1 = new Entrypoint('/rpc', {
        messageDependencies: [dependency({}, async () => 'found')],
        timeout: 30,
        concurrency: 1,
      });
      const work = gate();
      const started = gate();
      v1.method('hold', { timeout: Infinity }, async () => {
        started.open();
        await work.promise;
      });
      const { api, log } = serve(v1);
      const holding = postJson(api, request('hold'));
      await started.promise;
      expect((await postJson(api, request('hold'))).json).toMatchObject({ error: TIMED_OUT });
      expect(await postJson(api, notification('hold'))).toMatchObject({ status: 204 });
      expect(log.map(({ message }) => message)).toEqual([
        'Notification dropped: its dependencies were not resolved in time',
      ]);
      work.open();
      expect((await holding).json).toHaveProperty('result');
    });

    test('a forced shutdown ends the requests whose lookups run and wait', async () => {
      const { run, api } = serveLookup(1, 60_000);
      const responses = [run(), run()];
      const closed = api.close({ timeout: 0, abortTimeout: 10 });
      expect((await responses[1])?.json).toMatchObject({ error: { code: -32603 } });
      await closed;
    });
  });

  test('a forced shutdown responds to the calls that wait for one that does not end', async () => {
    const v1 = new Entrypoint('/rpc', { concurrency: 1 });
    const { work } = addHeldMethod(v1);
    const { api } = serve(v1);
    const running = postJson(api, request('hold'));
    const waiting = postJson(api, request('hold'));
    const closed = api.close({ timeout: 0, abortTimeout: 10 });
    expect((await waiting).json).toMatchObject({ error: { code: -32603 } });
    await closed;
    work.open();
    await running;
  });

  test('the calls of a batch that wait for the slot of its shared dependencies count, and end in a forced shutdown', async () => {
    const v1 = new Entrypoint('/rpc', {
      concurrency: 1,
      maxWaiting: 1,
      messageDependencies: [dependency({}, async () => 'found')],
    });
    const { work } = addHeldMethod(v1);
    const { api } = serve(v1);
    const batch = postJson(api, [request('hold'), request('hold'), request('hold')]);
    const closed = api.close({ timeout: 20, abortTimeout: 10 });
    await closed;
    work.open();
    expect((await batch).json).toMatchObject([
      { result: 'held' },
      { error: { code: -32603 } },
      { error: LIMIT_EXCEEDED },
    ]);
  });

  test('concurrency and maxWaiting limit the handlers that keep running after their timeout', async () => {
    const v1 = new Entrypoint('/rpc', {
      timeout: 10,
      concurrency: 5,
      maxWaiting: 1_000,
    });
    const { work, running } = addHeldMethod(v1);
    const { api } = serve(v1);
    for (let round = 0; round < 5; round += 1) {
      await postJson(
        api,
        Array.from({ length: 5 }, () => request('hold')),
      );
    }
    expect(running.most).toBe(5);
    expect((await postJson(api, request('hold'))).json).toMatchObject({ error: LIMIT_EXCEEDED });
    work.open();
    await vi.waitFor(async () => {
      expect((await postJson(api, request('hold'))).json).toMatchObject({ result: 'held' });
    });
  });

  test('rejects waiting calls when too many handlers keep running after their timeout', async () => {
    const v1 = new Entrypoint('/rpc', { timeout: 10, concurrency: 5 });
    const { work, running } = addHeldMethod(v1);
    const { api } = serve(v1);
    const { json } = await postJson(
      api,
      Array.from({ length: 100 }, () => request('hold')),
    );
    // Five handlers run past their time limit, and five more have taken their slots.
    expect(running.begun).toBeLessThanOrEqual(10);
    const responses = json as { readonly error: { readonly code: number } }[];
    const codes = responses.map(({ error }) => error.code);
    expect(codes.filter((code) => code === TIMED_OUT.code)).toHaveLength(running.begun);
    expect(codes.filter((code) => code === LIMIT_EXCEEDED.code)).toHaveLength(100 - running.begun);
    work.open();
  });
});

describe('backgroundTasks', () => {
  test('backgroundTasks limits the running tasks, and calls wait while too many tasks are pending', async () => {
    const v1 = new Entrypoint('/rpc', { backgroundTasks: { concurrency: 2, maxWaiting: 4 } });
    const work = gate();
    const running = { now: 0, most: 0, ended: 0 };
    v1.method('notify', { args: { tasks: backgroundTasks } }, ({ tasks }) => {
      tasks.add(async () => {
        running.now += 1;
        running.most = Math.max(running.most, running.now);
        await work.promise;
        running.now -= 1;
        running.ended += 1;
      });
      return 'added';
    });
    const { api } = serve(v1);
    const responses: unknown[] = [];
    for (let call = 0; call < 10; call += 1) {
      responses.push((await postJson(api, request('notify'))).json);
    }
    const added = responses.filter((json) => (json as { result?: unknown }).result === 'added');
    expect(added).toHaveLength(6);
    expect(responses.slice(6)).toMatchObject(
      Array.from({ length: 4 }, () => ({ error: LIMIT_EXCEEDED })),
    );
    work.open();
    await vi.waitFor(() => expect(running.ended).toBe(6));
    expect(running.most).toBe(2);
    expect((await postJson(api, request('notify'))).json).toMatchObject({ result: 'added' });
    await api.close();
  });

  test('runs the background tasks of one HTTP request in their order', async () => {
    const v1 = new Entrypoint('/rpc');
    const events: number[] = [];
    v1.method('add', { args: { tasks: backgroundTasks } }, ({ tasks }) => {
      for (const number of [1, 2, 3]) {
        tasks.add(async () => {
          await new Promise((resolve) => {
            setImmediate(resolve);
          });
          events.push(number);
        });
      }
    });
    const { api } = serve(v1);
    await postJson(api, request('add'));
    await api.close();
    expect(events).toEqual([1, 2, 3]);
  });

  test('a forced shutdown drops the tasks that have not started, and logs them', async () => {
    const v1 = new Entrypoint('/rpc');
    const events: string[] = [];
    v1.method('hold', { args: { tasks: backgroundTasks } }, ({ tasks }) => {
      tasks.add(() => first.promise);
      tasks.add(() => events.push('ran'));
    });
    const first = gate();
    const { api, log } = serve(v1);
    await postJson(api, request('hold'));
    const closed = api.close({ timeout: 1, abortTimeout: 1_000 });
    await vi.waitFor(() => expect(log).toHaveLength(1));
    first.open();
    await closed;
    expect(events).toEqual([]);
    expect(log[1]).toMatchObject({ message: 'Background task dropped: the shutdown is forced' });
  });

  test('drops and logs a task that is added after the others of its HTTP request have finished', async () => {
    const v1 = new Entrypoint('/rpc', { timeout: 10 });
    const late = gate();
    const added = gate();
    v1.method('late', { args: { tasks: backgroundTasks } }, async ({ tasks }) => {
      await late.promise;
      tasks.add(() => undefined);
      added.open();
    });
    const { api, log } = serve(v1);
    await postJson(api, request('late'));
    late.open();
    await added.promise;
    await api.close();
    expect(log).toMatchObject([{ message: 'Background task dropped: its HTTP request has ended' }]);
  });
});

describe('a task that is added when its message is over', () => {
  /** Adds a task when a test says so, and then counts as running no longer. */
  function serveLate() {
    const v1 = new Entrypoint('/rpc', { timeout: 10, backgroundTasks: { maxWaiting: 1 } });
    const late = gate();
    const added = gate();
    v1.method('add', { args: { tasks: backgroundTasks } }, ({ tasks }) => {
      void late.promise.then(() => tasks.add(() => undefined)).then(added.open);
    });
    v1.method('hang', { args: { tasks: backgroundTasks } }, async ({ tasks }) => {
      await late.promise;
      tasks.add(() => undefined);
      added.open();
    });
    v1.method('read', { args: { ctx: jsonRpcContext } }, ({ ctx }) => {
      void late.promise.then(() => ctx.backgroundTasks.add(() => undefined)).then(added.open);
    });
    v1.method('ping', {}, () => 'pong');
    return { ...serve(v1), late, added };
  }

  test.each([
    ['request', request('add')],
    ['request that reads its context late', request('read')],
    ['notification', notification('add')],
    ['notification that reads its context late', notification('read')],
    ['notification that has timed out', notification('hang')],
  ])('by a %s is dropped and logged, and takes no room of others', async (_, message) => {
    const { api, log, late, added } = serveLate();
    await postJson(api, message);
    // A notification times out in the background.
    await new Promise((resolve) => setTimeout(resolve, 30));
    late.open();
    await added.promise;
    expect((await postJson(api, request('ping'))).json).toMatchObject({ result: 'pong' });
    expect(log[0]).toMatchObject({
      message: 'Background task dropped: its HTTP request has ended',
    });
    await api.close();
  });
});

describe('a batch of synchronous calls', () => {
  test('a batch of synchronous calls lets other clients run at least every 20 ms', async () => {
    const v1 = new Entrypoint('/rpc');
    const events: string[] = [];
    v1.method('busy', {}, () => {
      const end = performance.now() + 25;
      while (performance.now() < end);
      events.push('busy');
      return 'done';
    });
    v1.method('quick', {}, () => events.push('quick'));
    const { api } = serve(v1);
    const batch = postJson(
      api,
      Array.from({ length: 4 }, () => request('busy')),
    );
    setImmediate(() => void postJson(api, request('quick')));
    expect((await batch).json).toMatchObject(Array.from({ length: 4 }, () => ({ result: 'done' })));
    expect(events.indexOf('quick')).toBeLessThan(3);
  });

  test('stops between two calls if its client has disconnected meanwhile', async () => {
    const v1 = new Entrypoint('/rpc');
    v1.method('busy', {}, () => {
      const end = performance.now() + 25;
      while (performance.now() < end);
    });
    const { api } = serve(v1);
    const client = new AbortController();
    setImmediate(() => client.abort());
    const { json } = await post(api, '/rpc', [request('busy'), request('busy')], client);
    expect(json).toMatchObject([{ result: null }, { error: { code: -32800 } }]);
  });
});

describe("batchOrder: 'sequential'", () => {
  test('a sequential batch runs one call after another, notifications included, and responds in order', async () => {
    const v1 = new Entrypoint('/rpc', { batchOrder: 'sequential' });
    const events: string[] = [];
    v1.method('step', {}, async () => {
      events.push('begin');
      await new Promise((resolve) => {
        setImmediate(resolve);
      });
      events.push('end');
      return events.length;
    });
    const { api } = serve(v1);
    const { json } = await postJson(api, [request('step'), notification('step'), request('step')]);
    expect(events).toEqual(['begin', 'end', 'begin', 'end', 'begin', 'end']);
    expect(json).toMatchObject([{ result: 2 }, { result: 6 }]);
  });

  test('starts no call after one that has ended the message, or whose client has disconnected', async () => {
    const v1 = new Entrypoint('/rpc', { batchOrder: 'sequential' });
    const events: string[] = [];
    const client = new AbortController();
    v1.method('forbid', {}, () => {
      throw new HttpError(403);
    });
    v1.method('leave', {}, async () => client.abort());
    v1.method('write', {}, () => events.push('written'));
    const { api } = serve(v1);
    const calls = [request('forbid'), request('write')];
    expect(await postJson(api, calls)).toMatchObject({ status: 403 });
    const left = await post(api, '/rpc', [request('leave'), request('write')], client);
    expect(left.json).toMatchObject([{ result: null }, { error: { code: -32800 } }]);
    expect(events).toEqual([]);
  });
});

describe('the log', () => {
  const failing = (): Entrypoint => {
    const v1 = new Entrypoint('/rpc');
    v1.method('fail', {}, () => {
      throw new Error('broken');
    });
    return v1;
  };

  test('logs ten failed calls of one HTTP request, and one line that counts the others', async () => {
    const { api, log } = serve(failing());
    await postJson(
      api,
      Array.from({ length: 1_000 }, () => notification('fail')),
    );
    await api.close();
    expect(log).toHaveLength(11);
    expect(log.slice(0, 10)).toMatchObject(
      Array.from({ length: 10 }, () => ({ message: 'Call failed' })),
    );
    expect(log[10]).toEqual({
      level: 'warn',
      message: 'Further failures of the HTTP request: 990',
      details: {
        failures: [{ message: 'Call failed', method: 'fail', code: -32603, count: 990 }],
      },
    });
  });

  test('escapes client-supplied line feeds and terminal sequences in the log', async () => {
    const v1 = new Entrypoint('/rpc');
    v1.method('find', { paramStructure: 'either' }, () => {
      throw new Error('no account "\u001b[31m\n2026-01-01 INFO all is well\u202e"', {
        cause: 'a\nb',
      });
    });
    const { api, log } = serve(v1);
    await postJson(api, { jsonrpc: '2.0', id: 'x\ny', method: 'find' });
    const { err, id } = log[0]?.details ?? {};
    const { message, stack, cause } = err as Error;
    const escaped = String.raw`no account "\u001b[31m\n2026-01-01 INFO all is well\u202e"`;
    expect({ id, message, cause }).toEqual({
      id: String.raw`x\ny`,
      message: escaped,
      cause: String.raw`a\nb`,
    });
    expect(err).toBeInstanceOf(Error);
    expect(stack?.split('\n')[0]).toBe(`Error: ${escaped}`);
    expect(stack?.split('\n')[1]).toMatch(/^ {4}at /);
  });

  test('truncates long client-supplied text in the log', async () => {
    const v1 = new Entrypoint('/rpc');
    v1.method('fail', {}, () => {
      throw new Error('x'.repeat(1_000_000));
    });
    const { api, log } = serve(v1);
    await postJson(api, { jsonrpc: '2.0', id: 'i'.repeat(1_000_000), method: 'fail' });
    const { err, id } = log[0]?.details ?? {};
    expect((err as Error).message).toHaveLength(10_001);
    expect(id).toHaveLength(201);
  });
});

describe('unexpected errors in adapterApi(api).handle()', () => {
  test('responds with InternalError and logs the error when a request object throws', async () => {
    const { api, log } = serve(new Entrypoint('/rpc'));
    const response = await adapterApi(api).handle({
      verb: 'POST',
      path: '/rpc',
      header: () => {
        throw new Error('no headers');
      },
      readBody: () => ({ kind: 'text', text: '' }),
      signal: new AbortController().signal,
      native: undefined,
    });
    expect(JSON.parse(response?.body as string)).toEqual({
      jsonrpc: '2.0',
      id: null,
      error: { code: -32603, message: 'Internal error' },
    });
    expect(log).toMatchObject([{ message: 'HTTP request failed' }]);
  });

  test('responds with 500 and logs the error when a page throws', async () => {
    const { api, log } = serve();
    adapterApi(api).addPage({
      path: '/page',
      handle: () => {
        throw new Error('no page');
      },
    });
    const { status, json } = await postText(api, '', { verb: 'GET', path: '/page' });
    expect({ status, json }).toEqual({ status: 500, json: { detail: 'Internal Server Error' } });
    expect(log).toMatchObject([{ message: 'Page failed' }]);
  });

  test('closes the dependencies of a request that fails as a whole', async () => {
    const events: string[] = [];
    const db = dependency({}, function* () {
      try {
        yield 1;
        events.push('closed');
      } catch (error) {
        events.push('failed');
        throw error;
      }
    });
    const error = Object.defineProperty(new HttpError(418), 'headers', { value: null });
    const fail: JsonRpcMiddleware = async () => {
      throw error;
    };
    const v1 = new Entrypoint('/rpc', { messageDependencies: [db] });
    v1.method('good', { args: { db } }, () => 1);
    v1.method('fail', { middlewares: [fail] }, () => 1);
    const { api, log } = serve(v1);
    const { json } = await post(api, '/rpc', [request('good'), request('fail')]);
    expect(json).toMatchObject({ id: null, error: { code: -32603 } });
    await api.close();
    expect(events).toEqual(['failed']);
    expect(log).toMatchObject([{ message: 'HTTP request failed' }]);
  });
});
