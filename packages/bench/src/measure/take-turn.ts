import type { LoadResult } from '../load/load.js';
import { expectEffects } from './check-answers.js';
import type { Runner } from './prepare.js';

/** What one contestant did in one turn. */
export interface Sample extends LoadResult {
  /** Microseconds that the server's process spent on one request. */
  readonly cpu: number;
  readonly requestsPerSecond: number;
  /** The share of the time in which the server computed. Well below 1, something else was the limit. */
  readonly busy: number;
  /** The same of this process, which makes the load. */
  readonly loadBusy: number;
}

/** Rejects where an answer is wrong, or work was left out. */
export async function takeTurn({ cell, server, load, requests }: Runner): Promise<Sample> {
  const before = await server.ask('usage');
  const loadBefore = process.cpuUsage();
  const result = await load.run(requests);
  const { user, system } = process.cpuUsage(loadBefore);
  const after = await server.ask('usage');
  expectEffects(cell, before.tally, after.tally, requests);
  const cpu = after.cpu - before.cpu;
  return {
    ...result,
    cpu: cpu / requests,
    requestsPerSecond: requests / result.seconds,
    busy: cpu / 1e6 / result.seconds,
    loadBusy: (user + system) / 1e6 / result.seconds,
  };
}
