import type { MaybePromise } from '../async/maybe-promise.js';
import { BaseError } from '../errors/base-error.js';
import { HttpError } from '../errors/http-error.js';
import { httpErrorResponse } from '../errors/http-error-response.js';
import {
  DEFAULT_SEND_TIMEOUT,
  detailResponse,
  type HttpResponse,
  jsonResponse,
  NO_CONTENT,
} from '../http/http-response.js';
import { isSendable } from '../http/http-response-head.js';
import { withAfterResponseHooks } from './call-hooks.js';
import { type CallResponses, joinResponses, NO_RESPONSE } from './call-response.js';
import type { HttpExchange, NotStored } from './http-exchange.js';
import { internalErrorResponse } from './rejections.js';
import {
  closeSharedAfterResponse,
  closeSharedBeforeResponse,
} from './resolve-shared-dependencies.js';

/** Builds the HTTP response from the responses of the calls, and schedules the work that follows it. */
export function finishExchange(
  exchange: HttpExchange,
  responses: CallResponses,
): MaybePromise<HttpResponse> {
  if (!exchange.hasOpenDependencies) return respond(exchange, responses);
  return closeSharedBeforeResponse(exchange).then((failure) =>
    respond(
      exchange,
      failure === undefined ? responses : failResponses(exchange, responses, failure.error),
    ),
  );
}

/**
 * Ends an exchange that has failed outside its calls: closes the open dependencies and responds with
 * InternalError. Never rejects.
 */
export async function failExchange(exchange: HttpExchange, error: unknown): Promise<HttpResponse> {
  exchange.logger.error({ err: error }, 'HTTP request failed');
  exchange.firstFailure ??= { error };
  exchange.hasSucceeded = false;
  const response = internalErrorResponse();
  if (!exchange.hasWorkAfterResponse) return response;
  for (const call of exchange.callsToClose) await call.dependencyStack.fail(error);
  return { ...response, onSent: afterResponse(exchange) };
}

/** Replaces the responses of all calls with the error of a failed shared teardown. */
function failResponses(
  exchange: HttpExchange,
  responses: CallResponses,
  error: unknown,
): CallResponses {
  if (error instanceof HttpError) {
    exchange.endWith(error);
    return NO_RESPONSE;
  }
  if (!(error instanceof BaseError)) {
    exchange.logger.error({ err: error }, 'Teardown before the response failed');
  }
  // The replaced responses no longer count for maxResponseBytes.
  exchange.responseBytes = 0;
  exchange.isFull = false;
  // Unlike map(), flatMap() skips the holes that notifications leave.
  const failed = exchange.responders.flatMap((respondWith) => [respondWith(error)]);
  return Array.isArray(responses) ? failed : failed[0];
}

function respond(exchange: HttpExchange, responses: CallResponses): HttpResponse {
  const { sendTimeout } = exchange.endpoint;
  let response = withRateLimit(exchange, httpResponse(exchange, responses));
  if (response.headers !== undefined) response = withSendableHeaders(exchange, response);
  if (sendTimeout !== DEFAULT_SEND_TIMEOUT) response = { ...response, sendTimeout };
  if (exchange.hasWorkAfterResponse) return { ...response, onSent: afterResponse(exchange) };
  if (!exchange.hasPending) return response;
  return { ...response, onSent: () => exchange.whenNothingIsPending() };
}

function httpResponse(exchange: HttpExchange, responses: CallResponses): HttpResponse {
  if (exchange.httpError !== undefined) return httpErrorResponse(exchange.httpError);
  const text = joinResponses(responses);
  const response = text === undefined ? NO_CONTENT : jsonResponse(text);
  const head = exchange.usedHttpResponse;
  const { notStored } = exchange;
  if (notStored !== undefined) return notStoredResponse(response, notStored, head?.entries());
  if (head === undefined) return response;
  const status = text === undefined ? response.status : (head.status ?? response.status);
  return { ...response, status, headers: head.entries() };
}

/**
 * Returns a response whose status reports that a durable notification was not stored. The body contains
 * the responses of the other calls, or is empty.
 */
function notStoredResponse(
  response: HttpResponse,
  { status, headers }: NotStored,
  otherHeaders: HttpResponse['headers'],
): HttpResponse {
  // With any status but 204, clients expect a body, so the response needs a content-length of 0.
  const body = response.body ?? '';
  return { ...response, status, body, headers: [...(otherHeaders ?? []), ...(headers ?? [])] };
}

/** Adds the headers of the rate limit, and the status 429 if it rejected every call. */
function withRateLimit({ rateLimit }: HttpExchange, response: HttpResponse): HttpResponse {
  if (rateLimit === undefined) return response;
  const headers = [...(response.headers ?? []), ...rateLimit.headers];
  if (!rateLimit.rejectsAll) return { ...response, headers };
  // With any status but 204, clients expect a body, so the response needs a content-length of 0.
  return { ...response, status: 429, body: response.body ?? '', headers };
}

function withSendableHeaders(exchange: HttpExchange, response: HttpResponse): HttpResponse {
  const unsendable = [...(response.headers ?? [])].find((header) => !isSendable(header));
  if (unsendable === undefined) return response;
  exchange.logger.error(
    { header: unsendable[0] },
    'Response replaced: one of its headers is not allowed',
  );
  return detailResponse(500, 'Internal Server Error');
}

/**
 * Returns the function that the adapter calls when the response has been sent. `api.close()` waits for
 * the work that it starts.
 */
function afterResponse(exchange: HttpExchange): () => Promise<void> {
  let onSent = (): void => undefined;
  const sent = new Promise<void>((resolve) => {
    onSent = resolve;
  });
  const ended = sent
    .then(() => closeAndRunTasks(exchange))
    .catch((err: unknown) => {
      exchange.logger.error({ err }, 'Work after the response failed');
    });
  exchange.endpoint.running.work.track(ended);
  return () => {
    onSent();
    return ended;
  };
}

/**
 * Runs the teardowns, and then the background tasks, which may take a long time. Shared teardowns wait
 * for notifications, but background tasks don't.
 */
async function closeAndRunTasks(exchange: HttpExchange): Promise<void> {
  for (const call of exchange.callsToClose) {
    await withAfterResponseHooks(call, ({ dependencyStack }) =>
      dependencyStack.closeAfterResponse(),
    );
  }
  const shared = closeSharedAfterResponse(exchange);
  if (!exchange.hasPending) await shared;
  await exchange.tasks.run();
  await shared;
}
