import type { RequestId } from '@jsonrpc-kit/core';
import type { TestableApp } from '../transport/testable-app.js';
import type { Transport } from '../transport/transport.js';
import { isApi, transportOf } from '../transport/transport-of.js';
import { BackgroundWork } from './background-work.js';
import { type BatchAnswers, type BatchCall, batchMessage } from './batch-call.js';
import { checkCalls, checkObject, checkTimeout } from './check-argument.js';
import type { ClientObserver } from './client-observer.js';
import { type EnvelopeMembers, withMembers } from './envelope-members.js';
import { MARK_HEADER, RequestMarks } from './request-mark.js';
import {
  type RawRequest,
  type SendOptions,
  type TestHeaders,
  toSentRequest,
} from './sent-request.js';
import { settledInTime } from './settled-in-time.js';
import type { TestAnswer } from './test-answer.js';
import type { AnswerOf, MethodName, ParamsOf, TakesNoParams } from './typed-methods.js';

/** What all requests of a {@link JsonRpcTestClient} have in common. */
export interface JsonRpcTestClientOptions {
  /** Where requests go that say nothing else. Default: the path of an `Api` with one entrypoint. */
  readonly url?: string | undefined;
  /** Sent with every request. */
  readonly headers?: TestHeaders | undefined;
  /** @internal */
  readonly observer?: ClientObserver | undefined;
}

/** What may be said with one notification. */
export interface NotifyOptions extends SendOptions {
  /** Further members of the request object, as `{ traceId: '7' }`. Default: none. */
  readonly envelope?: EnvelopeMembers | undefined;
}

/** What may be said with one call. */
export interface CallOptions extends NotifyOptions {
  /** Default: 0. */
  readonly requestId?: RequestId | null | undefined;
}

/** A method's parameters, which may be left out where it needs none, and the call's options. */
export type CallArguments<Methods, Name extends string, Options> =
  TakesNoParams<Methods, Name> extends true
    ? [params?: ParamsOf<Methods, Name>, options?: Options]
    : [params: ParamsOf<Methods, Name>, options?: Options];

/**
 * Sends JSON-RPC requests to an app in this process, for tests: through the framework's own way in
 * where it has one (Hono's `request`, Fastify's `inject`), else through a socket of its own. It needs
 * no test runner.
 *
 * ```ts
 * const client = new JsonRpcTestClient<typeof methods>(app, { url: '/api/v1/jsonrpc' });
 * const { result } = await client.jsonrpc('withdraw', { accountId: '1.1', amount: 5 });
 * await client.close();
 * ```
 *
 * `Methods` is the type of a module of methods; `EntrypointErrors` are the errors that any of them
 * may answer with, beside the standard ones. Without the first nothing is typed.
 */
export class JsonRpcTestClient<Methods = unknown, EntrypointErrors = never> {
  readonly #url: string | undefined;
  readonly #headers: TestHeaders;
  readonly #observer: ClientObserver | undefined;
  readonly #transport: Transport;
  readonly #marks = new RequestMarks();
  readonly #work: BackgroundWork;
  #closed: Promise<void> | undefined;

  /**
   * Sends JSON-RPC requests to an app in this process.
   *
   * @param app a Hono, Express or Fastify application, a request listener, a server or an `Api`
   * @throws TypeError where the app is none, or the options are no object; the message says what it is
   */
  constructor(app: TestableApp, options: JsonRpcTestClientOptions = {}) {
    const instead = "Write new JsonRpcTestClient(app, { url: '/path' }).";
    checkObject('JsonRpcTestClient: options', options, instead);
    this.#url = options.url ?? onlyPathOf(app);
    this.#headers = options.headers ?? {};
    this.#observer = options.observer;
    this.#transport = transportOf(app);
    this.#work = new BackgroundWork(this.#marks);
  }

  /**
   * Calls a method and gives the decoded body, whatever the status: a response object, or where an
   * `HttpError` was thrown its `{ detail }`. Its types are those of JSON: of a Date comes a string.
   *
   * @throws TypeError where the body is no JSON; the message shows it
   */
  async jsonrpc<Name extends MethodName<Methods>>(
    method: Name,
    ...[params, options = {}]: CallArguments<Methods, Name, CallOptions>
  ): Promise<AnswerOf<Methods, Name, EntrypointErrors>> {
    checkObject('jsonrpc(): options', options, "Write jsonrpc('method', params, { headers }).");
    const { requestId: id = 0, envelope, ...where } = options;
    const json = withMembers({ id, jsonrpc: '2.0', method, params: orEmpty(params) }, envelope);
    const answer = await this.#send({ ...where, json }, method, 'jsonrpc');
    // As the method declares it; what really came is what the test looks at.
    return answer.json as AnswerOf<Methods, Name, EntrypointErrors>;
  }

