import type { Api, Carrier, JsonRpcContext, JsonRpcErrorObject } from '@jsonrpc-kit/core';
import { addInstrumentation } from '@jsonrpc-kit/core';
import { acceptConnections, type AcceptedUpgrade } from '@jsonrpc-kit/core/connection';
import type { Subscription, SubscriptionNames } from '@jsonrpc-kit/core/types';
import { checkObject } from '../client/check-argument.js';
import {
  requestObject,
  type TestCallOptions,
  type TestRequestOptions,
  type EnvelopeMembers,
} from '../client/request.js';
import type {
  CallArguments,
  EventOf,
  MethodName,
  ResponseOf,
  SubscribeArguments,
  SubscribeResponseOf,
  SubscriptionNameOf,
} from '../client/typed-methods.js';
import { CORRELATION_HEADER } from '../tracking/unfinished-work.js';
import { errorWithoutFrames } from '../tracking/error-without-frames.js';
import type { CapturedError } from '../tracking/captured-error.js';
import type { SentRequest } from '../transport/transport.js';
import { type ClosedConnection, MemorySocket } from './memory-socket.js';
import { type NotificationParams, TestSubscription } from './test-subscription.js';

/** Options of a connection, or of a subscription with its own connection. */
export interface TestConnectionOptions extends TestRequestOptions, TestSubscribeOptions {}

/** Options of a subscription. */
export interface TestSubscribeOptions {
  /** The cursor after which the events continue. Default: none. */
  readonly cursor?: string | undefined;
  /** Further members of the request object, such as `{ traceId: '7' }`. Default: none. */
  readonly envelope?: EnvelopeMembers | undefined;
}

/** What a connection uses of its client. */
export interface ConnectionContext {
  readonly request: SentRequest;
  readonly observer: { onSettled(): void; onError(captured: CapturedError): void } | undefined;
  /** Waits for the work that a message starts. */
  track<T>(name: string, response: Promise<T>): Promise<T>;
}

/** A message of the server. */
interface Received {
  readonly id?: unknown;
  readonly result?: unknown;
  readonly error?: unknown;
  readonly method?: string;
  readonly params?: Readonly<Record<string, unknown>>;
}

/** A connection without a socket to an api of this process. */
export class TestConnection<
  Methods = unknown,
  EntrypointErrors = never,
