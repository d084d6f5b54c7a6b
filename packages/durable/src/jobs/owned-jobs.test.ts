import { expect, onTestFinished, test, vi } from 'vitest';
import { OwnedJobs } from './owned-jobs.js';

test('pg-boss does not settle the jobs of this process until ten seconds after their last attempt', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const executed: unknown[] = [];
  const owned = new OwnedJobs();
  const executor = owned.executorOf({
    executeSql: async (_, [, ids]) => {
      executed.push(ids);
      return { rows: [] };
    },
  });
  const settle = (ids: unknown): Promise<unknown> => executor.executeSql('update', ['queue', ids]);

  owned.add('a');
  expect(await settle(['a'])).toEqual({ rows: [{ count: '0' }] });
  owned.releaseLater('a');
  await vi.advanceTimersByTimeAsync(5_000);
  // The next attempt begins before the first is released.
  owned.add('a');
  await vi.advanceTimersByTimeAsync(6_000);
  await settle(['a']);
  expect(executed).toEqual([]);

  owned.releaseLater('a');
  await vi.advanceTimersByTimeAsync(11_000);
  await settle(['a']);
  await settle(['b']);
  await settle([]);
  await settle('a');
  expect(executed).toEqual([['a'], ['b'], [], 'a']);
});
