import type { DependencyOverrides } from '../args/dependency-overrides.js';
import { HttpExchange } from '../context/http-exchange.js';
import {
  instrumented,
  type InstrumentedRequest,
  isInstrumented,
} from '../context/instrumentation.js';
import type { Dispatcher } from '../dispatch/dispatcher.js';
import { finishExchange } from '../dispatch/finish-exchange.js';
import { type AnswerText, NO_ANSWER } from '../dispatch/answer-text.js';
import { runBatch, type StartItem } from '../dispatch/run-message.js';
import type { RunningCalls } from '../dispatch/running-calls.js';
import { resolveSharedDependencies } from '../dispatch/shared-dependencies.js';
import { startCall } from '../dispatch/start-call.js';
import { checkRequest } from '../exchange/check-request.js';
import type { HttpAnswer } from '../exchange/http-answer.js';
import type { HttpBody } from '../exchange/http-body.js';
import type { HttpRequest } from '../exchange/http-request.js';
import type { ApiLogger } from '../flow/api-logger.js';
import { isPromise, type MaybePromise } from '../flow/maybe-promise.js';
import { CompiledMethod } from '../method/compiled-method.js';
import type { Method } from '../method/method.js';
import { foldMiddlewares } from '../middleware/fold-middlewares.js';
import type { Envelope } from '../protocol/envelope.js';
import { type Message, parseMessage } from '../protocol/message.js';
import { readJson } from '../protocol/read-json.js';
import type { Entrypoint } from './entrypoint.js';
import {
  bodyRefusal,
  invalidRequest,
  parseError,
  refuseRequest,
  shuttingDown,
} from './refusals.js';
import { envelopeReader, isRead, type ReadEnvelope } from './request-envelope.js';

/** What an api gives to each of its entrypoints. */
export interface ApiServices {
  readonly logger: ApiLogger;
  readonly overrides: DependencyOverrides;
  readonly running: RunningCalls;
}

/** Answers the HTTP requests to one entrypoint of one api. */
export class EntrypointHandler {
  readonly #entrypoint: AnyEntrypoint;
  readonly #dispatcher: Dispatcher;
  readonly #readEnvelope: ReadEnvelope;
  readonly #builtIns = new Map<string, CompiledMethod>();

