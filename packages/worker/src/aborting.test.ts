import { getEventListeners } from 'node:events';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { rejectionOf } from '../test/rejection-of.js';
import { Gate } from '../test/gate.js';
import { liveThreads, openPool } from '../test/open-pool.js';

describe('a signal', () => {
  test('stops a running function and ends its thread', async () => {
    const { math } = openPool();
    const gate = new Gate();
    const controller = new AbortController();
    const { signal } = controller;
    const spinning = rejectionOf(math.run('spin', [gate.memory], { signal }));
    await gate.whenStarted();
    const thread = liveThreads();
    const reason = new Error('No longer needed');
    controller.abort(reason);
    expect(await spinning).toBe(reason);
    await vi.waitUntil(() => liveThreads() === thread - 1);
    const { iterations } = gate;
    expect(await math.run('fibonacci', [20])).toBe(6765);
    expect(gate.iterations).toBe(iterations);
    expect(iterations).toBeGreaterThan(0);
  });

  test('does not start a function if it is already aborted', async () => {
    const { pool, math } = openPool();
    const gate = new Gate();
    const reason = new Error('Too late');
    const signal = AbortSignal.abort(reason);
    expect(await rejectionOf(math.run('spin', [gate.memory], { signal }))).toBe(reason);
    expect(pool.running).toBe(0);
    expect(liveThreads()).toBe(0);
  });

  test('keeps a waiting task from starting', async () => {
    const { pool, math } = openPool();
    const [gate, other] = [new Gate(), new Gate()];
    const holding = math.run('hold', [gate.memory, 'held']);
    await gate.whenStarted();
    const controller = new AbortController();
    const { signal } = controller;
    const waiting = rejectionOf(math.run('spin', [other.memory], { signal }));
    expect(pool.waiting).toBe(1);
    controller.abort(new Error('Gone'));
    expect((await waiting).message).toBe('Gone');
    expect(pool.waiting).toBe(0);
    gate.open();
    expect(await holding).toBe('held');
    expect(await math.run('fibonacci', [10])).toBe(55);
    expect(other.started).toBe(0);
  });

  test('keeps a task from starting while its thread starts', async () => {
    const { pool, math } = openPool();
    const gate = new Gate();
    const controller = new AbortController();
    const { signal } = controller;
    const starting = rejectionOf(math.run('spin', [gate.memory], { signal }));
    expect(pool.running).toBe(1);
    controller.abort(new Error('Gone'));
    expect((await starting).message).toBe('Gone');
    expect(await math.run('fibonacci', [10])).toBe(55);
    expect(gate.started).toBe(0);
  });

  test('does not stop other tasks', async () => {
    const { math } = openPool({ maxThreads: 2 });
    const [gate, other] = [new Gate(), new Gate()];
    const controller = new AbortController();
    const { signal } = controller;
    const spinning = rejectionOf(math.run('spin', [gate.memory], { signal }));
    const holding = math.run('hold', [other.memory, 'held']);
    await Promise.all([gate.whenStarted(), other.whenStarted()]);
    controller.abort();
    expect((await spinning).name).toBe('AbortError');
    other.open();
    expect(await holding).toBe('held');
  });

  test('can be shared by many tasks without a warning from Node', async () => {
    const { math } = openPool();
    const warnings: string[] = [];
    const onWarning = (warning: Error): unknown => warnings.push(warning.name);
    process.on('warning', onWarning);
    onTestFinished(() => void process.off('warning', onWarning));
    const { signal } = new AbortController();
    const sums = Array.from({ length: 30 }, (_, n) => math.run('add', [n, 1], { signal }));
    expect((await Promise.all(sums)).at(-1)).toBe(30);
    // Node emits warnings in a later tick.
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
    expect(warnings).toEqual([]);
  });

  test('does not stop the next task on the thread of a task that has ended', async () => {
    const { math } = openPool();
    const controller = new AbortController();
    const { signal } = controller;
    for (let n = 1; n <= 12; n++) expect(await math.run('add', [n, 1], { signal })).toBe(n + 1);
    expect(getEventListeners(signal, 'abort')).toEqual([]);
    const gate = new Gate();
    const holding = math.run('hold', [gate.memory, 'held']);
    await gate.whenStarted();
    controller.abort();
    gate.open();
    expect(await holding).toBe('held');
  });

  test('stops all tasks that share it', async () => {
    const { math } = openPool({ maxThreads: 2 });
    const gate = new Gate();
    const controller = new AbortController();
    const { signal } = controller;
    const tasks = Array.from({ length: 4 }, () =>
      rejectionOf(math.run('spin', [gate.memory], { signal })),
    );
    await gate.whenStarted(2);
    controller.abort(new Error('Shared reason'));
    const messages = (await Promise.all(tasks)).map(({ message }) => message);
    expect(messages).toEqual(Array.from({ length: 4 }, () => 'Shared reason'));
    expect(await math.run('fibonacci', [10])).toBe(55);
    expect(gate.started).toBe(2);
  });

  test('rejects immediately, but the thread stays occupied until its native code has ended', async () => {
    const { math } = openPool();
    const gate = new Gate();
    const rounds = 400_000;
    await math.run('derive', [gate.memory, 1]);
    const startedAt = performance.now();
    await math.run('derive', [gate.memory, rounds]);
    const duration = performance.now() - startedAt;
    const controller = new AbortController();
    const { signal } = controller;
    const native = rejectionOf(math.run('derive', [gate.memory, rounds], { signal }));
    await gate.whenStarted(3);
    const abortedAt = performance.now();
    controller.abort();
    expect((await native).name).toBe('AbortError');
    expect(performance.now() - abortedAt).toBeLessThan(duration / 2);
    await math.run('fibonacci', [1]);
    expect(performance.now() - abortedAt).toBeGreaterThan(duration / 2);
  });
});
