import { isPromise } from '../async/maybe-promise.js';
import { callOnSent, type HttpResponse } from '../http/http-response.js';
import type { Logger } from '../logging/logger.js';

/** The members of a platform's context that a fetch handler uses. All of them are optional. */
export interface PlatformContext {
  /** Keeps the runtime from stopping until the promise has settled. */
  readonly waitUntil?: ((promise: Promise<unknown>) => unknown) | undefined;
  /**
   * Responds to a request whose path doesn't belong to the api. Default: the handler responds with 404.
   */
  readonly next?: (() => Response | Promise<Response>) | undefined;
  /**
   * Settles when the response has been sent or the client has disconnected. Deno has it, for example.
   */
  readonly completed?: Promise<unknown> | undefined;
  /**
   * Sets after how many seconds without traffic the connection of a request is closed; 0 for never. Bun's
   * server has it, and closes connections after 10 seconds by default.
   */
  readonly timeout?: ((request: Request, seconds: number) => unknown) | undefined;
  /** Returns the address of the client. Bun's server has it. */
  readonly requestIP?: ((request: Request) => { readonly address: string } | null) | undefined;
  /** The address of the client. Deno has it. */
  readonly remoteAddr?: { readonly hostname?: string } | undefined;
}

/** Returns the address of a client; undefined if the platform doesn't report it. */
export function addressOf(
  request: Request,
  context: PlatformContext | undefined,
): string | undefined {
  return context?.requestIP?.(request)?.address ?? context?.remoteAddr?.hostname;
}

/**
 * Calls `onSent` when the response has been sent. On platforms that don't report that, which are most,
 * calls it as soon as the platform has received the response.
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

/** Keeps the platform from closing an event stream between two events. Never throws. */
export function keepOpen(
  context: PlatformContext | undefined,
  request: Request,
  logger: Logger,
): void {
  if (typeof context?.timeout !== 'function') return;
  try {
    context.timeout(request, 0);
  } catch (err) {
    logger.warn({ err }, 'timeout() of the platform failed');
  }
}

/**
 * Keeps the runtime from stopping until the promise has settled. Otherwise Cloudflare Workers would
 * stop when the client disconnects, without running the teardowns. Never throws.
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
    // The response doesn't depend on waitUntil(), so the call goes on.
    logger.warn({ err }, 'waitUntil() of the platform failed');
  }
}

function responseSent(context: PlatformContext | undefined): Promise<unknown> {
  // Converts a thenable, whose `then()` might not return a promise.
  if (isPromise(context?.completed)) return Promise.resolve(context.completed);
  // The platform receives the response before this timer fires.
  return new Promise((resolve) => void setTimeout(resolve, 0));
}
