import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import {
  type Api,
  callOnSent,
  DEFAULT_SEND_TIMEOUT,
  type HttpResponse,
} from '@jsonrpc-kit/core/adapter';

/** A request of `node:http` and its response. */
export interface NodeExchange {
  /** The request. */
  readonly incoming: IncomingMessage;
  /** The response to it. */
  readonly outgoing: ServerResponse;
}

/** Whether the response has been sent, or can't be sent because the client has disconnected. */
export function isFinished({ incoming, outgoing }: NodeExchange): boolean {
  return outgoing.writableFinished || outgoing.destroyed || incoming.socket.destroyed;
}

/**
 * Calls the function once: when the operating system has accepted the whole response, or when the
 * client has disconnected. Calls it immediately if that has already happened. `wasSent` distinguishes
 * the two cases.
 */
export function onFinished(exchange: NodeExchange, callback: (wasSent: boolean) => void): void {
  const { incoming, outgoing } = exchange;
  if (isFinished(exchange)) {
    callback(outgoing.writableFinished);
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
 * nor a listener.
 */
export function watchResponse(
  exchange: NodeExchange,
  response: Pick<HttpResponse, 'onSent' | 'sendTimeout'>,
  logger: Api['logger'],
): void {
  const { onSent, sendTimeout = DEFAULT_SEND_TIMEOUT } = response;
  limitSendTime(exchange, sendTimeout);
  onFinished(exchange, () => void callOnSent(onSent, logger));
}

/** Milliseconds by which the `sendTimeout` of a response may start late. */
const WATCH_DELAY = 1_000;
/**
 * By connection for HTTP/1, which sends the responses of a connection in order, and by response for
 * HTTP/2.
 */
const unwatched = new Map<object, { exchange: NodeExchange; sendTimeout: number }>();

/**
 * Watches a response like {@link watchResponse}, but can be called before the framework writes the
 * response. Responses without `onSent` share one coarse timer, because a `setImmediate()` for each
 * response took 7 % of a call.
 */
export function watchResponseSoon(
  exchange: NodeExchange,
  response: Pick<HttpResponse, 'onSent' | 'sendTimeout'>,
  logger: Api['logger'],
): void {
  const { onSent, sendTimeout = DEFAULT_SEND_TIMEOUT } = response;
  if (onSent !== undefined) {
    setImmediate(watchResponse, exchange, response, logger);
    return;
  }
  const { incoming, outgoing } = exchange;
  if (unwatched.size === 0) {
    setTimeout(limitSendTimes, Math.min(WATCH_DELAY, sendTimeout)).unref();
  }
  unwatched.set(incoming.httpVersionMajor === 1 ? incoming.socket : outgoing, {
    exchange,
    sendTimeout,
  });
}

function limitSendTimes(): void {
  for (const { exchange, sendTimeout } of unwatched.values()) limitSendTime(exchange, sendTimeout);
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
 * callbacks of a connection share one listener, because many requests may be pending on it.
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
