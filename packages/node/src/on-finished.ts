import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { type AdapterApi, callOnSent, type HttpResponse } from '@jsonrpc-kit/core/adapter';
import { DEFAULT_SEND_TIMEOUT } from '@jsonrpc-kit/core/internal';

/** A request of `node:http` and its response. */
export interface NodeExchange {
  /** The request. */
  readonly incoming: IncomingMessage;
  /** The response to it. */
  readonly outgoing: ServerResponse;
}

/** The part of the api that is used to send a response. */
export type ResponseHost = Pick<AdapterApi, 'logger' | 'holdResponse'>;
/** The members of a response that are used while it is sent. */
type WatchedResponse = Pick<HttpResponse, 'onSent' | 'sendTimeout'> &
  Partial<Pick<HttpResponse, 'body' | 'events'>>;

/** Whether the response has been sent, or can't be sent because the client has disconnected. */
export function isFinished(exchange: NodeExchange): boolean {
  const { incoming, outgoing } = exchange;
  return outgoing.destroyed || incoming.socket.destroyed || isSent(exchange);
}

/**
 * Whether the operating system has accepted the whole response. `writableFinished` says so in the same turn only up to
 * Node 22. Later versions wait for the next one, and a timer and listeners for each response took 15 % of a call.
 */
export function isSent({ incoming, outgoing }: NodeExchange): boolean {
  if (outgoing.writableFinished) return true;
  const { socket, writableEnded, writableLength } = outgoing;
  // Without a connection, the response waits for others, or its client has disconnected.
  if (incoming.httpVersionMajor !== 1 || socket === null || socket.destroyed) return false;
  return writableEnded && writableLength === 0;
}

/**
 * Calls the function once: when the operating system has accepted the whole response, or when the
 * client has disconnected. Calls it immediately if that has already happened. `wasSent` distinguishes
 * the two cases.
 */
export function onFinished(exchange: NodeExchange, callback: (wasSent: boolean) => void): void {
  const { incoming, outgoing } = exchange;
  if (isFinished(exchange)) {
    callback(isSent(exchange));
    return;
  }
  const finish = (wasSent: boolean): void => {
    outgoing.off('finish', onFinish).off('close', onClose);
    stopWaiting();
    callback(wasSent);
  };
  const onFinish = (): void => finish(true);
  const onClose = (): void => finish(false);
  outgoing.on('finish', onFinish).on('close', onClose);
  // A pipelined response that waits for others gets no event when its connection closes.
  const stopWaiting = onConnectionClosed(incoming.socket, onClose);
}

/** Returns a signal that fires when the client disconnects before the response has been sent. */
export function disconnectSignal(exchange: NodeExchange): AbortSignal {
  const controller = new AbortController();
  onFinished(exchange, (wasSent) => {
    if (wasSent) return;
    controller.abort(new DOMException('The client disconnected', 'AbortError'));
  });
  return controller.signal;
}

/**
 * Calls `onSent` when the response has been sent or the client has disconnected. Closes the connection
 * if the client hasn't received the response within `sendTimeout`. Call this function after writing the
 * response: most responses fit into the buffers of the operating system, and then need neither a timer
 * nor a listener, and don't count in `maxHeldBytes`.
 */
export function watchResponse(
  exchange: NodeExchange,
  response: WatchedResponse,
  host: ResponseHost,
): void {
  const { onSent, body, events, sendTimeout = DEFAULT_SEND_TIMEOUT } = response;
  if (body !== undefined && !isFinished(exchange)) hold(exchange, Buffer.byteLength(body), host);
  // A stream limits the time itself, which begins again whenever the client reads, until its end.
  if (events === undefined) limitSendTime(exchange, sendTimeout);
  else events.onEnd(() => limitSendTime(exchange, sendTimeout));
  onFinished(exchange, () => void callOnSent(onSent, host.logger));
}

/** Counts the bytes in `maxHeldBytes` until the response has been sent. */
function hold(exchange: NodeExchange, bytes: number, host: ResponseHost): void {
  onFinished(
    exchange,
    host.holdResponse(bytes, () => exchange.outgoing.destroy()),
  );
}

