import { dependency, signal as callSignal } from '@jsonrpc-kit/core';
import * as v from 'valibot';
import { describe, expect, test, vi } from 'vitest';
import { Gate } from '../test/gate.js';
import { notification, post, request } from '../test/in-process.js';
import { openApi } from '../test/open-api.js';
import { openPool } from '../test/open-pool.js';

/** Creates an api with methods on the event loop and on the threads of a pool. */
function open(maxThreads = 1) {
  const { api, rpc, log } = openApi();
  const { pool, math } = openPool({ maxThreads });
  const gate = new Gate();
  const method = rpc.method(
    'fibonacci',
    {
      args: { n: v.pipe(v.number(), v.maxValue(40)), fibonacci: math.task('fibonacci') },
      result: v.object({ value: v.number() }),
    },
    async ({ n, fibonacci }) => ({ value: await fibonacci(n) }),
  );
  const hold = { hold: math.task('hold'), name: v.string() };
  rpc.method('hold', { args: hold }, (args) => args.hold(gate.memory, args.name));
  rpc.method('spin', { args: { spin: math.task('spin') } }, ({ spin }) => spin(gate.memory));
  rpc.method('spinBriefly', { args: { spin: math.task('spin') }, timeout: 500 }, ({ spin }) =>
    spin(gate.memory),
  );
  rpc.method('ping', {}, () => 'pong');
  return { api, rpc, log, pool, math, gate, method };
}

describe('a method whose handler runs a task', () => {
  test('responds with the result of the task', async () => {
    const { api } = open();
    expect(await post(api, request('fibonacci', { n: 20 }))).toEqual({
      jsonrpc: '2.0',
      id: 1,
      result: { value: 6765 },
    });
  });

  test('has its params validated before the task starts', async () => {
    const { api, pool } = open();
    expect(await post(api, request('fibonacci', { n: 41 }))).toMatchObject({
      error: { code: -32602, data: { errors: [{ loc: ['n'] }] } },
    });
    expect(pool.running).toBe(0);
  });

  test('ignores a param with the name of the task', async () => {
    const { api } = open();
    const params = { n: 1, fibonacci: 'mine' };
    expect(await post(api, request('fibonacci', params))).toMatchObject({ result: { value: 1 } });
  });

  test('has the result of the task validated', async () => {
    const { api, rpc, math, log } = open();
    rpc.method(
      'wrong',
      { args: { echo: math.task('echo') }, result: v.number() },
      async ({ echo }) => (await echo('not a number')) as number,
    );
    expect(await post(api, request('wrong'))).toMatchObject({ error: { code: -32603 } });
    expect(log[0]?.details.err).toMatchObject({
      message: expect.stringContaining('The result of wrong does not match its schema') as string,
    });
  });

  test('can be unit-tested without a thread', async () => {
    const { method, pool } = open();
    const handled = method.handler({ n: 5, fibonacci: async (n) => n * 100 });
    expect(await handled).toEqual({ value: 500 });
    expect(pool.running).toBe(0);
  });

  test('can get the result from a dependency of the call or of the entrypoint', async () => {
    const { math } = openPool();
    const sum = dependency({ add: math.task('add') }, ({ add }) => add(1, 2), { name: 'sum' });
    const { api, rpc } = openApi({ messageDependencies: [sum] });
    const { math: other } = openPool();
    const twenty = dependency(
      { n: v.number(), fibonacci: other.task('fibonacci') },
      ({ n, fibonacci }) => fibonacci(n),
    );
    rpc.method('both', { args: { sum, twenty } }, (args) => args);
    expect(await post(api, request('both', { n: 20 }))).toMatchObject({
      result: { sum: 3, twenty: 6765 },
    });
  });

  test('can be called in a batch with methods on the event loop', async () => {
    const { api } = open(2);
    const batch = [
      request('fibonacci', { n: 10 }, 'a'),
      request('ping', {}, 'b'),
      request('fibonacci', { n: 'ten' }, 'c'),
      notification('fibonacci', { n: 10 }),
      request('fibonacci', { n: 20 }, 'd'),
    ];
    expect(await post(api, batch)).toMatchObject([
      { id: 'a', result: { value: 55 } },
      { id: 'b', result: 'pong' },
      { id: 'c', error: { code: -32602 } },
      { id: 'd', result: { value: 6765 } },
    ]);
  });

  test('runs as a notification, which gets no response', async () => {
    const { api, gate, pool } = open();
    expect(await post(api, notification('hold', { name: 'a' }))).toBeUndefined();
    await gate.whenStarted();
    gate.open();
    await api.close();
    expect(pool.running).toBe(0);
  });

  test('shares the threads fairly between a batch and a call of another client', async () => {
    const { api, gate, pool } = open();
    const ended: string[] = [];
    const call = async (name: string): Promise<void> => {
      await post(api, request('hold', { name }));
      ended.push(name);
    };
    const batch = ['1', '2', '3'].map((name) => request('hold', { name }, name));
    const all = [post(api, batch).then(() => ended.push('batch')), call('other')];
    // A slow batch yields to the event loop between its calls.
    await vi.waitUntil(() => pool.waiting === 3);
    expect(pool.running).toBe(1);
    gate.open();
    await Promise.all(all);
    expect(ended).toEqual(['other', 'batch']);
  });
});

