import { dependency, signal as callSignal } from '@jsonrpc-kit/core';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { Gate } from '../test/gate.js';
import { notification, post, request } from '../test/in-process.js';
import { openApi } from '../test/open-api.js';
import { openPool } from '../test/open-pool.js';

/** An api with methods on the loop and on the threads of a pool. */
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
  test('answers with its result', async () => {
    const { api } = open();
    expect(await post(api, request('fibonacci', { n: 20 }))).toEqual({
      jsonrpc: '2.0',
      id: 1,
      result: { value: 6765 },
    });
  });

  test('has its parameters validated before, on the loop', async () => {
    const { api, pool } = open();
    expect(await post(api, request('fibonacci', { n: 41 }))).toMatchObject({
      error: { code: -32602, data: { errors: [{ loc: ['n'] }] } },
    });
    expect(pool.running).toBe(0);
  });

  test('takes no parameter for the task', async () => {
    const { api } = open();
    const params = { n: 1, fibonacci: 'mine' };
    expect(await post(api, request('fibonacci', params))).toMatchObject({ result: { value: 1 } });
  });

  test('has its result validated', async () => {
    const { api, rpc, math, log } = open();
    rpc.method(
      'wrong',
      { args: { echo: math.task('echo') }, result: v.number() },
      async ({ echo }) => (await echo('no number')) as number,
    );
    expect(await post(api, request('wrong'))).toMatchObject({ error: { code: -32603 } });
    expect(log[0]?.details.err).toMatchObject({
      message: expect.stringContaining('The result of wrong does not match its schema') as string,
    });
  });

  test('may be unit-tested without a thread', async () => {
    const { method, pool } = open();
    const handled = method.handler({ n: 5, fibonacci: async (n) => n * 100 });
    expect(await handled).toEqual({ value: 500 });
    expect(pool.running).toBe(0);
  });

  test('may have it from a dependency, of the call or of the whole HTTP request', async () => {
    const { math } = openPool();
    const sum = dependency({ add: math.task('add') }, ({ add }) => add(1, 2), { name: 'sum' });
    const { api, rpc } = openApi({ dependencies: [sum] });
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

  test('stands in a batch beside methods of the loop', async () => {
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

  test('runs as a notification, which nobody waits for', async () => {
    const { api, gate, pool } = open();
    expect(await post(api, notification('hold', { name: 'a' }))).toBeUndefined();
    await gate.whenStarted();
    gate.open();
    await api.close();
    expect(pool.running).toBe(0);
  });

  test('of one batch does not hold back another client: HTTP requests take turns', async () => {
    const { api, gate, pool } = open();
    const ended: string[] = [];
    const told = async (name: string): Promise<void> => {
      await post(api, request('hold', { name }));
      ended.push(name);
    };
    const batch = ['1', '2', '3'].map((name) => request('hold', { name }, name));
    const all = [post(api, batch).then(() => ended.push('batch')), told('other')];
    expect([pool.running, pool.waiting]).toEqual([1, 3]);
    gate.open();
    await Promise.all(all);
    expect(ended).toEqual(['other', 'batch']);
  });
});

describe('its task is really stopped', () => {
  test('by a timeout, which is answered at once', async () => {
    const { api, gate, log, pool } = open();
    // From now on there is a thread.
    await post(api, request('fibonacci', { n: 10 }));
    expect(await post(api, request('spinBriefly'))).toMatchObject({ error: { code: -32002 } });
    expect(await post(api, request('fibonacci', { n: 10 }))).toMatchObject({
      result: { value: 55 },
    });
    const { turns } = gate;
    expect(turns).toBeGreaterThan(0);
    expect(await post(api, request('fibonacci', { n: 20 }))).toMatchObject({
      result: { value: 6765 },
    });
    expect(gate.turns).toBe(turns);
    expect(pool.running).toBe(0);
    expect(log).toEqual([]);
  });

  test("by its client's disconnect", async () => {
    const { api, gate, log } = open();
    const client = new AbortController();
    const answered = post(api, request('spin'), client.signal);
    await gate.whenStarted();
    client.abort();
    await answered;
    await post(api, request('fibonacci', { n: 10 }));
    const { turns } = gate;
    await post(api, request('fibonacci', { n: 20 }));
    expect(gate.turns).toBe(turns);
    expect(log).toEqual([]);
  });

  test('and one that waits for a thread never starts', async () => {
    const { api, gate, pool } = open();
    const client = new AbortController();
    const held = post(api, request('hold', { name: 'a' }));
    await gate.whenStarted();
    const waiting = post(api, [request('spin'), request('spin')], client.signal);
    expect(pool.waiting).toBe(2);
    client.abort();
    await waiting;
    expect(pool.waiting).toBe(0);
    gate.open();
    expect(await held).toMatchObject({ result: 'a' });
    await post(api, request('fibonacci', { n: 10 }));
    expect(gate.started).toBe(1);
  });

  test('not by the disconnect of a client that sent a notification', async () => {
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

describe('too many waiting tasks', () => {
  test('are answered with LimitExceeded, one by one', async () => {
    const { api, rpc } = openApi();
    const { math } = openPool({ maxQueue: 1 });
    const gate = new Gate();
    rpc.method('hold', { args: { hold: math.task('hold') } }, ({ hold }) => hold(gate.memory, 1));
    const batch = ['a', 'b', 'c'].map((id) => request('hold', {}, id));
    const answered = post(api, batch);
    await gate.whenStarted();
    gate.open();
    expect(await answered).toMatchObject([
      { id: 'a', result: 1 },
      { id: 'b', result: 1 },
      { id: 'c', error: { code: -32005, message: 'Limit exceeded' } },
    ]);
  });
});
