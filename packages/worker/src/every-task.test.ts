import { setTimeout as pause } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Gate } from '../test/gate.js';
import { liveThreads, openPool } from '../test/open-pool.js';

const kinds = ['add', 'returnFunction', 'exit', 'failInTimer', 'hold', 'spin'] as const;

/** Tasks that end in many ways; they are aborted, or let go, after so many milliseconds. */
const tasks = fc.array(
  fc.record({
    kind: fc.constantFrom(...kinds),
    milliseconds: fc.nat(60),
    isAborted: fc.boolean(),
  }),
  { minLength: 20, maxLength: 40 },
);

test('every task is settled, whatever becomes of the others, and the pool goes on', async () => {
  await fc.assert(
    fc.asyncProperty(tasks, async (tried) => {
      const { pool, math } = openPool({ maxThreads: 3, idleTimeout: 1 });
      const settled = tried.map(async ({ kind, milliseconds, isAborted }) => {
        const gate = new Gate();
        const { memory } = gate;
        const controller = new AbortController();
        const options = { signal: controller.signal };
        const start = {
          add: () => math.run('add', [1, 2], options),
          returnFunction: () => math.run('returnFunction', [], options),
          exit: () => math.run('exit', [1], options),
          failInTimer: () => math.run('failInTimer', [], options),
          hold: () => math.run('hold', [memory, 1], options),
          spin: () => math.run('spin', [memory], options),
        };
        const task = start[kind]();
        void pause(milliseconds).then(() => {
          // It never returns.
          if (isAborted || kind === 'spin') controller.abort();
          gate.open();
        });
        return Promise.allSettled([task]);
      });
      expect(await Promise.all(settled)).toHaveLength(tried.length);
      expect(await math.run('add', [1, 2])).toBe(3);
      await pool.close();
      expect([pool.running, pool.waiting, liveThreads()]).toEqual([0, 0, 0]);
    }),
    { numRuns: 4, endOnFailure: true },
  );
});