describe('the task of a method', () => {
  test('is stopped by the timeout of the call', async () => {
    const { api, gate, log, pool } = open();
    // Starts the thread before the call whose timeout is tested.
    await post(api, request('fibonacci', { n: 10 }));
    expect(await post(api, request('spinBriefly'))).toMatchObject({ error: { code: -32002 } });
    expect(await post(api, request('fibonacci', { n: 10 }))).toMatchObject({
      result: { value: 55 },
    });
    const { iterations } = gate;
    expect(iterations).toBeGreaterThan(0);
    expect(await post(api, request('fibonacci', { n: 20 }))).toMatchObject({
      result: { value: 6765 },
    });
    expect(gate.iterations).toBe(iterations);
    expect(pool.running).toBe(0);
    expect(log).toEqual([]);
  });

  test('is stopped when the client disconnects', async () => {
    const { api, gate, log } = open();
    const client = new AbortController();
    const response = post(api, request('spin'), client.signal);
    await gate.whenStarted();
    client.abort();
    await response;
    await post(api, request('fibonacci', { n: 10 }));
    const { iterations } = gate;
    await post(api, request('fibonacci', { n: 20 }));
    expect(gate.iterations).toBe(iterations);
    expect(log).toEqual([]);
  });

  test('never starts when the client disconnects while it waits', async () => {
    const { api, gate, pool } = open();
    const client = new AbortController();
    const held = post(api, request('hold', { name: 'a' }));
    await gate.whenStarted();
    const waiting = post(api, [request('spin'), request('spin')], client.signal);
    await vi.waitUntil(() => pool.waiting === 2);
    client.abort();
    await waiting;
    expect(pool.waiting).toBe(0);
    gate.open();
    expect(await held).toMatchObject({ result: 'a' });
    await post(api, request('fibonacci', { n: 10 }));
    expect(gate.started).toBe(1);
  });

  test('is not stopped when the client of a notification disconnects', async () => {
    const { api, rpc, gate, math } = open();
    const client = new AbortController();
    let result: unknown;
    const args = { hold: math.task('hold'), signal: callSignal };
    rpc.method('note', { args }, async ({ hold }) => {
      result = await hold(gate.memory, 'noted');
    });
    await post(api, notification('note'), client.signal);
    await gate.whenStarted();
    client.abort();
    gate.open();
    await api.close();
    expect(result).toBe('noted');
  });
});

describe('a call whose task exceeds maxQueue', () => {
  test('gets LimitExceeded, while the other calls of the batch get their results', async () => {
    const { api, rpc } = openApi();
    const { math } = openPool({ maxQueue: 1 });
    const gate = new Gate();
    rpc.method('hold', { args: { hold: math.task('hold') } }, ({ hold }) => hold(gate.memory, 1));
    const batch = ['a', 'b', 'c'].map((id) => request('hold', {}, id));
    const response = post(api, batch);
    await gate.whenStarted();
    gate.open();
    expect(await response).toMatchObject([
      { id: 'a', result: 1 },
      { id: 'b', result: 1 },
      { id: 'c', error: { code: -32005, message: 'Limit exceeded' } },
    ]);
  });
});
