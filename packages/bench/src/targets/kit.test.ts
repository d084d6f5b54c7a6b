import { AsyncLocalStorage } from 'node:async_hooks';
import { expect, test, vi } from 'vitest';
import { checkResponses } from '../compare/check-responses.js';
import { listen } from '../processes/reply-to-parent.js';
import { counter } from '../service/service.js';
import { findWorkload } from '../service/workloads.js';
import { findTarget } from './targets.js';

/** Returns how often a call enters an AsyncLocalStorage. */
async function countRuns(name: string): Promise<number> {
  const workload = findWorkload('single');
  const target = findTarget('node', name);
  const createServer = await target.load();
  const server = await createServer(workload.setup);
  const port = await listen(server);
  const run = vi.spyOn(AsyncLocalStorage.prototype, 'run');
  await checkResponses({ target, workload }, { port, counter: () => counter });
  server.close();
  return run.mock.calls.length;
}

test('AsyncLocalStorage is disabled in kit and enabled in kit-context', async () => {
  // `kit-context` enables AsyncLocalStorage for the whole process, so `kit` runs first.
  expect(await countRuns('kit')).toBe(0);
  expect(await countRuns('kit-context')).toBeGreaterThan(0);
});
