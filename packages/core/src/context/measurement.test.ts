import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { gate, memoryLogger, notification, post, request } from '../../test/in-process.js';
import {
  addInstrumentation,
  Api,
  backgroundTasks,
  Entrypoint,
  type EntrypointOptions,
  type Measurement,
  resource,
  transactionDependency,
} from '../index.js';
import { rateLimit } from '../rate-limit.js';
import { addGauges, readGauges } from '../internal.js';

const valueOf = (name: string, attributes: object): number | undefined =>
  readGauges().find(
    (one) => one.name === name && JSON.stringify(one.attributes) === JSON.stringify(attributes),
  )?.value;

describe('readGauges()', () => {
  const at = { 'jsonrpc.entrypoint': '/gauges' };
  let work: ReturnType<typeof gate<void>>;
  let running: Promise<unknown>[];

  /** Serves one call at a time, of methods that wait for the gate. */
  function serve(): Api {
    const options = { concurrency: 1, timeout: 5 };
    const v1 = new Entrypoint('/gauges', options);
    v1.method('hold', { timeout: Infinity }, () => work.promise);
    v1.method('hang', {}, () => work.promise);
    v1.method('task', { args: { tasks: backgroundTasks } }, ({ tasks }) => {
      tasks.add(() => undefined);
    });
    return new Api({ logger: memoryLogger() }).bindEntrypoint(v1);
  }

  beforeEach(() => {
    work = gate();
    running = [];
    onTestFinished(async () => {
      work.open();
      await Promise.all(running);
    });
  });

  test('adds up the waiting calls of all apis that serve the same path', async () => {
    for (const api of [serve(), serve()]) {
      for (const sent of [request('hold'), request('hold'), request('hold')]) {
        running.push(post(api, '/gauges', sent));
      }
    }
    expect(valueOf('jsonrpc.server.waiting_calls', at)).toBe(4);
    work.open();
    await Promise.all(running);
    expect(valueOf('jsonrpc.server.waiting_calls', at)).toBe(0);
  });

  test('counts a handler that runs past its time limit until it ends', async () => {
    const api = serve();
    await post(api, '/gauges', request('hang'));
    expect(valueOf('jsonrpc.server.abandoned_calls', at)).toBe(1);
    work.open();
    await api.close();
    expect(valueOf('jsonrpc.server.abandoned_calls', at)).toBe(0);
  });

  test('counts background tasks until they start', async () => {
    const { markSent } = await post(serve(), '/gauges', request('task'));
    expect(valueOf('jsonrpc.server.waiting_background_tasks', at)).toBe(1);
    markSent();
    await expect.poll(() => valueOf('jsonrpc.server.waiting_background_tasks', at)).toBe(0);
  });

  test('contains the memory that is held for a running call', async () => {
    const before = valueOf('jsonrpc.server.held_memory', {}) ?? 0;
    running.push(post(serve(), '/gauges', request('hold')));
    expect(valueOf('jsonrpc.server.held_memory', {})).toBeGreaterThan(before);
  });

  test('contains 1 for an open resource and 0 for a closed one', async () => {
    const database = resource<object>('measured');
    const v1 = new Entrypoint('/gauges');
    v1.method('read', { args: { database } }, () => 1);
    const api = new Api().bindEntrypoint(v1).provide(database, { open: () => ({}) });
    const isOpen = (): number | undefined =>
      valueOf('jsonrpc.server.open_resources', { 'jsonrpc.resource.name': 'measured' });
    expect(isOpen()).toBe(0);
    await api.open();
    expect(isOpen()).toBe(1);
    await api.close();
    expect(isOpen()).toBe(0);
  });

  test('leaves out an object whose function throws', () => {
    const owner = {};
    addGauges(owner, () => {
      throw new Error('no size');
    });
    expect(() => readGauges()).not.toThrow();
    expect(owner).toEqual({});
  });

  test('forgets an object that is no longer used', async () => {
    setFlagsFromString('--expose-gc');
    const collectGarbage = runInNewContext('gc') as () => void;
    (() => {
      addGauges({}, () => [{ name: 'forgotten', value: 1, attributes: {} }]);
    })();
    expect(valueOf('forgotten', {})).toBe(1);
    await expect
      .poll(() => {
        collectGarbage();
        return valueOf('forgotten', {});
      })
      .toBeUndefined();
  });
});

