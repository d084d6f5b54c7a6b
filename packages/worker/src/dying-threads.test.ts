import { describe, expect, test, vi } from 'vitest';
import { failure } from '../test/failure.js';
import { Gate } from '../test/gate.js';
import { openPool } from '../test/open-pool.js';

describe('a thread that dies', () => {
  test.each([
    ['by process.exit()', 'exit', [3], /worker exited with code: 3$/],
    ['of an uncaught exception', 'failInTimer', [], /: thrown in a timer$/],
    ['of too little memory', 'exhaustMemory', [], /memory limit/],
  ] as const)('%s fails its own call, and is replaced', async (_, name, args, message) => {
    const { math, log } = openPool({
      maxThreads: 2,
      resourceLimits: { maxOldGenerationSizeMb: 32 },
    });
    const gate = new Gate();
    const other = math.run('hold', [gate.memory, 'held']);
    await gate.whenStarted();
    const error = await failure(math.run(name, args as never));
    expect(error.message).toMatch(`The worker thread died while it ran ${name} of math.worker.mjs`);
    expect(error.message).toMatch(message);
    expect(await math.run('fibonacci', [10])).toBe(55);
    gate.open();
    expect(await other).toBe('held');
    expect(log).toEqual([]);
  });

  test('of an uncaught exception leaves its stack in the cause', async () => {
    const { math } = openPool();
    const { cause } = await failure(math.run('failInTimer', []));
    expect((cause as Error).stack).toMatch(/math\.worker\.mjs:\d+/);
  });

  test('lets tasks that wait for it have another', async () => {
    const { math } = openPool();
    const dying = failure(math.run('exit', [1]));
    expect(await math.run('fibonacci', [10])).toBe(55);
    expect((await dying).message).toMatch('exited with code: 1');
  });

  test('while it is idle is logged, and is replaced', async () => {
    const { math, log } = openPool();
    const gate = new Gate();
    expect(await math.run('failLater', [gate.memory])).toBe('returned');
    gate.open();
    await vi.waitUntil(() => log.length > 0);
    expect(log).toEqual([
      {
        message: 'A worker thread died while it was idle',
        details: { err: expect.objectContaining({ message: 'thrown while idle' }) as Error },
      },
    ]);
    expect(await math.run('fibonacci', [10])).toBe(55);
  });
});

describe('a thread that can not start', () => {
  const failing = (code: string): readonly string[] => [
    '--import',
    `data:text/javascript,${encodeURIComponent(code)}`,
  ];

  test.each([
    ['throws', failing('throw new Error("no start")'), /: no start$/],
    ['exits', failing('process.exit(4)'), /: it ended by itself$/],
  ])('as it %s fails the call that needs it, and no other', async (_, execArgv, message) => {
    const { pool, math, log } = openPool({ execArgv, maxThreads: 2 });
    const errors = await Promise.all([1, 2, 3].map((n) => failure(math.run('add', [n, n]))));
    for (const error of errors) {
      expect(error.message).toMatch(
        /^No worker thread could be started for add of math\.worker\.mjs: /,
      );
      expect(error.message).toMatch(message);
    }
    expect([pool.running, pool.waiting]).toEqual([0, 0]);
    expect(log).toEqual([]);
  });

  test('as the machine refuses it fails the call, and the pool can be closed', async () => {
    // What is no text Node refuses when it makes the thread, as it does where there are too many.
    const { pool, math } = openPool({ env: { KEY: Symbol('no text') } as never });
    const error = await failure(math.run('add', [1, 2]));
    expect(error.message).toBe(
      'No worker thread could be started for add of math.worker.mjs: ' +
        'Cannot convert a Symbol value to a string',
    );
    await pool.close();
  });

  test('though it was to be kept is logged', async () => {
    const { log } = openPool({ execArgv: failing('throw new Error("no start")'), minThreads: 1 });
    await vi.waitUntil(() => log.length > 0);
    expect(log[0]?.message).toBe('A worker thread died while it was idle');
  });
});
