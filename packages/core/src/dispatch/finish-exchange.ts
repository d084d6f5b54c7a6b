import { inContextLater } from '../context/call-flow.js';
import type { HttpExchange } from '../context/http-exchange.js';
import { BaseError } from '../errors/base-error.js';
import { HttpError, isErrorStatus } from '../errors/http-error.js';
import { answerHeaders, isSendable } from '../exchange/answer-headers.js';
import {
  DEFAULT_SEND_TIMEOUT,
  detailAnswer,
  type HttpAnswer,
  jsonAnswer,
  NO_CONTENT,
} from '../exchange/http-answer.js';
import { encodeError, textOfResponse } from '../protocol/encode-response.js';
import type { JsonRpcErrorObject } from '../protocol/json-rpc-response.js';
import { InternalError } from '../errors/standard-errors.js';
import type { MaybePromise } from '../flow/maybe-promise.js';
import type { Dispatcher } from './dispatcher.js';
import { type Answers, encodeAnswer, NO_ANSWER, textOfAnswers } from './answer.js';
import { closeSharedAfterResponse, closeSharedBeforeResponse } from './shared-dependencies.js';

/** Makes the HTTP answer of the calls' answers, and says what there is to do once it has been sent. */
export function finishExchange(
  dispatcher: Dispatcher,
  exchange: HttpExchange,
  answers: Answers,
): MaybePromise<HttpAnswer> {
  if (!exchange.hasOpenDependencies) return answerWith(dispatcher, exchange, answers);
  return closeSharedBeforeResponse(exchange).then((failure) => {
    if (failure === undefined) return answerWith(dispatcher, exchange, answers);
    return answerWith(
      dispatcher,
      exchange,
      replaceAnswers(dispatcher, exchange, { answers, error: failure.error }),
    );
  });
}

/** A shared teardown failed: its error is the response to every call. */
function replaceAnswers(
  dispatcher: Dispatcher,
  exchange: HttpExchange,
  { answers, error }: { readonly answers: Answers; readonly error: unknown },
): Answers {
  if (error instanceof HttpError) {
    exchange.endWith(error);
    return NO_ANSWER;
  }
  if (!(error instanceof BaseError)) {
    exchange.logger.error({ err: error }, 'A teardown before the response failed');
  }
  // The responses that are replaced no longer count.
  exchange.responseBytes = 0;
  exchange.isFull = false;
  // Unlike map(), flatMap() leaves out the places of notifications.
  const failures = exchange.answered.flatMap((call) => {
    call.fail(error);
    const answer = encodeAnswer(dispatcher, call);
    const { malformed: err } = call;
    if (err !== undefined) call.failureLogger.error({ err }, 'A JSON-RPC call failed');
    return [answer];
  });
  // A single notification has none.
  return Array.isArray(answers) ? failures : failures[0];
}

/**
 * Ends an exchange that failed outside of any call: closes what is open and responds with
 * InternalError. Never rejects.
 */
export async function failExchange(
  dispatcher: Dispatcher,
  exchange: HttpExchange,
  error: unknown,
): Promise<HttpAnswer> {
  exchange.logger.error({ err: error }, 'HTTP request failed');
  exchange.firstFailure ??= { error };
  exchange.hasSucceeded = false;
  const answer = jsonAnswer(textOfResponse(encodeError(null, internalErrorObject())));
  if (!exchange.hasMoreToDo) return answer;
  for (const call of exchange.toClose) await call.openDependencies.fail(error);
  return { ...answer, sent: endsLater(dispatcher, exchange) };
}

function internalErrorObject(): JsonRpcErrorObject {
  return { code: InternalError.code, message: InternalError.message };
}

function answerWith(dispatcher: Dispatcher, exchange: HttpExchange, answers: Answers): HttpAnswer {
  const answer = withTimeout(
    dispatcher,
    sendable(withRateLimit(httpAnswer(exchange, answers), exchange), exchange),
  );
  if (exchange.hasMoreToDo) return { ...answer, sent: endsLater(dispatcher, exchange) };
  return exchange.hasPending ? { ...answer, sent: pendingOf(exchange) } : answer;
}

function withTimeout({ sendTimeout }: Dispatcher, answer: HttpAnswer): HttpAnswer {
  return sendTimeout === DEFAULT_SEND_TIMEOUT ? answer : { ...answer, sendTimeout };
}

/** They go on by themselves; only who has to wait for them asks. */
function pendingOf(exchange: HttpExchange): () => Promise<void> {
  return () => exchange.whenNothingIsPending();
}

/** What the HTTP request has still to do once its response has been sent. */
function endsLater({ running }: Dispatcher, exchange: HttpExchange): () => Promise<void> {
  let leave = (): void => undefined;
  const hasLeft = new Promise<void>((resolve) => {
    leave = resolve;
  });
  const ended = hasLeft
    .then(() => afterResponse(exchange))
    .catch((err: unknown) => {
      exchange.logger.error({ err }, 'What follows the response failed');
    });
  running.work.track(ended);
  return () => {
    leave();
    return ended;
  };
}

function httpAnswer(exchange: HttpExchange, answers: Answers): HttpAnswer {
  const { httpError, setHttpResponse } = exchange;
  if (httpError !== undefined) {
    const { status, detail } = httpError;
    // A subclass may have put anything there.
    if (!isErrorStatus(status)) throw new TypeError('The status of an HttpError is not one');
    if (JSON.stringify(detail) === undefined) {
      throw new TypeError('The detail of an HttpError is not a JSON value');
    }
    return detailAnswer(status, detail, answerHeaders(Object.entries(httpError.headers)));
  }
  const text = textOfAnswers(answers);
  const answer = text === undefined ? NO_CONTENT : jsonAnswer(text);
  if (setHttpResponse === undefined) return answer;
  const status = text === undefined ? answer.status : (setHttpResponse.status ?? answer.status);
  return { ...answer, status, headers: setHttpResponse.entries() };
}

/** 429 where the rate limit rejected every call, and its headers on every response. */
function withRateLimit(answer: HttpAnswer, { rateLimit }: HttpExchange): HttpAnswer {
  if (rateLimit === undefined) return answer;
  const headers = [...(answer.headers ?? []), ...rateLimit.headers];
  if (!rateLimit.rejectsAll) return { ...answer, headers };
  // A body that is empty has a length, which clients wait for; only a 204 has none.
  return { ...answer, status: 429, body: answer.body ?? '', headers };
}

function sendable(answer: HttpAnswer, exchange: HttpExchange): HttpAnswer {
  const { headers } = answer;
  if (headers === undefined) return answer;
  const refused = [...headers].find((header) => !isSendable(header));
  if (refused === undefined) return answer;
  exchange.logger.error(
    { header: refused[0] },
    'The answer could not be sent: a header that HTTP cannot carry',
  );
  return detailAnswer(500, 'Internal Server Error');
}

/** Teardowns first, as tasks may take long; shared ones wait for notifications, and tasks do not. */
async function afterResponse(exchange: HttpExchange): Promise<void> {
  for (const call of exchange.toClose) {
    await inContextLater(call, ({ openDependencies }) => openDependencies.closeAfterResponse());
  }
  const shared = closeSharedAfterResponse(exchange);
  if (!exchange.hasPending) await shared;
  await exchange.tasks.run();
  await shared;
}
