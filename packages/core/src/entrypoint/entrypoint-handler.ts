import type { DependencyOverrides } from '../args/dependency-overrides.js';
import { HttpExchange } from '../context/http-exchange.js';
import {
  instrumented,
  type InstrumentedRequest,
  isInstrumented,
} from '../context/instrumentation.js';
import type { Dispatcher } from '../dispatch/dispatcher.js';
import { finishExchange } from '../dispatch/finish-exchange.js';
import type { Answers } from '../dispatch/answer.js';
import type { RunningCalls } from '../dispatch/running-calls.js';
import { checkRequest } from '../exchange/check-request.js';
import type { HttpAnswer } from '../exchange/http-answer.js';
import type { HttpBody } from '../exchange/http-body.js';
import type { HttpRequest } from '../exchange/http-request.js';
import type { ApiLogger } from '../flow/api-logger.js';
import { isPromise, type MaybePromise } from '../flow/maybe-promise.js';
import type { Method } from '../method/method.js';
import { type Calls, parseMessage } from '../protocol/message.js';
import { readJson } from '../protocol/read-json.js';
import type { AnyEntrypoint } from './any-entrypoint.js';
import { EntrypointCalls } from './entrypoint-calls.js';
import {
  bodyRefusal,
  invalidRequest,
  parseError,
  refuseRequest,
  shuttingDown,
} from './refusals.js';

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
  readonly #calls: EntrypointCalls;

  constructor(entrypoint: AnyEntrypoint, services: ApiServices) {
    const { schedulerFactory, schedulerOptions, middlewares, timeout } = entrypoint.settings;
    this.#entrypoint = entrypoint;
    this.#dispatcher = {
      ...services,
      scheduler: schedulerFactory(schedulerOptions),
      maxPending: schedulerOptions.maxPending,
      middlewares,
      timeout,
    };
    this.#calls = new EntrypointCalls(entrypoint, this.#dispatcher);
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
    this.#calls.addBuiltIn(method);
  }

  #read(arrival: Arrival): MaybePromise<HttpAnswer> {
    const refusal = checkRequest(arrival.request);
    if (refusal !== undefined) return refuseRequest(refusal);
    const { maxBodyBytes, bodyTimeout } = this.#entrypoint.settings;
    const body = arrival.request.readBody({ maxBytes: maxBodyBytes, timeout: bodyTimeout });
    return isPromise(body) ? this.#parseLater(arrival, body) : this.#parse(arrival, body);
  }

  #parseLater(arrival: Arrival, body: Promise<HttpBody>): Promise<HttpAnswer> {
    return body.then((read) => this.#parse(arrival, read));
  }

  #parse(arrival: Arrival, body: HttpBody): MaybePromise<HttpAnswer> {
    // It may have taken its time to arrive.
    if (this.#dispatcher.running.isClosing) return shuttingDown();
    if (body.kind !== 'text' && body.kind !== 'value') {
      return bodyRefusal(body.kind, this.#entrypoint.settings);
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
    const { logger } = this.#dispatcher;
    const exchange = new HttpExchange(request, this.#entrypoint, logger, seen);
    const answers = this.#calls.run(exchange, message, routeMethod);
    return isPromise(answers)
      ? this.#finishLater(exchange, answers)
      : this.#finish(exchange, answers);
  }

  #finishLater(exchange: HttpExchange, answers: Promise<Answers>): Promise<HttpAnswer> {
    const { work } = this.#dispatcher.running;
    work.begin();
    return answers.then((ready) => {
      try {
        return this.#finish(exchange, ready);
      } finally {
        work.end();
      }
    });
  }

  #finish(exchange: HttpExchange, answers: Answers): MaybePromise<HttpAnswer> {
    const answer = finishExchange(this.#dispatcher, exchange, answers);
    if (isPromise(answer)) this.#dispatcher.running.work.track(answer);
    return answer;
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
