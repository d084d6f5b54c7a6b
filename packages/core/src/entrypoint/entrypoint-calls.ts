import type { HttpExchange } from '../context/http-exchange.js';
import { type Answers, type Answer, NO_ANSWER } from '../dispatch/answer.js';
import type { Dispatcher } from '../dispatch/dispatcher.js';
import { runBatch, type StartItem } from '../dispatch/run-batch.js';
import { resolveSharedDependencies } from '../dispatch/shared-dependencies.js';
import { startCall } from '../dispatch/start-call.js';
import { isPromise, type MaybePromise } from '../flow/maybe-promise.js';
import { CompiledMethod } from '../method/compiled-method.js';
import type { Method } from '../method/method.js';
import type { Envelope } from '../protocol/envelope.js';
import type { Calls } from '../protocol/message.js';
import type { AnyEntrypoint } from './any-entrypoint.js';
import { envelopeReader, isRead, type ReadEnvelope } from './request-envelope.js';

/** Starts the calls of the messages to one entrypoint of one api: each by its envelope and method. */
export class EntrypointCalls {
  readonly #entrypoint: AnyEntrypoint;
  readonly #dispatcher: Dispatcher;
  readonly #readEnvelope: ReadEnvelope;
  readonly #builtIns = new Map<string, CompiledMethod>();

  constructor(entrypoint: AnyEntrypoint, dispatcher: Dispatcher) {
    this.#entrypoint = entrypoint;
    this.#dispatcher = dispatcher;
    this.#readEnvelope = envelopeReader(entrypoint.settings.requestSchema);
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

  /** Their answers. Never throws or rejects. */
  run(
    exchange: HttpExchange,
    message: Calls,
    routeMethod: string | undefined,
  ): MaybePromise<Answers> {
    const { sharedPlan } = this.#entrypoint;
    if (sharedPlan === undefined) return this.#startAll(exchange, message, routeMethod);
    const shared = resolveSharedDependencies(exchange, sharedPlan, this.#dispatcher.overrides);
    return isPromise(shared)
      ? this.#startLater(shared, exchange, message, routeMethod)
      : this.#startAll(exchange, message, routeMethod);
  }

  async #startLater(
    shared: Promise<void>,
    exchange: HttpExchange,
    message: Calls,
    routeMethod: string | undefined,
  ): Promise<Answers> {
    await shared;
    return this.#startAll(exchange, message, routeMethod);
  }

  #startAll(
    exchange: HttpExchange,
    message: Calls,
    routeMethod: string | undefined,
  ): MaybePromise<Answers> {
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
  ): MaybePromise<Answer> {
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
  ): Promise<Answer> {
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

/** What an entrypoint's methods have around them, and its built-ins have not. */
const NO_SURROUNDINGS = { dependencies: [], shared: [], structure: 'either' } as const;