/** Milliseconds by which the `sendTimeout` of a response may start late. */
const WATCH_DELAY = 1_000;
/**
 * By connection for HTTP/1, which sends the responses of a connection in order, and by response for
 * HTTP/2.
 */
const unwatched = new Map<object, UnwatchedResponses>();
/** A longer body is watched immediately, because it may not fit into the buffers of the connection. */
const MAX_UNWATCHED_LENGTH = 16 * 1024;
/**
 * A longer body counts in `maxHeldBytes` before it is written, because many requests may get their
 * responses in one turn of the event loop.
 */
const MAX_UNCOUNTED_LENGTH = 64 * 1024;

/** The responses of a connection that aren't watched yet. */
interface UnwatchedResponses {
  /** The latest of them. */
  readonly exchange: NodeExchange;
  readonly sendTimeout: number;
  /** The size of all of them. */
  readonly bytes: number;
  readonly host: ResponseHost;
}

/**
 * Watches a response like {@link watchResponse}, but can be called before the framework writes the
 * response. Responses without `onSent` share one coarse timer, because a `setImmediate()` for each
 * response took 7 % of a call.
 */
export function watchResponseSoon(
  exchange: NodeExchange,
  response: WatchedResponse,
  host: ResponseHost,
): void {
  const { onSent, body, sendTimeout = DEFAULT_SEND_TIMEOUT } = response;
  const length = body?.length ?? 0;
  if (onSent !== undefined || length > MAX_UNWATCHED_LENGTH) {
    const isCounted = body !== undefined && length > MAX_UNCOUNTED_LENGTH;
    if (isCounted) hold(exchange, Buffer.byteLength(body), host);
    const watched = isCounted ? { onSent, sendTimeout } : response;
    setImmediate(watchResponse, exchange, watched, host);
    return;
  }
  const { incoming, outgoing } = exchange;
  if (unwatched.size === 0) {
    setTimeout(limitSendTimes, Math.min(WATCH_DELAY, sendTimeout)).unref();
  }
  const connection = incoming.httpVersionMajor === 1 ? incoming.socket : outgoing;
  const bytes = length + (unwatched.get(connection)?.bytes ?? 0);
  unwatched.set(connection, { exchange, sendTimeout, bytes, host });
}

function limitSendTimes(): void {
  for (const { exchange, sendTimeout, bytes, host } of unwatched.values()) {
    if (bytes > 0 && !isFinished(exchange)) hold(exchange, bytes, host);
    limitSendTime(exchange, sendTimeout);
  }
  unwatched.clear();
}

/**
 * Closes the connection, or the stream on HTTP/2, if the response isn't finished after `sendTimeout`.
 */
function limitSendTime(exchange: NodeExchange, sendTimeout: number): void {
  if (sendTimeout === Infinity || isFinished(exchange)) return;
  const { outgoing } = exchange;
  let timer: NodeJS.Timeout | undefined;
  const startTimer = (): void => {
    timer = setTimeout(() => outgoing.destroy(), sendTimeout).unref();
  };
  // The time of a pipelined response starts when it gets the connection, after the responses before it.
  if (outgoing.socket === null) outgoing.once('socket', startTimer);
  else startTimer();
  onFinished(exchange, () => clearTimeout(timer));
}

const callbacksOfSockets = new WeakMap<Socket, Set<() => void>>();

/**
 * Calls the function when the connection has closed. Returns a function that cancels this. All
 * callbacks of a connection share one listener, because many requests may be waiting on it.
 */
function onConnectionClosed(socket: Socket, callback: () => void): () => void {
  let callbacks = callbacksOfSockets.get(socket);
  if (callbacks === undefined) {
    const added = new Set<() => void>();
    callbacksOfSockets.set(socket, added);
    socket.once('close', () => {
      for (const each of added) each();
    });
    callbacks = added;
  }
  callbacks.add(callback);
  return () => void callbacks.delete(callback);
}
