import { type Outcome, unwrapOutcome } from '../call.js';
import {
  CallAbortedError,
  InvalidResponseError,
  NetworkError,
  type RawHttpResponse,
} from '../errors/transport-errors.js';
import {
  type Endpoint,
  type EndpointOptions,
  mergeHeaders,
  resolveEndpoint,
} from '../http/endpoint.js';
import { type CallExchange, sendGroup } from '../http/http-session.js';
import { networkError, openResponse, readResponse } from '../http/post.js';
import { NotificationRoute } from '../connection/notification-route.js';
import { matchResponses } from '../jsonrpc/match-responses.js';
import { encodeRequest, withId } from '../jsonrpc/messages.js';
import { checkPositive } from '../number-options.js';
import type { CallGroup } from '../sending/batch-queue.js';
import { LONGEST_DELAY } from '../sending/pending-calls.js';
import { createCounter, type RequestKind, type Waits } from '../sending/session.js';
import {
  Backoff,
  type ReconnectOptions,
  type ReconnectPolicy,
  resolveReconnectOptions,
} from '../subscription/reconnect.js';
import type { InvokeMethod } from '../method-proxy.js';
import {
  type ConnectedSession,
  createSubscriptionFunctions,
  type SubscriptionFunctions,
  type SubscriptionsOption,
  type Transport,
} from '../subscription/subscription-functions.js';
import type {
  NotificationParams,
  Subscribe,
  SubscribeRequest,
  SubscriptionObserver,
} from '../subscription/subscriber.js';
import { readEvents } from './read-events.js';

/** Options of {@link eventStream}. */
export interface EventStreamOptions extends EndpointOptions {
  /** When subscriptions continue after an interruption. Default: always, after up to 30 seconds. */
  readonly reconnect?: ReconnectOptions | undefined;
  /**
   * Milliseconds without a byte after which the stream of a subscription counts as interrupted. A jsonrpc-kit
   * server sends a comment every 15 seconds. Calls are limited by their `timeout` instead. Default: 60,000.
   */
  readonly maxSilence?: number | undefined;
}

/**
 * Sends calls as HTTP requests. The response of a subscription is a stream of server-sent events, as is that
 * of a call with `onProgress`. Each subscription has its own stream, and browsers open at most six to a
 * host with HTTP/1.1.
 *
 * ```ts
 * const bank = createClient<typeof methods>({
 *   transport: eventStream({ url: '/api/v1/jsonrpc' }),
 *   subscriptions: { movements: true },
 * });
 * ```
 *
 * @throws RangeError if a number is out of range
 */
export function eventStream(options: EventStreamOptions): Transport {
  const { maxSilence = 60_000 } = options;
  checkPositive('eventStream(): maxSilence', maxSilence);
  const settings = {
    endpoint: resolveEndpoint(options),
    reconnect: resolveReconnectOptions('eventStream()', options.reconnect),
    // A longer timer would fire immediately.
    maxSilence: Math.min(maxSilence, LONGEST_DELAY),
  };
  return { '~connect': () => new EventStreamSession(settings) };
}

/** The options with defaults applied. */
interface EventStreamSettings {
  readonly endpoint: Endpoint;
  readonly reconnect: ReconnectPolicy;
  readonly maxSilence: number;
}

/** A message of the server. */
interface StreamMessage {
  /** Undefined for the response. */
  readonly method?: unknown;
  readonly params: NotificationParams;
  /** The message in the form of an HTTP response. */
  readonly http: RawHttpResponse;
}

const ACCEPT = 'application/json, text/event-stream';

class EventStreamSession implements ConnectedSession {
  readonly nextId: () => number = createCounter();
  readonly waits: Waits = new Set();
  readonly #settings: EventStreamSettings;
  /** Functions that fail calls and streams. Listeners of one signal would cause a warning from 11 on. */
  readonly #unfinished = new Set<(error: unknown) => void>();
  #closedBy: CallAbortedError | undefined;

  constructor(settings: EventStreamSettings) {
    this.#settings = settings;
  }

