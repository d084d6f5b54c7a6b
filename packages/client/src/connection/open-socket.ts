import type { Outcome } from '../call.js';
import { JsonRpcError, type JsonRpcErrorObject } from '../errors/json-rpc-error.js';
import {
  CallTimeoutError,
  InvalidResponseError,
  NetworkError,
  type RawHttpResponse,
  ResponseTooLargeError,
} from '../errors/transport-errors.js';
import { outcomeOf } from '../jsonrpc/match-responses.js';
import {
  type CallRequest,
  encodeRequest,
  isRejection,
  type ResponseObject,
  withId,
} from '../jsonrpc/messages.js';
import type { PendingCalls } from '../sending/pending-calls.js';
import type {
  NotificationParams,
  SubscribeRequest,
  SubscriptionObserver,
} from '../subscription/subscriber.js';
import { NotificationRoute } from './notification-route.js';
import type { WebSocketEvent, WebSocketLike } from './web-socket-like.js';

/** How a socket is used. */
export interface SocketOptions {
  readonly maxMessageBytes: number;
  /** Milliseconds without a message after which a socket with subscriptions is closed. */
  readonly maxSilence: number;
  readonly nextId: () => number;
  /** Called when the server shuts down. It runs the calls that it has, but no more. */
  readonly onRetired: () => void;
  readonly onClosed: (error: unknown) => void;
}

/** A call without a response. */
interface WaitingCall {
  readonly method: string;
  /** Calls of one message have the same object. */
  readonly message: object;
  readonly settle: (outcome: Outcome) => void;
  readonly onProgress?: (value: unknown) => void;
}

/** A message of the server. */
type Received = Partial<ResponseObject> & {
  readonly method?: unknown;
  readonly params?: unknown;
};

const NOTIFIED: Outcome = { ok: true, result: undefined };

/** A WebSocket: the calls that wait for responses, and the subscriptions. */
export class OpenSocket {
  readonly #socket: WebSocketLike;
  readonly #options: SocketOptions;
  readonly #calls = new Map<unknown, WaitingCall>();
  readonly #routes = new Map<string, NotificationRoute>();
  #closedBy: { readonly error: unknown } | undefined;
  #isRetired = false;
  #lastMessageAt = Date.now();
  /** Undefined if a message has arrived since. */
  #probedAt: number | undefined;
  readonly #timer: ReturnType<typeof setInterval>;
  /** Sends a call that every server responds to. */
  #probe: () => void = () => undefined;

