import { quantile } from '../compare/statistics.js';
import type { BenchEvent, Target } from './targets.js';

/** What subscribers noticed of the events that were published at a rate. */
export interface Delivery {
  /** Events that were published in a second, which may be fewer than wanted. */
  readonly rate: number;
  /** Milliseconds from publishing to receiving. */
  readonly p50: number;
  readonly p99: number;
  /** The share of events that a subscriber has not received 5 seconds after the last one. */
  readonly missing: number;
}

const TEXT = 'x'.repeat(200);

/** Unfinished calls of `publish()` beyond which the publisher waits. */
const MAX_UNFINISHED = 500;

/** The number of subscribers whose latencies are taken. */
const MAX_TIMED = 10;

/** Milliseconds to wait for the last events. */
const MAX_WAIT = 5_000;

/** Publishes at a rate for some seconds, to a number of subscribers that each receive every event. */
export async function measureDelivery(
  target: Target,
  load: { readonly rate: number; readonly subscribers: number; readonly seconds: number },
): Promise<Delivery> {
  const abort = new AbortController();
  const counts = new Array<number>(load.subscribers).fill(0);
  const latencies: number[] = [];
  let isMeasuring = false;
  // Each latency of each subscriber would take too much time.
  const stride = Math.ceil(load.subscribers / MAX_TIMED);
  for (const subscriber of counts.keys()) {
    const isTimed = (subscriber + 1) % stride === 0;
    const receive = ({ sentAt }: BenchEvent): void => {
      counts[subscriber] = (counts[subscriber] ?? 0) + 1;
      if (isMeasuring && isTimed) latencies.push(performance.now() - sentAt);
    };
    // A subscriber that its target ends has missing events.
    target.subscribe(abort.signal, receive).catch(() => undefined);
  }

  const events = { published: 0, unfinished: 0 };
  const publish = async (): Promise<void> => {
    events.unfinished += 1;
    events.published += 1;
    await target.publish({ sentAt: performance.now(), text: TEXT });
    events.unfinished -= 1;
  };
  // Some targets subscribe only when the first event is awaited.
  while (counts.includes(0)) {
    await publish();
    await pause(20);
  }
  await untilReceived(() => Math.max(...counts) >= events.published);
  counts.fill(0);
  events.published = 0;
  isMeasuring = true;

  const startedAt = performance.now();
  const endsAt = startedAt + load.seconds * 1_000;
  while (performance.now() < endsAt) {
    const due = ((performance.now() - startedAt) * load.rate) / 1_000;
    while (events.published < due && events.unfinished < MAX_UNFINISHED) void publish();
    await pause(1);
  }
  const rate = events.published / ((performance.now() - startedAt) / 1_000);
  await untilReceived(() => counts.every((count) => count >= events.published));
  abort.abort();
  const received = counts.reduce((sum, count) => sum + count, 0);
  return {
    rate,
    p50: quantile(latencies, 0.5),
    p99: quantile(latencies, 0.99),
    missing: 1 - received / (events.published * load.subscribers),
  };
}

async function untilReceived(isDone: () => boolean): Promise<void> {
  const endsAt = performance.now() + MAX_WAIT;
  while (!isDone() && performance.now() < endsAt) await pause(10);
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
}
