import { isPromise } from '../async/maybe-promise.js';
import { callOnSent, type HttpResponse } from '../http/http-response.js';
import type { Logger } from '../logging/logger.js';

/** What a fetch handler uses of the context that a platform passes with a request. All of it is optional. */
export interface PlatformContext {
  /** Keeps the runtime from stopping until the promise has settled. */
  readonly waitUntil?: ((promise: Promise<unknown>) => unknown) | undefined;
  /** Responds to a request whose path isn't one of the api's. Without it the handler responds with 404. */
  readonly next?: (() => Response | Promise<Response>) | undefined;
  /** Settles when the response has been sent or its client is gone, as on Deno. */
  readonly completed?: Promise<unknown> | undefined;
}

/**
 * Calls `onSent` when the response has been sent. Most platforms don't report that: there it is called
 * once they have the response.
 */
export function callOnSentAfterReturn(
  onSent: HttpResponse['onSent'],
  context: PlatformContext | undefined,
  logger: Logger,
): void {
  if (onSent === undefined) return;
  const call = (): Promise<void> | undefined => callOnSent(onSent, logger);
  keepRunning(context, responseSent(context).then(call, call), logger);
}

/**
 * Keeps the runtime from stopping until the promise has settled. Workers stop a request whose client has
 * disconnected, without its teardowns. Never throws.
 */
export function keepRunning(
  context: PlatformContext | undefined,
  promise: Promise<unknown>,
  logger: Logger,
): void {
  if (typeof context?.waitUntil !== 'function') return;
  const settled = (): void => undefined;
  try {
    context.waitUntil(promise.then(settled, settled));
  } catch (err) {
    // The response doesn't depend on it.
    logger.warn({ err }, 'waitUntil() of the platform failed');
  }
}

function responseSent(context: PlatformContext | undefined): Promise<unknown> {
  // Without `resolve()`, a thenable of a platform might return nothing from `then()`.
  if (isPromise(context?.completed)) return Promise.resolve(context.completed);
  // The platform receives the response before this timer fires.
  return new Promise((resolve) => void setTimeout(resolve, 0));
}
