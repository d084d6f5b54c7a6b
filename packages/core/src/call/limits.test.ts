import { adapterApi } from '../adapter.js';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { postJson, postText, serve } from '../../test/call.js';
import { gate, memoryLogger, notification, post, request } from '../../test/in-process.js';
import {
  Api,
  backgroundTasks,
  dependency,
  Entrypoint,
  HttpError,
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

describe('maxResultBytes', () => {
  test('maxResultBytes turns a larger result into LimitExceeded for its call only, and logs it', async () => {
    const v1 = new Entrypoint('/rpc', { maxResultBytes: 1_000 });
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
    const v1 = new Entrypoint('/rpc', { maxResultBytes: 100 });
    v1.method('large', { args: { transaction } }, () => 'a'.repeat(200));
    const { api } = serve(v1);
    expect((await postJson(api, request('large'))).json).toMatchObject({ error: LIMIT_EXCEEDED });
    expect(events).toEqual(['rolled back']);
  });
});

describe('maxResponseBytes', () => {
  test('runs the calls of a batch until their responses reach maxResponseBytes', async () => {
    const ran: number[] = [];
    const v1 = new Entrypoint('/rpc', { maxResponseBytes: 5_000 });
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
    const v1 = new Entrypoint('/rpc', { maxResponseBytes: 10_000 });
    v1.method('next', {}, async () => 'a'.repeat(1_000));
    const { api } = serve(v1);
    const { json } = await postJson(
      api,
      Array.from({ length: 100 }, () => request('next')),
    );
    const results = (json as { result?: string }[]).filter(({ result }) => result !== undefined);
    expect(results).toHaveLength(9);
  });
});

describe('maxPendingBytes', () => {
  test('rejects a request with 503 while the bodies of running calls fill maxPendingBytes', async () => {
    const v1 = new Entrypoint('/rpc');
    const { work } = addHeldMethod(v1);
    const api = new Api({ logger: memoryLogger(), maxPendingBytes: 100 }).bindEntrypoint(v1);
    const first = postJson(api, request('hold'));
    const second = await postJson(api, { ...request('hold'), id: 'x'.repeat(100) });
    expect(second).toMatchObject({ status: 503, json: { id: null, error: LIMIT_EXCEEDED } });
    expect(second.headers.get('retry-after')).toBe('1');
    work.open();
    await first;
    expect(await postJson(api, request('hold'))).toMatchObject({ status: 200 });
  });

  test('counts the body of a notification in maxPendingBytes until it has finished', async () => {
    const v1 = new Entrypoint('/rpc');
    const { work } = addHeldMethod(v1);
    const api = new Api({ logger: memoryLogger(), maxPendingBytes: 60 }).bindEntrypoint(v1);
    expect(await postJson(api, notification('hold'))).toMatchObject({ status: 204 });
    expect(await postJson(api, request('hold'))).toMatchObject({ status: 503 });
    work.open();
    await vi.waitFor(async () => {
      expect(await postJson(api, request('hold'))).toMatchObject({ status: 200 });
    });
  });
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
    const v1 = new Entrypoint('/rpc', { dependencies: [slow], timeout: 20 });
    v1.method('run', {}, () => events.push('ran'));
    const { api } = serve(v1);
    const { json } = await postJson(api, [request('run'), request('run')]);
    expect(json).toMatchObject([{ error: TIMED_OUT }, { error: TIMED_OUT }]);
    opened.open();
    await api.close();
    expect(events).toEqual(['RequestTimeout']);
  });
});

describe('concurrency and maxPending', () => {
  test('concurrency and maxPending count calls that wait for shared dependencies', async () => {
    const opened = gate();
    const running = { now: 0, most: 0 };
    const shared = dependency({}, async () => {
      running.now += 1;
      running.most = Math.max(running.most, running.now);
      await opened.promise;
      running.now -= 1;
    });
    const v1 = new Entrypoint('/rpc', {
      dependencies: [shared],
      schedulerOptions: { concurrency: 2, maxPending: 3 },
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

  test('concurrency and maxPending limit the handlers that keep running after their timeout', async () => {
    const v1 = new Entrypoint('/rpc', {
      timeout: 10,
      schedulerOptions: { concurrency: 5, maxPending: 1_000 },
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
    const v1 = new Entrypoint('/rpc', { timeout: 10, schedulerOptions: { concurrency: 5 } });
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

describe('backgroundTaskOptions', () => {
  test('backgroundTaskOptions limit the running tasks, and calls wait while too many tasks are pending', async () => {
    const v1 = new Entrypoint('/rpc', { backgroundTaskOptions: { concurrency: 2, maxPending: 4 } });
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
    const v1 = new Entrypoint('/rpc', { dependencies: [db] });
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