  sendGroup(kind: RequestKind, group: CallGroup): void {
    const fail = (error: unknown): void => {
      for (const member of group.members) member.abandon(error);
    };
    if (this.#closedBy !== undefined) {
      fail(this.#closedBy);
      return;
    }
    this.#unfinished.add(fail);
    void sendGroup(kind, group, (exchange) => this.#exchange(exchange, group)).then(() =>
      this.#unfinished.delete(fail),
    );
  }

  /** Each subscription has its own stream. */
  backoff(): Backoff {
    return new Backoff(this.#settings.reconnect, this.waits);
  }

  subscriptionFunctions(call: InvokeMethod, options: SubscriptionsOption): SubscriptionFunctions {
    return createSubscriptionFunctions(this, call, options);
  }

  close(): void {
    this.#closedBy ??= new CallAbortedError('The client is closed');
    for (const fail of this.#unfinished) fail(this.#closedBy);
    for (const wake of this.waits) wake();
  }

  /** Sends calls. If one of them reports progress, the response follows in the stream. */
  async #exchange(
    { calls, ...request }: CallExchange,
    { members }: CallGroup,
  ): Promise<readonly Outcome[]> {
    const { endpoint } = this.#settings;
    const accept = calls.some(({ onProgress }) => onProgress !== undefined) ? ACCEPT : undefined;
    const response = await openResponse(endpoint, { ...request, accept });
    if (!isEventStream(response)) {
      return matchResponses(calls, await readResponse(response, endpoint));
    }
    for await (const { method, params, http } of this.#messages(response, request.signal)) {
      if (method === undefined) return matchResponses(calls, http);
      if (method !== '$/progress') continue;
      const { token, value } = params;
      const member = members.find(
        ({ isSettled, calls: own }) => !isSettled && own.some(({ id }) => id === token),
      );
      try {
        member?.calls.find(({ id }) => id === token)?.onProgress?.(value);
      } catch (error) {
        member?.abandon(error);
      }
    }
    if (request.signal.aborted) throw request.signal.reason;
    throw new NetworkError('The stream ended before the response');
  }

  readonly subscribe: Subscribe = (request, observer) => {
    const controller = new AbortController();
    let isLeft = false;
    const leave = (): void => {
      isLeft = true;
      clearTimeout(timer);
      this.#unfinished.delete(fail);
      controller.abort();
    };
    const fail = (error: unknown): void => {
      if (isLeft) return;
      leave();
      observer.failed(error);
    };
    const onSilence = (): void => fail(new NetworkError(`Nothing arrived for ${maxSilence} ms`));
    const { maxSilence } = this.#settings;
    let timer = setTimeout(onSilence, maxSilence);
    const onActivity = (): void => {
      clearTimeout(timer);
      if (!isLeft) timer = setTimeout(onSilence, maxSilence);
    };
    this.#unfinished.add(fail);
    const { signal } = controller;
    this.#readSubscription(request, observer, { signal, onActivity }).then(
      () => fail(new NetworkError('The stream ended')),
      fail,
    );
    return leave;
  };

  async #readSubscription(
    { names, params, cursor, headers }: SubscribeRequest,
    observer: SubscriptionObserver,
    { signal, onActivity }: { readonly signal: AbortSignal; readonly onActivity: () => void },
  ): Promise<void> {
    const { endpoint } = this.#settings;
    if (this.#closedBy !== undefined) throw this.#closedBy;
    const method = names.subscribe;
    const call = withId(encodeRequest({ method, params, cursor }), this.nextId);
    const request = { body: call.json, headers: mergeHeaders(headers), signal, accept: ACCEPT };
    const response = await openResponse(endpoint, request);
    if (!isEventStream(response)) {
      const http = await readResponse(response, endpoint);
      unwrapOutcome(matchResponses([call], http)[0]);
      const message = 'The server responded to a subscription without a stream of events';
      throw new InvalidResponseError('not-json-rpc', message, http);
    }
    const route = new NotificationRoute(names.idParameter);
    route.beginWaiting();
    let isAccepted = false;
    for await (const message of this.#messages(response, signal, onActivity)) {
      if (signal.aborted) return;
      const { method: notification, params: own, http } = message;
      if (notification === undefined) {
        const id = unwrapOutcome(matchResponses([call], http)[0]);
        if (isAccepted) continue;
        isAccepted = true;
        route.add(id, observer);
        route.endWaiting();
      } else if (notification === names.notification) {
        route.receive(own, http.body.length);
      }
    }
  }

  /** @throws InvalidResponseError, NetworkError or ResponseTooLargeError */
  async *#messages(
    response: Response,
    signal: AbortSignal,
    onActivity: () => void = () => undefined,
  ): AsyncGenerator<StreamMessage, void> {
    const { status, headers, body: stream } = response;
    const maxBytes = this.#settings.endpoint.maxResponseBytes;
    if (stream === null) return;
    const events = readEvents(stream, { maxBytes, onActivity, signal });
    try {
      // A batch has an array as its response.
      for await (const body of events) {
        const { method, params } = { ...(JSON.parse(body) as Partial<StreamMessage>) };
        yield { method, params: params ?? {}, http: { status, headers, body } };
      }
    } catch (cause) {
      if (!(cause instanceof SyntaxError)) throw networkError(cause);
      const http = { status, headers, body: '' };
      throw new InvalidResponseError('not-json', 'An event of the stream is not JSON', http);
    }
  }
}

function isEventStream({ headers }: Response): boolean {
  return headers.get('content-type')?.startsWith('text/event-stream') === true;
}
