import { addInstrumentation } from '@jsonrpc-kit/core';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { rejectionOf } from '../test/rejection-of.js';
import { Gate } from '../test/gate.js';
import { liveThreads, openPool } from '../test/open-pool.js';

describe('a thread that ends while it runs a task', () => {
  test.each([
    ['process.exit()', 'exit', [3], /: the thread exited with code 3$/],
    ['an uncaught exception', 'failInTimer', [], /: thrown in a timer$/],
    ['its memory limit', 'exhaustMemory', [], /memory limit/],
  ] as const)(
    'fails only its own task and is replaced: ended by %s',
    async (_, name, args, message) => {
      const { math, log } = openPool({
        maxThreads: 2,
        resourceLimits: { maxOldGenerationSizeMb: 32 },
      });
      const gate = new Gate();
      const other = math.run('hold', [gate.memory, 'held']);
      await gate.whenStarted();
      const error = await rejectionOf(math.run(name, args as never));
      expect(error.message).toMatch(
        `The worker thread ended while running ${name} of math.worker.mjs`,
      );
      expect(error.message).toMatch(message);
      expect(await math.run('fibonacci', [10])).toBe(55);
      gate.open();
      expect(await other).toBe('held');
      expect(log).toEqual([]);
    },
  );

  test('fails its task with the stack of an uncaught exception in the cause', async () => {
    const { math } = openPool();
    const { cause } = await rejectionOf(math.run('failInTimer', []));
    expect((cause as Error).stack).toMatch(/math\.worker\.mjs:\d+/);
  });

  test('is replaced for the tasks that wait for a thread', async () => {
    const { math } = openPool();
    const exiting = rejectionOf(math.run('exit', [1]));
    expect(await math.run('fibonacci', [10])).toBe(55);
    expect((await exiting).message).toMatch('the thread exited with code 1');
  });
});

describe('an idle thread that crashes', () => {
  test('is replaced at once if minThreads requires it', async () => {
    const { math, log } = openPool({ minThreads: 1 });
    const gate = new Gate();
    const thread = await math.run('currentThread', []);
    await math.run('failLater', [gate.memory]);
    gate.open();
    await vi.waitUntil(() => log.length > 0);
    await vi.waitUntil(() => liveThreads() === 1, { timeout: 10_000 });
    expect(await math.run('currentThread', [])).not.toBe(thread);
  });

  test('is logged and replaced', async () => {
    const { math, log } = openPool();
    const gate = new Gate();
    expect(await math.run('failLater', [gate.memory])).toBe('returned');
    gate.open();
    await vi.waitUntil(() => log.length > 0);
    expect(log).toEqual([
      {
        message: 'Idle worker thread crashed',
        details: { err: expect.objectContaining({ message: 'thrown while idle' }) as Error },
      },
    ]);
    expect(await math.run('fibonacci', [10])).toBe(55);
  });
});

test('a result that a thread has sent before it exits is still the result of its task', async () => {
  const pools = Array.from({ length: 5 }, () => openPool());
  const results = await Promise.all(pools.map(({ math }) => math.run('returnAndExit', [])));
  expect(results).toEqual(pools.map(() => 'returned'));
  expect(pools.flatMap(({ log }) => log)).toEqual([]);
});

test('a module can use its parentPort without disturbing the tasks of the thread', async () => {
  const { math } = openPool();
  expect(await math.run('useParentPort', [])).toBe('used');
  expect(await math.run('add', [1, 2])).toBe(3);
});

describe('a thread that fails to start', () => {
  const preload = (code: string): readonly string[] => [
    '--import',
    `data:text/javascript,${encodeURIComponent(code)}`,
  ];

  test.each([
    ['throws', preload('throw new Error("no start")'), /: no start$/],
    ['exits', preload('process.exit(4)'), /: the thread exited with code 4$/],
  ])('fails each task that waits for it: it %s', async (_, execArgv, message) => {
    const { pool, math, log } = openPool({ execArgv, maxThreads: 2 });
    const errors = await Promise.all([1, 2, 3].map((n) => rejectionOf(math.run('add', [n, n]))));
    for (const error of errors) {
      expect(error.message).toMatch(
        /^Failed to start a worker thread for add of math\.worker\.mjs: /,
      );
      expect(error.message).toMatch(message);
    }
    expect([pool.running, pool.waiting]).toEqual([0, 0]);
    expect(log).toEqual([]);
  });

  test('fails its task if Node cannot create it, and the pool can still be closed', async () => {
    // Node throws for an invalid environment when it creates the thread, as it does for too many
    // threads.
    const outcomes: unknown[] = [];
    onTestFinished(
      addInstrumentation({
        count: ({ attributes }) => outcomes.push(attributes['jsonrpc.worker.outcome']),
      }),
    );
    const { pool, math } = openPool({ env: { KEY: Symbol('not a string') } as never });
    const error = await rejectionOf(math.run('add', [1, 2]));
    expect(error.message).toBe(
      'Failed to start a worker thread for add of math.worker.mjs: ' +
        'Cannot convert a Symbol value to a string',
    );
    expect(outcomes).toEqual(['stopped']);
    await pool.close();
  });

  test('is logged when minThreads requires it, and does not start again without a task', async () => {
    const { math, log } = openPool({
      execArgv: preload('throw new Error("no start")'),
      minThreads: 1,
    });
    await vi.waitUntil(() => log.length > 0);
    expect(log[0]?.message).toBe('Idle worker thread crashed');
    expect(liveThreads()).toBe(0);
    const error = await rejectionOf(math.run('add', [1, 2]));
    expect(error.message).toMatch(/^Failed to start a worker thread for add/);
    expect(log.length).toBe(1);
  });
});
