import type { BoundEntrypoint } from '../call/bound-entrypoint.js';
import {
  type CallOutcomes,
  type Effects,
  type HttpEffects,
  type MessageOutcome,
  NO_RESPONSE,
  type RejectedMessage,
} from '../call/message-outcome.js';
import { ReportingLogger } from '../call/reporting-logger.js';
import { encodeThrown } from '../errors/error-object.js';
import { httpErrorResponse } from '../errors/http-error-response.js';
import {
  DEFAULT_SEND_TIMEOUT,
  type HttpResponse,
  JSON_MEDIA_TYPE,
  jsonResponse,
  NO_CONTENT,
} from '../http/http-response.js';
import { withSendableHeaders } from '../http/http-response-head.js';
import {
  type EncodedResponse,
  stringifyBatch,
  stringifyResponse,
} from '../jsonrpc/encode-response.js';
import type { Carrier } from '../message/carrier.js';
import { respondToFailure, shuttingDownResponse } from './rejections.js';

/** Builds the HTTP response from the outcome of a message. Never throws. */
export function respond(
  bound: BoundEntrypoint,
  carrier: Carrier,
  outcome: MessageOutcome,
): HttpResponse {
  const { effects } = outcome;
  let response = withEffects(responseTo(bound, carrier, outcome), effects.http);
  if (outcome.kind !== 'rejected' && response.headers !== undefined) {
    response = withSendableHeaders(response, new ReportingLogger(bound.logger, { carrier }));
  }
  const { sendTimeout } = bound.settings.limits;
  if (sendTimeout !== DEFAULT_SEND_TIMEOUT) response = { ...response, sendTimeout };
  const { afterResponse: onSent } = effects;
  return onSent === undefined ? response : { ...response, onSent };
}

function responseTo(
  bound: BoundEntrypoint,
  carrier: Carrier,
  outcome: MessageOutcome,
): HttpResponse {
  if (outcome.kind === 'answered') return withHead(outcome.outcomes, outcome.effects);
  if (outcome.kind === 'rejected') return rejectedResponse(outcome);
  try {
    return httpErrorResponse(outcome.error);
  } catch (error) {
    return respondToFailure(bound, carrier, error);
  }
}

function withHead(outcomes: CallOutcomes, { head }: Effects): HttpResponse {
  const body = joinResponses(outcomes);
  const headers = head?.entries();
  if (body === undefined) return head === undefined ? NO_CONTENT : { ...NO_CONTENT, headers };
  const status = head?.status ?? 200;
  return { status, body, contentType: JSON_MEDIA_TYPE, headers, onSent: undefined };
}

/** Joins the responses of a message; undefined if it has only notifications. */
function joinResponses(outcomes: CallOutcomes): string | undefined {
  if (outcomes === NO_RESPONSE) return undefined;
  if ('json' in outcomes) return stringifyResponse(outcomes);
  const present = outcomes.includes(NO_RESPONSE)
    ? outcomes.filter((outcome) => outcome !== NO_RESPONSE)
    : (outcomes as readonly EncodedResponse[]);
  return present.length === 0 ? undefined : stringifyBatch(present);
}

function rejectedResponse({ reason, response }: RejectedMessage): HttpResponse {
  const text = stringifyResponse(response);
  switch (reason) {
    case 'shutting-down':
      return shuttingDownResponse();
    case 'overloaded':
      return { ...jsonResponse(text, 503), headers: [['retry-after', '1']] };
    case 'too-large':
      return jsonResponse(text, 413);
    case 'not-json':
    case 'not-calls':
    case 'failed':
      return jsonResponse(text);
  }
}

function withEffects(response: HttpResponse, http: HttpEffects | undefined): HttpResponse {
  if (http === undefined) return response;
  const headers = [...(response.headers ?? []), ...(http.headers ?? [])];
  if (http.status === undefined) return { ...response, headers };
  // With any status but 204, clients expect a body, so the response needs a content-length of 0.
  return { ...response, status: http.status, body: response.body ?? '', headers };
}

/** Returns the JSON of the results in the response to a message. */
export function sentResults(outcome: MessageOutcome): ReadonlySet<unknown> {
  const outcomes = outcome.kind === 'answered' ? [outcome.outcomes].flat() : [];
  return new Set(outcomes.map((one) => (one?.kind === 'result' ? one.json : undefined)));
}

/** Returns the text of the response to a message; undefined if the message has only notifications. */
export function responseText(outcome: MessageOutcome): string | undefined {
  switch (outcome.kind) {
    case 'answered':
      return joinResponses(outcome.outcomes);
    case 'rejected':
      return stringifyResponse(outcome.response);
    case 'ended':
      return stringifyResponse(encodeThrown(outcome.error, null));
  }
}
