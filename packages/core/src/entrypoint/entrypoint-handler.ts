import type { DependencyOverrides } from '../args/dependency-overrides.js';
import { HttpExchange } from '../context/http-exchange.js';
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
import type { Logger } from '../flow/logger.js';
import { isPromise, type MaybePromise, whenDone } from '../flow/maybe-promise.js';
import { foldMiddlewares } from '../middleware/fold-middlewares.js';
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
import { envelopeReader, type ReadEnvelope } from './request-envelope.js';

/** What an api gives to each of its entrypoints. */
export interface ApiServices {
  readonly logger: Logger;
  readonly overrides: DependencyOverrides;
  readonly running: RunningCalls;
}

/** Answers the HTTP requests to one entrypoint of one api. */
export class EntrypointHandler {
  readonly #entrypoint: AnyEntrypoint;
  readonly #dispatcher: Dispatcher;
  readonly #readEnvelope: ReadEnvelope;

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
    const refusal = checkRequest(request);
    if (refusal !== undefined) return refuseRequest(refusal);
    const body = request.readBody(this.#entrypoint.settings.maxBodyBytes);
    return isPromise(body)
      ? body.then((read) => this.#answer(request, read, routeMethod))
      : this.#answer(request, body, routeMethod);
  }

  #answer(
    request: HttpRequest,
    body: HttpBody,
    routeMethod: string | undefined,
  ): MaybePromise<HttpAnswer> {
    // It may have taken its time to arrive.
    if (this.#dispatcher.running.isClosing) return shuttingDown();
    if (body.kind !== 'text' && body.kind !== 'value') {
      return bodyRefusal(body.kind, this.#entrypoint.settings.maxBodyBytes);
    }
    const json = body.kind === 'text' ? readJson(body.text) : { ok: true as const, ...body };
    if (!json.ok) return parseError();
    const message = parseMessage(json.value, {
      maxBatchSize: this.#entrypoint.settings.maxBatchSize,
      takesBatches: routeMethod === undefined,
    });
    if (message.kind === 'refused') return invalidRequest(message.problem);
    const exchange = new HttpExchange(request, this.#entrypoint, this.#dispatcher.logger);
    const texts = this.#runCalls(exchange, message, routeMethod);
    const answer = whenDone(texts, (text) => finishExchange(this.#dispatcher, exchange, text));
    if (isPromise(answer)) this.#dispatcher.running.work.track(answer);
    return answer;
  }

  #runCalls(
    exchange: HttpExchange,
    message: Exclude<Message, { kind: 'refused' }>,
    routeMethod: string | undefined,
  ): MaybePromise<AnswerText> {
    const start: StartItem = (of, item, index) => this.#start(of, item, index, routeMethod);
    const { overrides } = this.#dispatcher;
    const shared = resolveSharedDependencies(exchange, this.#entrypoint.sharedPlan, overrides);
    return whenDone(shared, () => {
      if (exchange.httpError !== undefined) return NO_ANSWER;
      return message.kind === 'single'
        ? start(exchange, message.item, 0)
        : runBatch(exchange, message.items, start);
    });
  }

  #start(
    exchange: HttpExchange,
    item: unknown,
    index: number,
    routeMethod: string | undefined,
  ): MaybePromise<AnswerText> {
    return whenDone(this.#readEnvelope(item, routeMethod), (envelope) => {
      const name = envelope.kind === 'invalid' ? undefined : envelope.request.method;
      // On its own route a method is called by no other name.
      const isElsewhere = routeMethod !== undefined && name !== routeMethod;
      const method = name === undefined || isElsewhere ? undefined : this.#entrypoint.find(name);
      return startCall(this.#dispatcher, exchange, item, index, envelope, method);
    });
  }
}

/** An entrypoint of any request schema. */
export type AnyEntrypoint = Pick<
  Entrypoint,
  'path' | 'name' | 'settings' | 'methods' | 'find' | 'sharedPlan'
>;