  constructor(socket: WebSocketLike, options: SocketOptions) {
    this.#socket = socket;
    this.#options = options;
    socket.addEventListener('message', (event) => this.#onMessage(event));
    socket.addEventListener('close', ({ code, reason = '' }) =>
      this.close(new NetworkError(`The connection closed with the code ${code} ${reason}`.trim())),
    );
    this.#timer = setInterval(() => this.#checkSilence(), options.maxSilence / 2);
  }

  /** Sends a message with the calls of these members, and settles the members. */
  send(text: string, members: readonly PendingCalls[]): void {
    if (this.#closedBy !== undefined) {
      for (const member of members) member.fail(this.#closedBy.error);
      return;
    }
    const message = {};
    for (const member of members) this.#expect(member, message);
    this.#sendText(text, members);
    // The response would never arrive.
    for (const member of members) {
      if (member.calls.every(({ id }) => id === undefined)) {
        member.settle(member.calls.map(() => NOTIFIED));
      }
    }
  }

  /** Subscribes. Returns a function that unsubscribes. */
  subscribe(request: SubscribeRequest, observer: SubscriptionObserver): () => void {
    const { names, params, cursor } = request;
    const route = this.#routeOf(request);
    let id: unknown;
    let isLeft = false;
    const fail = (error: unknown): void => {
      clearTimeout(timer);
      if (isLeft) return;
      isLeft = true;
      observer.failed(error);
    };
    const { maxSilence } = this.#options;
    const timer = setTimeout(
      () => fail(new CallTimeoutError(`No response within ${maxSilence} ms`)),
      maxSilence,
    );
    const settle = (outcome: Outcome): void => {
      clearTimeout(timer);
      if (!outcome.ok) fail(outcome.error);
      // The server has accepted a subscription that the client has left.
      else if (isLeft) this.#unsubscribe(names.unsubscribe, outcome.result);
      else {
        id = outcome.result;
        this.#probe = () => this.#unsubscribe(names.unsubscribe, '');
        route.add(id, observer);
      }
      route.endWaiting();
    };
    route.beginWaiting();
    this.#call({ method: names.subscribe, params, cursor }, settle);
    return () => {
      isLeft = true;
      clearTimeout(timer);
      if (route.remove(id, observer)) this.#unsubscribe(names.unsubscribe, id);
    };
  }

  /** Fails all calls and subscriptions, and closes the socket. */
  close(error: unknown): void {
    if (this.#closedBy !== undefined) return;
    this.#closedBy = { error };
    clearInterval(this.#timer);
    this.#socket.close();
    this.#options.onClosed(error);
    const calls = [...this.#calls.values()];
    this.#calls.clear();
    for (const { settle } of calls) settle({ ok: false, error });
    for (const route of this.#routes.values()) route.fail(error);
  }

  #expect(member: PendingCalls, message: object): void {
    const outcomes: Outcome[] = member.calls.map(() => NOTIFIED);
    const calls = member.calls.filter(({ id }) => id !== undefined);
    let missing = calls.length;
    member.calls.forEach(({ id, method, onProgress }, index) => {
      if (id === undefined) return;
      this.#calls.set(id, {
        method,
        message,
        settle: (outcome) => {
          outcomes[index] = outcome;
          missing -= 1;
          if (missing === 0) member.settle(outcomes);
        },
        onProgress: (value) => {
          try {
            onProgress?.(value);
          } catch (error) {
            member.abandon(error);
          }
        },
      });
    });
    member.onAbandoned = () => {
      for (const { id } of calls) {
        if (!this.#calls.delete(id)) continue;
        const params = { id };
        this.#sendText(JSON.stringify({ jsonrpc: '2.0', method: '$/cancelRequest', params }));
      }
    };
  }

  #routeOf({ names }: SubscribeRequest): NotificationRoute {
    const { notification, idParameter } = names;
    const known = this.#routes.get(notification);
    if (known !== undefined) return known;
    const route = new NotificationRoute(idParameter);
    this.#routes.set(notification, route);
    return route;
  }

  /** By position, which every server that has `unsubscribe` accepts. */
  #unsubscribe(method: string, id: unknown): void {
    if (this.#closedBy === undefined) this.#call({ method, params: [id] }, () => undefined);
  }

  #call(
    request: Pick<CallRequest, 'method' | 'params' | 'cursor'>,
    settle: (outcome: Outcome) => void,
  ): void {
    if (this.#closedBy !== undefined) {
      settle({ ok: false, error: this.#closedBy.error });
      return;
    }
    try {
      const { id, method, json } = withId(encodeRequest(request), this.#options.nextId);
      this.#calls.set(id, { method, message: request, settle });
      this.#sendText(json);
    } catch (error) {
      settle({ ok: false, error });
    }
  }

  #sendText(text: string, members: readonly PendingCalls[] = []): void {
    let failure: NetworkError | undefined;
    try {
      // A socket that is closing or closed discards messages silently.
      if (this.#socket.readyState > 1) failure = new NetworkError('The connection is closing');
      else this.#socket.send(text);
    } catch (cause) {
      failure = new NetworkError('The connection could not send a message', { cause });
    }
    if (failure === undefined) return;
    // Before `close()`, which doesn't know their notifications.
    for (const member of members) member.fail(failure);
    this.close(failure);
  }

  #onMessage({ data }: WebSocketEvent): void {
    this.#lastMessageAt = Date.now();
    this.#probedAt = undefined;
    const { maxMessageBytes } = this.#options;
    if (typeof data !== 'string') {
      this.close(new InvalidResponseError('not-json', 'The server sent bytes', rawResponse('')));
      return;
    }
    // A text has at least as many bytes as UTF-16 code units.
    if (data.length > maxMessageBytes) {
      this.close(new ResponseTooLargeError(maxMessageBytes));
      return;
    }
    let value: unknown;
    try {
      value = JSON.parse(data);
    } catch {
      const message = 'The server sent a message that is not JSON';
      this.close(new InvalidResponseError('not-json', message, rawResponse(data)));
      return;
    }
    for (const item of Array.isArray(value) ? (value as unknown[]) : [value]) {
      if (this.#closedBy === undefined) this.#receive(item ?? {}, data);
    }
    // No new call uses a retired socket. A server that only ends one subscription with 503 doesn't close it.
    if (this.#isRetired && this.#calls.size === 0 && !this.#hasSubscriptions) {
      this.close(new NetworkError('The server shuts down'));
    }
  }

  get #hasSubscriptions(): boolean {
    return [...this.#routes.values()].some(({ isUsed }) => isUsed);
  }

  #receive(received: Received, text: string): void {
    const { method, params } = received;
    if (typeof method === 'string') {
      this.#receiveNotification(method, (params ?? {}) as NotificationParams, text.length);
      return;
    }
    const call = this.#calls.get(received.id);
    const response: ResponseObject = { ...received, jsonrpc: '2.0' };
    if (call !== undefined) {
      this.#calls.delete(received.id);
      // The id is known, so it is not a notification.
      call.settle(outcomeOf({ id: 0, method: call.method }, [response], rawResponse(text)));
    } else if (isRejection(response)) {
      this.#receiveRejection(response.error, text);
    }
  }

  #receiveNotification(method: string, params: NotificationParams, size: number): void {
    if (method === '$/progress') {
      this.#calls.get(params['token'])?.onProgress?.(params['value']);
      return;
    }
    if (isShutdown(params)) {
      this.#isRetired = true;
      this.#options.onRetired();
    }
    this.#routes.get(method)?.receive(params, size);
  }

  /** Fails the only message without a response. Of several, any could be the rejected one. */
  #receiveRejection(error: JsonRpcErrorObject, text: string): void {
    const calls = [...this.#calls.values()];
    const isOnly = new Set(calls.map(({ message }) => message)).size === 1;
    this.#calls.clear();
    const unknown = `The server rejected a message, and did not say which: ${error.message}`;
    for (const { method, settle } of calls) {
      settle({
        ok: false,
        error: isOnly
          ? new JsonRpcError(error, method)
          : new InvalidResponseError('unknown-id', unknown, rawResponse(text)),
      });
    }
  }

  #checkSilence(): void {
    if (!this.#hasSubscriptions) return;
    const now = Date.now();
    const limit = this.#options.maxSilence / 2;
    if (this.#probedAt === undefined) {
      if (now - this.#lastMessageAt < limit) return;
      this.#probe();
      this.#probedAt = now;
    } else if (now - this.#probedAt >= limit) {
      const silence = now - this.#lastMessageAt;
      this.close(new NetworkError(`The server has sent nothing for ${silence} ms`));
    }
  }
}

/** Whether a notification is the last word of a server that shuts down. */
function isShutdown({ error }: NotificationParams): boolean {
  const { code, data } = (error ?? {}) as Partial<JsonRpcErrorObject>;
  return code === -32000 && (data as { readonly status?: unknown } | null)?.status === 503;
}

/** A message in the form of an HTTP response, which errors contain. */
function rawResponse(body: string): RawHttpResponse {
  return { status: 101, headers: new Headers(), body };
}
