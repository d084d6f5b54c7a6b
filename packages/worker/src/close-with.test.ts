import { Api, Entrypoint } from '@jsonrpc-kit/core';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { Gate } from '../test/gate.js';
import { post, request } from '../test/in-process.js';
import type * as mathWorker from '../test/math.worker.mjs';
import { MemoryLogger } from '../test/memory-logger.js';
import { liveThreads } from '../test/open-pool.js';
import { WorkerPool } from './index.js';

/** Creates an api and a pool that closes with it. */
function open() {
  const logger = new MemoryLogger();
  const gate = new Gate();
  const pool = new WorkerPool({ maxThreads: 1 });
  onTestFinished(() => pool.close({ timeout: 0 }));
  const url = new URL('../test/math.worker.mjs', import.meta.url);
  const math = pool.module<typeof mathWorker>(url);
  const rpc = new Entrypoint('/rpc');
  rpc.method('hold', { args: { hold: math.task('hold') } }, ({ hold }) => hold(gate.memory, 1));
  rpc.method('spin', { args: { spin: math.task('spin') } }, ({ spin }) => spin(gate.memory));
  rpc.method('failLater', { args: { failLater: math.task('failLater') } }, ({ failLater }) =>
    failLater(gate.memory),
  );
  const api = new Api({ logger }).bindEntrypoint(rpc);
  pool.closeWith(api);
  return { api, pool, gate, log: logger.entries };
}

describe('closeWith()', () => {
  test('ends the threads when the api closes', async () => {
    const { api, gate } = open();
    gate.open();
    await post(api, request('hold'));
    expect(liveThreads()).toBe(1);
    await api.close();
    expect(liveThreads()).toBe(0);
  });

  test('lets running tasks finish first', async () => {
    const { api, gate, log } = open();
    const response = post(api, request('hold'));
    await gate.whenStarted();
    const closed = api.close();
    gate.open();
    expect(await response).toMatchObject({ result: 1 });
    await closed;
    expect(liveThreads()).toBe(0);
    expect(log).toEqual([]);
  });

  test('stops tasks that do not finish in time', async () => {
    const { api, gate, log } = open();
    const response = post(api, request('spin'));
    await gate.whenStarted();
    await api.close({ timeout: 1 });
    expect(await response).toMatchObject({ error: { code: -32603 } });
    expect(liveThreads()).toBe(0);
    expect(log).toEqual([
      { details: { calls: 1, names: ['spin'] }, message: 'Shutdown timed out; aborting calls' },
    ]);
  });

  test('closes the pool once when the api is closed twice', async () => {
    const { api } = open();
    expect(api.close()).toBe(api.close());
    await api.close();
    expect(api.isShuttingDown).toBe(true);
  });

  test('closes the pool with the last of several apis', async () => {
    const { api, pool, gate } = open();
    const other = new Api();
    pool.closeWith(other);
    await other.close();
    gate.open();
    expect(await post(api, request('hold'))).toMatchObject({ result: 1 });
    await api.close();
    expect(liveThreads()).toBe(0);
  });

  test("logs crashes of idle threads to the api's logger", async () => {
    const { api, gate, log } = open();
    expect(await post(api, request('failLater'))).toMatchObject({ result: 'returned' });
    gate.open();
    await vi.waitUntil(() => log.length > 0, { timeout: 10_000 });
    expect(log[0]?.message).toBe('Idle worker thread crashed');
  });
});
