import type { Api } from '@jsonrpc-kit/core';
import {
  TestConnection,
  type TestConnectionOptions,
  type TestSubscribeOptions,
} from '../connection/test-connection.js';
import type { TestSubscription } from '../connection/test-subscription.js';
import type { CallTracker } from '../tracking/call-tracker.js';
import type { TestResponse } from '../transport/test-response.js';
import { isApi, type TestableApp, transportTo } from '../transport/testable-app.js';
import type { SentRequest, Transport } from '../transport/transport.js';
import { checkCalls, checkObject, checkTimeout } from './check-argument.js';
import { ClientWork, CORRELATION_HEADER } from '../tracking/unfinished-work.js';
import {
  batchObjects,
  requestObject,
  type TestCallOptions,
  type TestHeaders,
  type TestNotificationOptions,
  type TestRequest,
  type TestRequestOptions,
  toSentRequest,
} from './request.js';
import type {
  CallArguments,
  BatchCall,
  BatchResponses,
  EventOf,
  MethodName,
  ResponseOf,
  SubscribeArguments,
  SubscribeResponseOf,
  SubscriptionNameOf,
} from './typed-methods.js';

/** Options for a {@link JsonRpcTestClient}. */
export interface JsonRpcTestClientOptions {
  /** The path for requests that set no `url`. Default: the path of an `Api` with one entrypoint. */
  readonly url?: string | undefined;
  /** Headers for every request. */
  readonly headers?: TestHeaders | undefined;
  /** The `Api` behind the app, for {@link JsonRpcTestClient.connect}. Not needed if the app is an `Api`. */
  readonly api?: Api | undefined;
  /** @internal */
  readonly findApi?: (() => Api | undefined) | undefined;
  /** @internal */
  readonly observer?: CallTracker | undefined;
}

interface WaitOptions {
  /** Milliseconds to wait; `Infinity` for no limit. Default: 5,000. */
  readonly timeout?: number;
}

/**
 * Sends JSON-RPC requests to an app in this process, with any test runner. It uses Hono's `request()`
 * or Fastify's `inject()`, and a socket on the loopback interface for other frameworks.
 *
 * ```ts
 * await using client = new JsonRpcTestClient<typeof methods>(app, { url: '/api/v1/jsonrpc' });
 * const { result } = await client.jsonrpc('withdraw', { accountId: '1.1', amount: 5 });
 * ```
 *
 * `Methods` is the type of a module of methods. `EntrypointErrors` are errors that any of them may
 * return, in addition to the standard ones. Without `Methods` the client is not typed.
 */
export class JsonRpcTestClient<
  Methods = unknown,
  EntrypointErrors = never,