  constructor(entrypoint: AnyEntrypoint, services: ApiServices) {
    const { schedulerFactory, schedulerOptions, middlewares, timeout, requestSchema } =
      entrypoint.settings;
    this.#entrypoint = entrypoint;
    this.#readEnvelope = envelopeReader(requestSchema);
    this.#dispatcher = {
      ...services,
      scheduler: schedulerFactory(schedulerOptions),
      maxPending: schedulerOptions.maxPending,
      around: foldMiddlewares(middlewares),
      timeout,
    };
  }

  /**
   * The whole way of a request. `routeMethod` is the method where the request came to the method's
   * own route.
   */
  handle(request: HttpRequest, routeMethod: string | undefined): MaybePromise<HttpAnswer> {
    if (!isInstrumented()) return this.#read({ request, routeMethod, seen: undefined });
    const seen = { httpRequest: request, entrypoint: this.#entrypoint, message: undefined };
    return instrumented(
      this.#dispatcher.logger,
      (hooks, run) => hooks.request?.(seen, run),
      () => this.#read({ request, routeMethod, seen }),
    );
  }

  /** Answers a name that begins with `rpc.`, inside of the entrypoint's middlewares. */
  addBuiltIn(method: Method): void {
    if (this.#builtIns.has(method.name)) {
      throw new TypeError(
        `entrypoint ${this.#entrypoint.path}: ${method.name} is answered already; add it once`,
      );
    }
    const { middlewares, timeout } = this.#entrypoint.settings;
    const surroundings = { ...NO_SURROUNDINGS, middlewares, timeout };
    this.#builtIns.set(method.name, new CompiledMethod(method, surroundings));
  }

  #read(arrival: Arrival): MaybePromise<HttpAnswer> {
    const refusal = checkRequest(arrival.request);
    if (refusal !== undefined) return refuseRequest(refusal);
    const body = arrival.request.readBody(this.#entrypoint.settings.maxBodyBytes);
    return isPromise(body) ? this.#parseLater(arrival, body) : this.#parse(arrival, body);
  }

  /** A promise that is awaited costs less than one that another promise is resolved with. */
  async #parseLater(arrival: Arrival, body: Promise<HttpBody>): Promise<HttpAnswer> {
    const answer = this.#parse(arrival, await body);
    return isPromise(answer) ? await answer : answer;
  }

  #parse(arrival: Arrival, body: HttpBody): MaybePromise<HttpAnswer> {
    // It may have taken its time to arrive.
    if (this.#dispatcher.running.isClosing) return shuttingDown();
    if (body.kind !== 'text' && body.kind !== 'value') {
      return bodyRefusal(body.kind, this.#entrypoint.settings.maxBodyBytes);
    }
    const json = body.kind === 'text' ? readJson(body.text) : { ok: true as const, ...body };
    if (!json.ok) return parseError();
    const { seen, routeMethod } = arrival;
    if (seen !== undefined) seen.message = Array.isArray(json.value) ? 'batch' : 'single';
    const message = parseMessage(json.value, {
      maxBatchSize: this.#entrypoint.settings.maxBatchSize,
      takesBatches: routeMethod === undefined,
    });
    return message.kind === 'refused'
      ? invalidRequest(message.problem)
      : this.#answer(arrival, message);
  }

  #answer({ request, routeMethod, seen }: Arrival, message: Calls): MaybePromise<HttpAnswer> {
    const { logger, running } = this.#dispatcher;
    const exchange = new HttpExchange(request, this.#entrypoint, logger, seen);
    const text = this.#runCalls(exchange, message, routeMethod);
    if (isPromise(text)) return this.#finishLater(exchange, text);
    const answer = finishExchange(this.#dispatcher, exchange, text);
    if (isPromise(answer)) running.work.track(answer);
    return answer;
  }

  async #finishLater(exchange: HttpExchange, text: Promise<AnswerText>): Promise<HttpAnswer> {
    const { work } = this.#dispatcher.running;
    work.begin();
    try {
      const answer = finishExchange(this.#dispatcher, exchange, await text);
      return isPromise(answer) ? await answer : answer;
    } finally {
      work.end();
    }
  }

  #runCalls(
    exchange: HttpExchange,
    message: Calls,
    routeMethod: string | undefined,
  ): MaybePromise<AnswerText> {
    const { overrides } = this.#dispatcher;
    const shared = resolveSharedDependencies(exchange, this.#entrypoint.sharedPlan, overrides);
    return isPromise(shared)
      ? this.#startLater(shared, exchange, message, routeMethod)
      : this.#startAll(exchange, message, routeMethod);
  }

  async #startLater(
    shared: Promise<void>,
    exchange: HttpExchange,
    message: Calls,
    routeMethod: string | undefined,
  ): Promise<AnswerText> {
    await shared;
    return this.#startAll(exchange, message, routeMethod);
  }

  #startAll(
    exchange: HttpExchange,
    message: Calls,
    routeMethod: string | undefined,
  ): MaybePromise<AnswerText> {
    if (exchange.httpError !== undefined) return NO_ANSWER;
    return message.kind === 'single'
      ? this.#start(exchange, message.item, 0, routeMethod)
      : runBatch(exchange, message.items, this.#startItem);
  }

  /** A method's own route takes no batch. */
  readonly #startItem: StartItem = (exchange, item, index) =>
    this.#start(exchange, item, index, undefined);

  #start(
    exchange: HttpExchange,
    item: unknown,
    index: number,
    routeMethod: string | undefined,
  ): MaybePromise<AnswerText> {
    const envelope = this.#readEnvelope(item, routeMethod);
    if (!isRead(envelope)) {
      return this.#startWhenRead(envelope, exchange, item, index, routeMethod);
    }
    const method = this.#methodOf(envelope, routeMethod);
    return startCall(this.#dispatcher, exchange, item, index, envelope, method);
  }

  async #startWhenRead(
    envelope: Promise<Envelope>,
    exchange: HttpExchange,
    item: unknown,
    index: number,
    routeMethod: string | undefined,
  ): Promise<AnswerText> {
    const read = await envelope;
    const method = this.#methodOf(read, routeMethod);
    return startCall(this.#dispatcher, exchange, item, index, read, method);
  }

  #methodOf(envelope: Envelope, routeMethod: string | undefined): CompiledMethod | undefined {
    if (envelope.kind === 'invalid') return undefined;
    const name = envelope.request.method;
    // On its own route a method is called by no other name.
    return routeMethod !== undefined && name !== routeMethod ? undefined : this.#find(name);
  }

  #find(name: string): CompiledMethod | undefined {
    return this.#entrypoint.find(name) ?? this.#builtIns.get(name);
  }
}

/** A request on its way to its calls. */
interface Arrival {
  readonly request: HttpRequest;
  readonly routeMethod: string | undefined;
  /** What the instrumentation sees of it, where there is any. */
  readonly seen:
    | { -readonly [Key in keyof InstrumentedRequest]: InstrumentedRequest[Key] }
    | undefined;
}

type Calls = Exclude<Message, { kind: 'refused' }>;

/** What an entrypoint's methods have around them, and its built-ins have not. */
const NO_SURROUNDINGS = { dependencies: [], shared: [], structure: 'either' } as const;

/** An entrypoint of any request schema. */
export type AnyEntrypoint = Pick<
  Entrypoint,
  'path' | 'name' | 'settings' | 'methods' | 'find' | 'sharedPlan'
>;
