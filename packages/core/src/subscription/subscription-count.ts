import type { Measurement } from '../context/instrumentation.js';
import { isBaseError } from '../errors/base-error.js';
import { LimitExceeded } from '../errors/standard-errors.js';
import type { FailureReason, SubscriptionEnd } from '../message/subscriber.js';

/** Why subscriptions have ended, as a metric names it. */
type EndReason = 'done' | 'left' | 'too-slow' | FailureReason;

/** The numbers of one subscribe method. They are plain members, because each event changes them. */
export interface EventCounts {
  open: number;
  /** The events that were sent. */
  events: number;
  /** The events that subscribers were too slow to receive. */
  dropped: number;
  readonly ended: Map<EndReason, number>;
}

/** Counts the subscriptions of an api, for `maxSubscriptions` and for the metrics. */
export class SubscriptionCount {
  readonly maxOfApi: number;
  readonly maxOfConnection: number;
  count = 0;
  readonly #countsByMethod = new Map<string, EventCounts>();

  constructor(maxOfApi: number, maxOfConnection: number) {
    this.maxOfApi = maxOfApi;
    this.maxOfConnection = maxOfConnection;
  }

  /** Counts a new subscription. Returns the numbers of its method. */
  opened(method: string): EventCounts {
    this.count += 1;
    let counts = this.#countsByMethod.get(method);
    if (counts === undefined) {
      counts = { open: 0, events: 0, dropped: 0, ended: new Map() };
      this.#countsByMethod.set(method, counts);
    }
    counts.open += 1;
    return counts;
  }

  ended(counts: EventCounts, end: SubscriptionEnd): void {
    this.count -= 1;
    counts.open -= 1;
    const reason = reasonOf(end);
    counts.ended.set(reason, (counts.ended.get(reason) ?? 0) + 1);
  }

  /** Returns the numbers by method. */
  measure(): Measurement[] {
    return [...this.#countsByMethod].flatMap(([method, { open, events, dropped, ended }]) => {
      const attributes = { 'rpc.method': method };
      return [
        { name: 'jsonrpc.server.subscriptions', value: open, attributes },
        { name: 'jsonrpc.server.events', value: events, attributes },
        { name: 'jsonrpc.server.dropped_events', value: dropped, attributes },
        ...Array.from(ended, ([reason, value]) => ({
          name: 'jsonrpc.server.ended_subscriptions',
          value,
          attributes: { ...attributes, 'jsonrpc.subscription.end': reason },
        })),
      ];
    });
  }
}

/** Channels may come from another copy of this package. */
function isLimitExceeded(error: unknown): boolean {
  return isBaseError(error) && error.code === LimitExceeded.code;
}

function reasonOf(end: SubscriptionEnd): EndReason {
  if (end.kind !== 'failed') return end.kind;
  if (end.reason !== 'failed') return end.reason;
  return isLimitExceeded(end.error) ? 'too-slow' : 'failed';
}