  /**
   * Calls several methods at once and gives their answers in this order, without those of
   * notifications.
   *
   * @throws TypeError where the answer is no array, as for a batch that is refused as a whole; the
   *   message shows it
   */
  async batch<const Calls extends readonly BatchCall<Methods>[]>(
    calls: Calls,
    options: SendOptions = {},
  ): Promise<BatchAnswers<Methods, EntrypointErrors, Calls>> {
    checkCalls(calls);
    checkObject('batch(): options', options, 'Write batch(calls, { headers }).');
    const json = batchMessage(calls);
    const answer = await this.#send({ ...options, json }, `a batch of ${calls.length}`, 'batch');
    const answers = answer.text === '' ? [] : answer.json;
    if (!Array.isArray(answers)) {
      throw new TypeError(
        `The batch was not answered by an array but, with status ${answer.status}, by ` +
          `${answer.text}; ask request() for such an answer`,
      );
    }
    // As the methods declare them.
    return answers as BatchAnswers<Methods, EntrypointErrors, Calls>;
  }

  /**
   * Sends a notification. It is fulfilled when the request was answered, which a notification does
   * not wait for: {@link settled} does.
   *
   * @throws TypeError where the answer has a body; the message shows it
   */
  async notify<Name extends MethodName<Methods>>(
    method: Name,
    ...[params, options = {}]: CallArguments<Methods, Name, NotifyOptions>
  ): Promise<void> {
    checkObject('notify(): options', options, "Write notify('method', params, { headers }).");
    const { envelope, ...where } = options;
    const json = withMembers({ jsonrpc: '2.0', method, params: orEmpty(params) }, envelope);
    const name = `the notification ${method}`;
    const { status, text } = await this.#send({ ...where, json }, name, 'notify');
    if (text !== '') {
      throw new TypeError(`A notification has no answer, but with status ${status} came ${text}`);
    }
  }

  /** Any request, right or wrong. The answer has `status`, `headers`, `text` and `json`. */
  async request(request: RawRequest = {}): Promise<TestAnswer> {
    checkObject('request(): request', request, "Write request({ verb: 'POST', json: { … } }).");
    const { verb = 'POST', url = this.#url } = request;
    return this.#send(request, `${verb} ${url}`, 'request');
  }

  /**
   * Waits until nothing goes on in this process that requests of this client have begun:
   * notifications, teardowns and background tasks. `timeout` is in milliseconds; default: 5,000,
   * `Infinity` for no limit.
   *
   * @throws RangeError where the timeout is no such number
   * @throws Error where it takes longer; the message names what it waited for
   */
  async settled({ timeout = 5_000 }: { readonly timeout?: number } = {}): Promise<void> {
    checkTimeout('settled(): timeout', timeout);
    await settledInTime(this.#work, timeout);
    this.#observer?.settled();
  }

  /**
   * Waits as {@link settled} does, and closes the socket where it has opened one. The app is yours to
   * close.
   */
  close(): Promise<void> {
    return (this.#closed ??= this.#close());
  }

  async #close(): Promise<void> {
    try {
      await this.settled();
    } finally {
      await this.#transport.close();
      this.#work.stopWatching();
    }
  }

  /** `caller` is the method that the test called; the stack of an error begins above it. */
  async #send(request: RawRequest, name: string, caller: Caller): Promise<TestAnswer> {
    const mark = this.#marks.next();
    this.#observer?.begun(mark, placeAbove(this, caller));
    if (this.#closed !== undefined) throw new Error('This JsonRpcTestClient is closed');
    const { url = this.#url } = request;
    if (url === undefined) {
      throw new TypeError(
        `Where does ${name} go? Give the client, or this request, a url; ` +
          "the fixtures take it from .extend('jsonrpcUrl', '/path')",
      );
    }
    const sent = toSentRequest(request, url, this.#headers);
    sent.headers.set(MARK_HEADER, mark);
    const answer = await this.#work.of(mark, name, this.#transport.send(sent));
    this.#observer?.answered(mark, answer);
    return answer;
  }
}

/** Only what is left out: a test may send `null`. */
function orEmpty(params: unknown): unknown {
  return params === undefined ? {} : params;
}

type Caller = 'jsonrpc' | 'batch' | 'notify' | 'request';

function placeAbove(client: object, caller: Caller): Error {
  const place = new Error();
  // V8's; elsewhere the stack has some frames more.
  Error.captureStackTrace?.(place, Reflect.get(client, caller));
  return place;
}

function onlyPathOf(app: TestableApp): string | undefined {
  if (!isApi(app)) return undefined;
  const [first, ...others] = app.entrypoints;
  return others.length === 0 ? first?.path : undefined;
}