describe('the count hook', () => {
  let counted: Measurement[];
  beforeEach(() => {
    counted = [];
    onTestFinished(addInstrumentation({ count: (measurement) => void counted.push(measurement) }));
  });

  const rejected = (limit: string, method: string): Measurement => ({
    name: 'jsonrpc.server.rejected_calls',
    value: 1,
    attributes: { 'jsonrpc.limit': limit, 'rpc.method': method },
  });

  function serve(options: EntrypointOptions = {}): Api {
    const v1 = new Entrypoint('/rpc', options);
    v1.method('large', {}, () => 'a'.repeat(100));
    v1.method('hang', { timeout: 1 }, () => new Promise(() => undefined));
    v1.method('task', { args: { tasks: backgroundTasks } }, ({ tasks }) => {
      tasks.add(() => undefined);
    });
    return new Api({ logger: memoryLogger() }).bindEntrypoint(v1);
  }

  test.each<[limit: string, options: EntrypointOptions, calls: string[], last: string]>([
    ['maxResultBytes', { limits: { maxResultBytes: 50 } }, [], 'large'],
    ['maxResponseBytes', { limits: { maxResponseBytes: 50 } }, [], 'large'],
    ['concurrency', { concurrency: 1 }, ['hang'], 'large'],
    ['backgroundTasks', { backgroundTasks: { maxWaiting: 1 } }, ['task'], 'large'],
    [
      'rateLimit',
      { rateLimit: rateLimit({ points: 1, duration: 60, key: () => 'all' }) },
      ['large'],
      'made/up',
    ],
  ])('receives a call that %s rejects', async (limit, options, calls, last) => {
    const api = serve(options);
    for (const method of calls) await post(api, '/rpc', request(method));
    await post(api, '/rpc', request(last));
    expect(counted).toEqual([rejected(limit, last === 'large' ? last : '_OTHER')]);
  });

  test('receives a notification that cannot wait', async () => {
    const work = gate();
    const v1 = new Entrypoint('/rpc', { concurrency: 1, maxWaiting: 1 });
    v1.method('hold', {}, () => work.promise);
    const api = new Api({ logger: memoryLogger() }).bindEntrypoint(v1);
    await post(api, '/rpc', [notification('hold'), notification('hold'), notification('hold')]);
    expect(counted).toEqual([rejected('maxWaiting', 'hold')]);
    work.open();
    await api.close();
  });

  test('receives each conflict of a transaction, and whether the transaction is retried', async () => {
    const conflict = Object.assign(new Error('conflict'), { code: '40001' });
    const transaction = transactionDependency({}, (_, run) => run({}), { retry: { attempts: 2 } });
    const v1 = new Entrypoint('/rpc');
    v1.method('transfer', { args: { tx: transaction } }, () => {
      throw conflict;
    });
    const api = new Api({ logger: memoryLogger() }).bindEntrypoint(v1);
    await post(api, '/rpc', request('transfer'));
    expect(counted).toEqual(
      ['retried', 'failed'].map((outcome) => ({
        name: 'jsonrpc.server.conflicts',
        value: 1,
        attributes: { 'jsonrpc.conflict.outcome': outcome, 'rpc.method': 'transfer' },
      })),
    );
  });

  test('does not affect the call if it throws, which is logged', async () => {
    const err = new Error('broken hook');
    onTestFinished(
      addInstrumentation({
        count: () => {
          throw err;
        },
      }),
    );
    const logger = memoryLogger();
    const v1 = new Entrypoint('/rpc', { limits: { maxResultBytes: 50 } });
    v1.method('large', {}, () => 'a'.repeat(100));
    const { json } = await post(new Api({ logger }).bindEntrypoint(v1), '/rpc', request('large'));
    expect(json).toMatchObject({ error: { code: -32005 } });
    expect(logger.entries).toContainEqual({
      level: 'error',
      details: { err },
      message: 'Instrumentation hook failed',
    });
  });
});
