import { inContextLater } from '../context/call-flow.js';
import type { HttpExchange } from '../context/http-exchange.js';
import { BaseError } from '../errors/base-error.js';
import { HttpError } from '../errors/http-error.js';
import { answerHeaders, isSendable } from '../exchange/answer-headers.js';
import { detailAnswer, type HttpAnswer, jsonAnswer, NO_CONTENT } from '../exchange/http-answer.js';
import type { MaybePromise } from '../flow/maybe-promise.js';
import { runBackgroundTasks } from '../lifetime/background-tasks.js';
import type { Dispatcher } from './dispatcher.js';
import { type AnswerText, NO_ANSWER } from './answer-text.js';
import { closeSharedAfterResponse, closeSharedBeforeResponse } from './shared-dependencies.js';

/** Makes the HTTP answer of the calls' texts, and says what there is to do once it has been sent. */
export function finishExchange(
  dispatcher: Dispatcher,
  exchange: HttpExchange,
  text: AnswerText,
): MaybePromise<HttpAnswer> {
  if (!exchange.hasOpenDependencies) return answerWith(dispatcher, exchange, text);
  return closeSharedBeforeResponse(exchange).then((failure) => {
    if (failure === undefined) return answerWith(dispatcher, exchange, text);
    return answerWith(dispatcher, exchange, replaceAnswers(exchange, text, failure.error));
  });
}

/** A shared teardown failed: its error is the answer of every call. */
function replaceAnswers(exchange: HttpExchange, text: AnswerText, error: unknown): AnswerText {
  if (error instanceof HttpError) {
    exchange.endWith(error);
    return NO_ANSWER;
  }
  if (!(error instanceof BaseError)) {
    exchange.logger.error({ err: error }, 'A teardown before the response failed');
  }
  // Unlike map(), flatMap() leaves out the places of notifications.
  const texts = exchange.answered.flatMap((call) => {
    call.fail(error);
    return [call.encode()];
  });
  if (text === NO_ANSWER) return NO_ANSWER;
  return text.startsWith('[') ? `[${texts.join(',')}]` : texts.join('');
}

function answerWith(dispatcher: Dispatcher, exchange: HttpExchange, text: AnswerText): HttpAnswer {
  const answer = sendable(httpAnswer(exchange, text), exchange);
  if (!hasMoreToDo(exchange)) {
    // They go on by themselves; only who has to wait for them asks.
    return exchange.hasPending ? { ...answer, sent: () => allOf(exchange.pending) } : answer;
  }
  let leave = (): void => undefined;
  const hasLeft = new Promise<void>((resolve) => {
    leave = resolve;
  });
  const ended = hasLeft.then(() => afterResponse(exchange));
  dispatcher.running.work.track(ended);
  const sent = (): Promise<void> => {
    leave();
    return ended;
  };
  return { ...answer, sent };
}

async function allOf(promises: Iterable<Promise<unknown>>): Promise<void> {
  await Promise.all(promises);
}

function httpAnswer(exchange: HttpExchange, text: AnswerText): HttpAnswer {
  const { httpError, setHttpResponse } = exchange;
  if (httpError !== undefined) {
    const headers = answerHeaders(Object.entries(httpError.headers));
    return detailAnswer(httpError.status, httpError.detail, headers);
  }
  const answer = text === NO_ANSWER ? NO_CONTENT : jsonAnswer(text);
  if (setHttpResponse === undefined) return answer;
  const status = text === NO_ANSWER ? answer.status : (setHttpResponse.status ?? answer.status);
  return { ...answer, status, headers: setHttpResponse.entries() };
}

function sendable(answer: HttpAnswer, { logger }: HttpExchange): HttpAnswer {
  const { headers } = answer;
  if (headers === undefined) return answer;
  const refused = [...headers].find((header) => !isSendable(header));
  if (refused === undefined) return answer;
  logger.error(
    { header: refused[0] },
    'The answer could not be sent: a header that HTTP cannot carry',
  );
  return detailAnswer(500, 'Internal Server Error');
}

function hasMoreToDo(exchange: HttpExchange): boolean {
  return (
    exchange.toClose.length > 0 || exchange.taskQueue.length > 0 || exchange.hasOpenDependencies
  );
}

/** Teardowns first, as tasks may take long; shared ones wait for notifications, and tasks do not. */
async function afterResponse(exchange: HttpExchange): Promise<void> {
  for (const call of exchange.toClose) {
    await inContextLater(call, ({ openDependencies }) => openDependencies.closeAfterResponse());
  }
  const shared = closeSharedAfterResponse(exchange);
  if (!exchange.hasPending) await shared;
  await runBackgroundTasks(exchange.taskQueue);
  await shared;
}
