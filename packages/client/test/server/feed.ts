import { defineError, Entrypoint, progress, signal } from '@jsonrpc-kit/core';
import * as v from 'valibot';

class Closed extends defineError({
  code: 6001,
  message: 'Closed',
  data: v.object({ since: v.number() }),
}) {}

/** Numbers that a test publishes. A subscriber receives those that are published while it is attached. */
class Feed {
  readonly #subscribers = new Set<(event: number) => void>();
  #last = 0;
  /** The number of subscriptions that are open. */
  get subscribers(): number {
    return this.#subscribers.size;
  }

  /** The last number that was published. */
  get last(): number {
    return this.#last;
  }

  publish(): number {
    this.#last += 1;
    for (const send of this.#subscribers) send(this.#last);
    return this.#last;
  }

  /** Is attached when it returns, so that nothing is lost after the subscription was accepted. */
  attach(aborted: AbortSignal): AsyncIterable<number> {
    const queue: number[] = [];
    let wake = (): void => undefined;
    const send = (event: number): void => {
      queue.push(event);
      wake();
    };
    this.#subscribers.add(send);
    const leave = (): void => {
      this.#subscribers.delete(send);
      wake();
    };
    aborted.addEventListener('abort', leave);
    return (async function* () {
      try {
        while (!aborted.aborted) {
          yield* queue.splice(0);
          await new Promise<void>((resolve) => {
            wake = resolve;
            if (queue.length > 0 || aborted.aborted) resolve();
          });
        }
      } finally {
        leave();
      }
    })();
  }
}

/** Creates the entrypoint `/feed` with methods and subscriptions. */
export function createFeed() {
  const feed = new Feed();
  const rpc = new Entrypoint('/feed', { limits: { maxBatchSize: 3 } });
  const cancelled: string[] = [];
  const methods = {
    echo: rpc.method('echo', { args: { value: v.unknown() } }, ({ value }): unknown => value),
    wait: rpc.method('wait', { args: { signal } }, async ({ signal: aborted }): Promise<never> => {
      await new Promise((resolve) => {
        aborted.addEventListener('abort', resolve);
      });
      cancelled.push('wait');
      throw new Error('The call was cancelled');
    }),
    count: rpc.method(
      'count',
      { args: { to: v.number(), progress }, result: v.string() },
      ({ to, progress: { report } }) => {
        for (let counted = 1; counted <= to; counted += 1) report({ counted });
        return 'done';
      },
    ),
    numbers: rpc.subscription(
      'numbers',
      { args: { signal }, event: v.number() },
      async ({ signal: aborted }) => feed.attach(aborted),
    ),
    countdown: rpc.subscription(
      'countdown',
      { args: { from: v.number() }, errors: [Closed], event: v.object({ left: v.number() }) },
      async function* ({ from }) {
        for (let left = from; left > 0; left -= 1) {
          if (left === 13) throw new Closed({ since: 13 });
          yield { left };
        }
      },
    ),
    heads: rpc.subscription(
      'heads',
      {
        args: { chain: v.string() },
        namespace: 'eth',
        event: v.object({ chain: v.string(), at: v.date() }),
      },
      async function* ({ chain }) {
        yield { chain, at: new Date(0) };
      },
    ),
    rejected: rpc.subscription('rejected', { errors: [Closed] }, async () => {
      throw new Closed({ since: 1 });
    }),
  };
  return { rpc, feed, methods, cancelled };
}

/** The methods and subscriptions of the feed, for the types of a client. */
export type FeedMethods = ReturnType<typeof createFeed>['methods'];