> implements AsyncDisposable {
  readonly #url: string | undefined;
  readonly #headers: TestHeaders;
  readonly #observer: CallTracker | undefined;
  readonly #transport: Transport;
  readonly #work = new ClientWork();
  readonly #findApi: () => Api;
  readonly #connections = new Set<TestConnection>();
  #closed: Promise<void> | undefined;

  /**
   * Creates a client for an app in this process.
   *
   * @param app a Hono, Express or Fastify application, a request listener, a server or an `Api`
   * @throws TypeError if the app is something else or the options are not an object
   */
  constructor(app: TestableApp, options: JsonRpcTestClientOptions = {}) {
    const usage = "Write new JsonRpcTestClient(app, { url: '/path' }).";
    checkObject('JsonRpcTestClient: options', options, usage);
    this.#url = options.url ?? onlyPathOf(app);
    this.#headers = options.headers ?? {};
    this.#observer = options.observer;
    this.#transport = transportTo(app);
    const { api = isApi(app) ? app : undefined, findApi } = options;
    this.#findApi = () => api ?? findApi?.() ?? missingApi();
  }

  /**
   * Calls a method and returns the decoded body, whatever its status: a response object, or
   * `{ detail }` if the app threw an `HttpError`. Results are typed as JSON: a `Date` is a string.
   *
   * @throws TypeError if the body is not JSON
   */
  async jsonrpc<Name extends MethodName<Methods>>(
    method: Name,
    ...args: CallArguments<Methods, Name, TestCallOptions>
  ): Promise<ResponseOf<Methods, Name, EntrypointErrors>> {
    const [params, options = {}] = args;
    checkObject('jsonrpc(): options', options, "Write jsonrpc('method', params, { headers }).");
    const { requestId: id = 0, envelope, ...rest } = options;
    const json = requestObject({ id, method, params, envelope });
    const response = await this.#send({ ...rest, json }, method, 'jsonrpc');
    // The declared type. The test checks the actual value.
    return response.json as ResponseOf<Methods, Name, EntrypointErrors>;
  }

  /**
   * Sends a batch and returns its responses in the order of the calls, without those that are
   * notifications.
   *
   * @throws TypeError if the body is not an array, for example because the batch was rejected
   */
  async batch<const Calls extends readonly BatchCall<Methods>[]>(
    calls: Calls,
    options: TestRequestOptions = {},
  ): Promise<BatchResponses<Methods, EntrypointErrors, Calls>> {
    checkCalls(calls);
    checkObject('batch(): options', options, 'Write batch(calls, { headers }).');
    const json = batchObjects(calls);
    const response = await this.#send({ ...options, json }, `a batch of ${calls.length}`, 'batch');
    const responses = response.text === '' ? [] : response.json;
    if (!Array.isArray(responses)) {
      throw new TypeError(
        `The response to the batch is not an array: status ${response.status}, ${response.text}. ` +
          'To inspect it, use request().',
      );
    }
    return responses as BatchResponses<Methods, EntrypointErrors, Calls>;
  }

  /**
   * Sends a notification. Resolves when the HTTP response has arrived, which does not wait for the
   * notification to finish; use {@link settled} for that.
   *
   * @throws TypeError if the response has a body
   */
  async notify<Name extends MethodName<Methods>>(
    method: Name,
    ...args: CallArguments<Methods, Name, TestNotificationOptions>
  ): Promise<void> {
    const [params, options = {}] = args;
    checkObject('notify(): options', options, "Write notify('method', params, { headers }).");
    const { envelope, ...rest } = options;
    const json = requestObject({ method, params, envelope });
    const name = `the notification ${method}`;
    const { status, text } = await this.#send({ ...rest, json }, name, 'notify');
    if (text !== '') {
      throw new TypeError(`The response to a notification has a body: status ${status}, ${text}`);
    }
  }

  /**
   * Opens a connection in this process, without a socket. Needs the `Api` behind the app.
   *
   * @throws Error if the api rejects the connection; the message contains the HTTP response
   */
  async connect(
    options: TestConnectionOptions = {},
  ): Promise<TestConnection<Methods, EntrypointErrors>> {
    checkObject('connect(): options', options, 'Write connect({ headers }).');
    return this.#connect(options, 'connect');
  }

  /**
   * Subscribes on a new connection, as with {@link connect}. Ending the subscription closes it.
   *
   * ```ts
   * const movements = await client.subscribe('movements', { accountId: '1.1' });
   * await client.jsonrpc('deposit', { accountId: '1.1', amount: 5 });
   * expect(await movements.collect(1)).toEqual([{ amount: 5 }]);
   * ```
   */
  async subscribe<Name extends SubscriptionNameOf<Methods>>(
    name: Name,
    ...args: SubscribeArguments<Methods, Name, TestConnectionOptions>
  ): Promise<
    TestSubscription<EventOf<Methods, Name>, SubscribeResponseOf<Methods, Name, EntrypointErrors>>
  > {
    const [params, options = {}] = args;
    checkObject('subscribe(): options', options, "Write subscribe('name', params, { headers }).");
    const { url, headers, ...rest } = options;
    const connection = await this.#connect({ url, headers }, 'subscribe');
    try {
      const subscription = await connection.subscribe(
        name,
        ...([params, rest] as SubscribeArguments<Methods, Name, TestSubscribeOptions>),
      );
      void subscription.ended.then(() => connection.disconnect());
      return subscription;
    } catch (error) {
      connection.disconnect();
      throw error;
    }
  }

  /** Sends any request, valid or not. */
  async request(request: TestRequest = {}): Promise<TestResponse> {
    checkObject('request(): request', request, "Write request({ verb: 'POST', json: { … } }).");
    const { verb = 'POST', url = this.#url } = request;
    return this.#send(request, `${verb} ${url}`, 'request');
  }

  /**
   * Waits for everything that the client's requests have started in this process: notifications,
   * teardowns and background tasks.
   *
   * @throws RangeError if the timeout is not a number of milliseconds
   * @throws Error if it takes longer than the timeout; the message names the requests
   */
  async settled(options: WaitOptions = {}): Promise<void> {
    const { timeout = 5_000 } = options;
    checkTimeout('settled(): timeout', timeout);
    await this.#work.settle(timeout);
    this.#observer?.onSettled();
  }

  /**
   * Waits like {@link settled}, then closes the socket if the client opened one. It does not close the
   * app. Can be called twice.
   */
  close(options: WaitOptions = {}): Promise<void> {
    const { timeout = 5_000 } = options;
    checkTimeout('close(): timeout', timeout);
    return (this.#closed ??= this.#close(timeout));
  }

  /** Calls {@link close}. */
  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  async #close(timeout: number): Promise<void> {
    for (const connection of this.#connections) connection.disconnect();
    try {
      await this.settled({ timeout });
    } finally {
      await this.#transport.close?.();
      this.#work.stopWatching();
    }
  }

  async #connect(
    { url, headers }: TestConnectionOptions,
    caller: Caller,
  ): Promise<TestConnection<Methods, EntrypointErrors>> {
    const name = `${caller}()`;
    const { id, sent } = this.#prepare({ url, headers }, name, caller);
    return this.#work.trackRequest(id, name, this.#open(id, sent));
  }

  async #open(
    id: string,
    request: SentRequest,
  ): Promise<TestConnection<Methods, EntrypointErrors>> {
    const connection = await TestConnection.open<Methods, EntrypointErrors>(this.#findApi(), {
      request,
      observer: this.#observer,
      track: (name, response) => this.#work.trackRequest(id, name, response),
    });
    if (this.#closed !== undefined) {
      connection.disconnect();
      throw closedError();
    }
    this.#connections.add(connection);
    void connection.closed.then(() => this.#connections.delete(connection));
    return connection;
  }

  async #send(request: TestRequest, name: string, caller: Caller): Promise<TestResponse> {
    const { id, sent } = this.#prepare(request, name, caller);
    const response = await this.#work.trackRequest(id, name, this.#transport.send(sent));
    this.#observer?.onResponse(id, response);
    return response;
  }

  /**
   * Completes a request, and assigns it to the test. `caller` is the public method that the stack of an error
   * leaves out.
   */
  #prepare(
    request: TestRequest,
    name: string,
    caller: Caller,
  ): { readonly id: string; readonly sent: SentRequest } {
    const id = this.#work.nextCorrelationId();
    this.#observer?.onRequest(id, callSiteAbove(this, caller));
    if (this.#closed !== undefined) throw closedError();
    const { url = this.#url ?? missingUrl(name) } = request;
    const sent = toSentRequest(request, url, this.#headers);
    sent.headers.set(CORRELATION_HEADER, id);
    return { id, sent };
  }
}

type Caller = 'jsonrpc' | 'batch' | 'notify' | 'request' | 'connect' | 'subscribe';

function closedError(): Error {
  return new Error('This JsonRpcTestClient is closed. Create a new one.');
}

function missingUrl(name: string): never {
  throw new TypeError(
    `${name} has no url. Pass url to the client or to the request; ` +
      "with the fixtures, use .extend('jsonrpcUrl', '/path').",
  );
}

function missingApi(): never {
  throw new TypeError(
    'connect() and subscribe() need the Api behind the app. Pass it: new JsonRpcTestClient(app, { api }). ' +
      "With the fixtures, supply it with .extend('api', …), and add `api` to the arguments of the test.",
  );
}

function callSiteAbove(client: object, caller: Caller): Error {
  const callSite = new Error();
  // In V8 only. Elsewhere the stack has a few more frames.
  Error.captureStackTrace?.(callSite, Reflect.get(client, caller));
  return callSite;
}

function onlyPathOf(app: TestableApp): string | undefined {
  if (!isApi(app)) return undefined;
  const [first, ...others] = app.entrypoints;
  return others.length === 0 ? first?.path : undefined;
}
