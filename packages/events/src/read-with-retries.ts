import { HttpError } from '@jsonrpc-kit/core';
import { isPromise, settlesWithin } from '@jsonrpc-kit/core/internal';
import type { MaybePromise } from '@jsonrpc-kit/core/types';

/** Milliseconds for which a store may be unavailable before subscriptions end. */
const MAX_OUTAGE = 30_000;

/** Milliseconds for one attempt. Its connection may be broken, and that of the next one may not. */
const MAX_ATTEMPT = 5_000;

const FIRST_DELAY = 100;
const MAX_DELAY = 2_000;

/**
 * Reads a store, and tries again while it is unavailable or doesn't respond. The error of a synchronous read
 * is thrown at once.
 *
 * @param isCancelled whether the result isn't needed any more; a failed attempt is then the last one
 * @throws HttpError with the status 503, whose cause is the error of the last attempt, after about 30 seconds
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
      const limit = Math.min(MAX_ATTEMPT, endsAt - Date.now());
      if (await settlesWithin(result, limit)) return await result;
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
