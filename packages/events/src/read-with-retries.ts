import { HttpError } from '@jsonrpc-kit/core';
import { isPromise, settlesWithin } from '@jsonrpc-kit/core/internal';
import type { MaybePromise } from '@jsonrpc-kit/core/types';

/** Milliseconds for which a store may be unavailable before subscriptions end. */
const MAX_OUTAGE = 30_000;

const FIRST_DELAY = 100;
const MAX_DELAY = 2_000;

/**
 * Reads a store, and tries again while it is unavailable.
 *
 * @throws HttpError with the status 503 after 30 seconds, also if the store neither responds nor fails
 */
export function readWithRetries<T>(
  read: () => MaybePromise<T>,
  isCancelled: () => boolean,
): MaybePromise<T> {
  const first = read();
  return isPromise(first) ? retry(first, read, isCancelled) : first;
}

async function retry<T>(
  first: Promise<T>,
  read: () => MaybePromise<T>,
  isCancelled: () => boolean,
): Promise<T> {
  const endsAt = Date.now() + MAX_OUTAGE;
  let result: Promise<T> = first;
  for (let delay = FIRST_DELAY; ; delay = Math.min(delay * 2, MAX_DELAY)) {
    try {
      if (await settlesWithin(result, endsAt - Date.now())) return await result;
      throw new Error('The event store does not respond');
    } catch (cause) {
      if (Date.now() + delay >= endsAt || isCancelled()) {
        throw new HttpError(503, 'The events are unavailable', undefined, { cause });
      }
      await new Promise((resolve) => setTimeout(resolve, delay));
      result = Promise.resolve().then(read);
    }
  }
}