> implements AsyncDisposable {
  /** Settled when the server or the test has closed the connection. */
  readonly closed: Promise<ClosedConnection>;
  readonly #api: Api;
  readonly #context: ConnectionContext;
  readonly #socket: MemorySocket;
  readonly #responses = new Map<unknown, (response: Received) => void>();
  /** By the method of the notifications and the id. */
  readonly #subscriptions = new Map<string, TestSubscription>();
  /** The contexts of unfinished calls, by the id of the request. */
  readonly #contexts = new Map<unknown, JsonRpcContext>();
  /** For each message that waits until the api reads it. */
  readonly #unread: (() => void)[] = [];
  #lastId = 0;

  /** @internal */
  static async open<Methods, EntrypointErrors>(
    api: Api,
    context: ConnectionContext,
  ): Promise<TestConnection<Methods, EntrypointErrors>> {
    const { url, headers } = context.request;
    const decision = await acceptConnections(api, 'connect()').upgrade({
      path: url.pathname,
      header: (name) => headers.get(name) ?? undefined,
      address: '127.0.0.1',
    });
    if (decision?.kind !== 'accepted') {
      const { status, body } = decision?.response ?? { status: 404, body: 'no such entrypoint' };
      context.observer?.onSettled();
      throw errorWithoutFrames(`The connection was rejected: status ${status}, ${String(body)}`);
    }
    return new TestConnection(api, context, decision);
  }

  private constructor(api: Api, context: ConnectionContext, upgrade: AcceptedUpgrade) {
    this.#api = api;
    this.#context = context;
    const correlationId = context.request.headers.get(CORRELATION_HEADER);
    const isOwn = (carrier: Carrier): boolean =>
      carrier.header(CORRELATION_HEADER) === correlationId;
    const stopWatching = addInstrumentation({
      message: ({ carrier }, run) => {
        if (isOwn(carrier)) this.#unread.shift()?.();
        return run();
      },
      call: (call, run) => {
        const id = (call.rawRequest as { readonly id?: unknown } | null)?.id;
        if (isOwn(call.carrier) && this.#responses.has(id)) this.#contexts.set(id, call);
        return run();
      },
    });
    const receive = (text: string): void => this.#receive(JSON.parse(text) as Received);
    this.#socket = new MemorySocket(upgrade, receive);
    this.closed = this.#socket.closed;
    void this.closed.then(() => {
      stopWatching();
      this.#responses.clear();
      this.#endSubscriptions();
    });
  }

  /**
   * Calls a method, and returns the response object. By default, the ids are 1, 2 and so on.
   *
   * @throws TypeError if `requestId` is the id of a call that has no response yet
   */
  async jsonrpc<Name extends MethodName<Methods>>(
    method: Name,
    ...args: CallArguments<Methods, Name, Omit<TestCallOptions, keyof TestRequestOptions>>
  ): Promise<ResponseOf<Methods, Name, EntrypointErrors>> {
    const [params, options = {}] = args;
    checkObject('jsonrpc(): options', options, "Write jsonrpc('method', params, { requestId }).");
    const { requestId = this.#nextId(), envelope } = options;
    const call = { id: requestId, method, params, envelope };
    const response = await this.#call(call, (received) => received);
    this.#context.observer?.onSettled();
    // The declared type. The test checks the actual value.
    return response as ResponseOf<Methods, Name, EntrypointErrors>;
  }

  /** Sends a message without waiting for a response: any JSON value, such as a cancellation. */
  send(message: unknown): void {
    this.#write(JSON.stringify(message));
  }

  /** Subscribes. The response may be an error, and there is no event then. */
  async subscribe<Name extends SubscriptionNameOf<Methods>>(
    name: Name,
    ...args: SubscribeArguments<Methods, Name, TestSubscribeOptions>
  ): Promise<
    TestSubscription<EventOf<Methods, Name>, SubscribeResponseOf<Methods, Name, EntrypointErrors>>
  > {
    const [params, options = {}] = args;
    checkObject('subscribe(): options', options, "Write subscribe('name', params, { cursor }).");
    const { cursor, envelope } = options;
    const { names, namespace } = this.#find(name);
    const id = this.#nextId();
    const call = {
      id,
      method: names.subscribe,
      params: namespace === undefined ? params : [name, ...positionsOf(params)],
      envelope: cursor === undefined ? envelope : { ...envelope, cursor },
    };
    // Before the events that follow the response.
    const subscription = await this.#call(call, (response) => this.#add(names, response, id));
    this.#context.observer?.onSettled();
    // The declared types. The test checks the actual values.
    return subscription as TestSubscription<
      EventOf<Methods, Name>,
      SubscribeResponseOf<Methods, Name, EntrypointErrors>
    >;
  }

  /** Disconnects without a handshake, as a client whose network is gone. Has no effect if it is closed. */
  disconnect(): void {
    this.#socket.disconnect();
    // At once, so that a subscription that leaves its scope next doesn't unsubscribe.
    this.#endSubscriptions();
  }

  /** Calls {@link disconnect}. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.disconnect();
  }

  #endSubscriptions(): void {
    for (const subscription of this.#subscriptions.values()) subscription.end({ kind: 'left' });
  }

  #nextId(): number {
    do this.#lastId += 1;
    while (this.#responses.has(this.#lastId));
    return this.#lastId;
  }

  /** Sends a call, and resolves to what `read` returns for its response. */
  #call<T>(
    call: Parameters<typeof requestObject>[0] & { readonly id: unknown },
    read: (response: Received) => T,
  ): Promise<T> {
    if (this.#responses.has(call.id)) {
      throw new TypeError(
        `jsonrpc(): requestId ${JSON.stringify(call.id)} is the id of a call that has no response yet. ` +
          'Pass another one; the default is unique.',
      );
    }
    // Throws before there is a promise that would reject unseen.
    const text = JSON.stringify(requestObject(call));
    const received = new Promise<T>((resolve, reject) => {
      this.#responses.set(call.id, (response) => resolve(read(response)));
      try {
        this.#write(text);
      } catch (error) {
        this.#responses.delete(call.id);
        reject(error);
      }
      void this.closed.then(({ code, reason }) =>
        reject(errorWithoutFrames(`The connection was closed: ${code} ${reason}`.trim())),
      );
    });
    return this.#context.track(String(call.method), received);
  }

  /** Sends a message. The api reads it at once, or later if it has much to do. */
  #write(text: string): void {
    const read = new Promise<void>((resolve) => this.#unread.push(resolve));
    try {
      this.#socket.write(text);
    } catch (error) {
      this.#unread.pop();
      throw error;
    }
    const name = `a message on the connection to ${this.#context.request.url.pathname}`;
    void this.#context.track(name, Promise.race([read, this.closed]));
  }

  #add(names: SubscriptionNames, response: Received, id: unknown): TestSubscription {
    const { result, error } = response;
    const context = this.#contexts.get(id);
    const key = keyOf(names.notification, result);
    const subscription: TestSubscription = new TestSubscription(response, {
      unsubscribe: async () => {
        const call = {
          id: this.#nextId(),
          method: names.unsubscribe,
          params: [result],
          envelope: {},
        };
        return this.#call(call, (unsubscribed) => unsubscribed.result === true);
      },
      onSettled: () => this.#context.observer?.onSettled(),
      onEnd: (end) => {
        this.#subscriptions.delete(key);
        if (end.kind === 'error' && context) this.#capture(context, end.error);
      },
    });
    if (error === undefined) this.#subscriptions.set(key, subscription);
    else subscription.end({ kind: 'left' });
    return subscription;
  }

  /** Reports the error with which a subscription has ended to the check of the test. */
  #capture({ methodRoute, entrypoint, request }: JsonRpcContext, error: JsonRpcErrorObject): void {
    if (error.code === HTTP_ERROR) return;
    this.#context.observer?.onError({
      methodRoute,
      calledName: request?.method,
      entrypoint,
      response: { jsonrpc: '2.0', id: null, error },
      isNotification: false,
      exception: undefined,
      callSite: undefined,
    });
  }

  #find(name: string): Subscription {
    const all = this.#api.entrypoints.flatMap(({ path, subscriptions }) =>
      path === this.#context.request.url.pathname ? subscriptions : [],
    );
    const found = all.find((subscription) => subscription.name === name);
    if (found !== undefined) return found;
    const names = all.map((subscription) => subscription.name).join(', ') || 'none';
    throw new TypeError(`There is no subscription "${name}". The entrypoint has: ${names}`);
  }

  #receive(received: Received): void {
    const { id, method, params } = received;
    if (method === undefined) {
      this.#responses.get(id)?.(received);
      this.#responses.delete(id);
      this.#contexts.delete(id);
      return;
    }
    for (const value of Object.values(params ?? {})) {
      this.#subscriptions.get(keyOf(method, value))?.receive(params as NotificationParams);
    }
  }
}

/** The code of an HttpError on a connection, which isn't declared. */
const HTTP_ERROR = -32000;

function keyOf(notification: string, id: unknown): string {
  return `${notification} ${String(id)}`;
}

function positionsOf(params: unknown): readonly unknown[] {
  return Array.isArray(params) ? params : Object.values(params ?? {});
}
