import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { failure } from '../test/failure.js';
import { Gate } from '../test/gate.js';
import { liveThreads, openPool } from '../test/open-pool.js';

describe('a signal', () => {
  test('stops the function: its loop turns no more, and its thread is gone', async () => {
    const { math } = openPool();
    const gate = new Gate();
    const controller = new AbortController();
    const { signal } = controller;
    const spinning = failure(math.run('spin', [gate.memory], { signal }));
    await gate.whenStarted();
    const thread = liveThreads();
    const reason = new Error('No longer needed');
    controller.abort(reason);
    expect(await spinning).toBe(reason);
    await vi.waitUntil(() => liveThreads() === thread - 1);
    const { turns } = gate;
    expect(await math.run('fibonacci', [20])).toBe(6765);
    expect(gate.turns).toBe(turns);
    expect(turns).toBeGreaterThan(0);
  });

  test('that has fired starts nothing', async () => {
    const { pool, math } = openPool();
    const gate = new Gate();
    const reason = new Error('Too late');
    const signal = AbortSignal.abort(reason);
    expect(await failure(math.run('spin', [gate.memory], { signal }))).toBe(reason);
    expect(pool.running).toBe(0);
    expect(liveThreads()).toBe(0);
  });

  test('keeps a task that waits from ever starting', async () => {
    const { pool, math } = openPool();
    const [gate, other] = [new Gate(), new Gate()];
    const holding = math.run('hold', [gate.memory, 'held']);
    await gate.whenStarted();
    const controller = new AbortController();
    const { signal } = controller;
    const waiting = failure(math.run('spin', [other.memory], { signal }));
    expect(pool.waiting).toBe(1);
    controller.abort(new Error('Gone'));
    expect((await waiting).message).toBe('Gone');
    expect(pool.waiting).toBe(0);
    gate.open();
    expect(await holding).toBe('held');
    expect(await math.run('fibonacci', [10])).toBe(55);
    expect(other.started).toBe(0);
  });

  test('keeps a task whose thread is about to start from it', async () => {
    const { pool, math } = openPool();
    const gate = new Gate();
    const controller = new AbortController();
    const { signal } = controller;
    const starting = failure(math.run('spin', [gate.memory], { signal }));
    expect(pool.running).toBe(1);
    controller.abort(new Error('Gone'));
    expect((await starting).message).toBe('Gone');
    expect(await math.run('fibonacci', [10])).toBe(55);
    expect(gate.started).toBe(0);
  });

  test('stops its own task only', async () => {
    const { math } = openPool({ maxThreads: 2 });
    const [gate, other] = [new Gate(), new Gate()];
    const controller = new AbortController();
    const { signal } = controller;
    const spinning = failure(math.run('spin', [gate.memory], { signal }));
    const holding = math.run('hold', [other.memory, 'held']);
    await Promise.all([gate.whenStarted(), other.whenStarted()]);
    controller.abort();
    expect((await spinning).name).toBe('AbortError');
    other.open();
    expect(await holding).toBe('held');
  });

  test('may be that of many tasks', async () => {
    const { math } = openPool();
    const warnings: string[] = [];
    const warned = (warning: Error): unknown => warnings.push(warning.name);
    process.on('warning', warned);
    onTestFinished(() => void process.off('warning', warned));
    const { signal } = new AbortController();
    const sums = Array.from({ length: 30 }, (_, n) => math.run('add', [n, 1], { signal }));
    expect((await Promise.all(sums)).at(-1)).toBe(30);
    // Node warns in a tick of its own.
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
    expect(warnings).toEqual([]);
  });

  test('stops many tasks of its own', async () => {
    const { math } = openPool({ maxThreads: 2 });
    const gate = new Gate();
    const controller = new AbortController();
    const { signal } = controller;
    const tasks = Array.from({ length: 4 }, () =>
      failure(math.run('spin', [gate.memory], { signal })),
    );
    await gate.whenStarted(2);
    controller.abort(new Error('All of you'));
    const messages = (await Promise.all(tasks)).map(({ message }) => message);
    expect(messages).toEqual(Array.from({ length: 4 }, () => 'All of you'));
    expect(await math.run('fibonacci', [10])).toBe(55);
    expect(gate.started).toBe(2);
  });

  test('does not make more threads than there may be: one in native code keeps its place', async () => {
    const { math } = openPool();
    const gate = new Gate();
    const rounds = 400_000;
    await math.run('derive', [gate.memory, 1]);
    const startedAt = performance.now();
    await math.run('derive', [gate.memory, rounds]);
    const takes = performance.now() - startedAt;
    const controller = new AbortController();
    const { signal } = controller;
    const native = failure(math.run('derive', [gate.memory, rounds], { signal }));
    await gate.whenStarted(3);
    const abortedAt = performance.now();
    controller.abort();
    expect((await native).name).toBe('AbortError');
    expect(performance.now() - abortedAt).toBeLessThan(takes / 2);
    await math.run('fibonacci', [1]);
    expect(performance.now() - abortedAt).toBeGreaterThan(takes / 2);
  });
});
