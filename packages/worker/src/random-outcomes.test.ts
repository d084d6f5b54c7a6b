import { setTimeout as pause } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Gate } from '../test/gate.js';
import { liveThreads, openPool } from '../test/open-pool.js';

const kinds = ['add', 'returnFunction', 'exit', 'failInTimer', 'hold', 'spin'] as const;

/** Tasks that end in different ways, and that are aborted or released after some milliseconds. */
const anyTasks = fc.array(
  fc.record({
    kind: fc.constantFrom(...kinds),
    milliseconds: fc.nat(60),
    isAborted: fc.boolean(),
  }),
  { minLength: 20, maxLength: 40 },
);

test('every task settles and the pool still works when tasks end in random ways', async () => {
  await fc.assert(
    fc.asyncProperty(anyTasks, async (tasks) => {
      const { pool, math } = openPool({ maxThreads: 3, idleTimeout: 1 });
      const settled = tasks.map(async ({ kind, milliseconds, isAborted }) => {
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
          // `spin` never returns.
          if (isAborted || kind === 'spin') controller.abort();
          gate.open();
        });
        return Promise.allSettled([task]);
      });
      expect(await Promise.all(settled)).toHaveLength(tasks.length);
      expect(await math.run('add', [1, 2])).toBe(3);
      await pool.close();
      expect([pool.running, pool.waiting, liveThreads()]).toEqual([0, 0, 0]);
    }),
    { numRuns: 4, endOnFailure: true },
  );
});
