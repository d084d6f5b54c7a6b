import { setTimeout as sleep } from 'node:timers/promises';
import type { SubscriptionOptions } from '../src/index.js';
import { type FeedServer, serveFeed } from './serve-feed.js';

/** What a loop has seen while its connections were cut. */
export interface ReconnectReport {
  /** The connections that were cut. */
  readonly cuts: number;
  /** The events that were published while the loop was not subscribed. */
  readonly lost: number;
  readonly reportedGaps: number;
  /** The events before which others are missing, although no gap was reported there. */
  readonly silentGaps: readonly number[];
  /** The events that arrived twice, or not in order. */
  readonly repeated: readonly number[];
}

/** Subscribes to the numbers of the feed. */
type Subscribe = (
  server: FeedServer,
  options: SubscriptionOptions,
) => AsyncIterableIterator<number>;

/**
 * Cuts this number of connections at random times while the server counts, also while they open, and
 * restarts the server after every hundredth.
 */
export async function forceReconnects(
  count: number,
  subscribe: Subscribe,
): Promise<ReconnectReport> {
  const server = await serveFeed();
  const { feed } = server.feed;
  const seen: (number | 'gap')[] = [];
  const events = subscribe(server, { onGap: () => seen.push('gap') });
  const loop = (async () => {
    for await (const event of events) seen.push(event);
  })();
  const counting = setInterval(() => feed.publish(), 1);
  const eventArrives = async (): Promise<void> => {
    const { length } = seen;
    while (seen.length === length || seen.at(-1) === 'gap') await sleep(1);
  };
  await eventArrives();
  let cuts = 0;
  let restarts = 0;
  while (cuts < count) {
    if (Math.random() < 0.5) await eventArrives();
    else await sleep(Math.random() * 5);
    cuts += server.cut();
    if (cuts < 100 * (restarts + 1)) continue;
    restarts += 1;
    await server.stop();
    await sleep(5);
    await server.start();
  }
  await eventArrives();
  clearInterval(counting);
  await events.return?.();
  await loop;
  return { cuts, ...compare(seen) };
}

function compare(seen: readonly (number | 'gap')[]): Omit<ReconnectReport, 'cuts'> {
  const silentGaps: number[] = [];
  const repeated: number[] = [];
  let lost = 0;
  let reportedGaps = 0;
  let last: number | undefined;
  let isGap = false;
  for (const entry of seen) {
    if (entry === 'gap') {
      reportedGaps += 1;
      isGap = true;
      continue;
    }
    if (last !== undefined && entry <= last) repeated.push(entry);
    if (last !== undefined && entry > last + 1) {
      lost += entry - last - 1;
      if (!isGap) silentGaps.push(entry);
    }
    last = entry;
    isGap = false;
  }
  return { lost, reportedGaps, silentGaps, repeated };
}
