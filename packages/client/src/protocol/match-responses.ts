import { type ErrorObject, JsonRpcError } from '../errors/json-rpc-error.js';
import { type HttpAnswer, InvalidResponseError } from '../errors/response-errors.js';
import { failure, type Outcome } from './outcome.js';
import type { OutgoingCall } from './outgoing-call.js';
import { errorOf, hasResult, isRefusal, type ResponseObject } from './response-object.js';

/**
 * The outcome of each call, in the order of the calls; the answers may come in any order. An error
 * with the id null, as of a batch over its limit, is the outcome of all that have no other answer.
 *
 * @throws InvalidResponseError where there is an answer that nobody asked for
 */
export function matchResponses(
  calls: readonly OutgoingCall[],
  responses: readonly ResponseObject[],
  answer: HttpAnswer,
): readonly Outcome[] {
  const byId = new Map<unknown, ResponseObject[]>();
  for (const { id } of calls) if (id !== undefined) byId.set(id, []);
  const others: ResponseObject[] = [];
  for (const response of responses) (byId.get(response.id) ?? others).push(response);

  // A notification has no answer of its own, but may have been refused with the rest.
  const isRefusable = calls.some(({ id }) => (byId.get(id) ?? []).length === 0);
  const unasked = others.find((response) => !(isRefusable && isRefusal(response)));
  if (unasked !== undefined && byId.size > 0) {
    const id = JSON.stringify(unasked.id ?? null);
    throw new InvalidResponseError(
      'unknown-id',
      `There is an answer to id ${id}, which was not asked`,
      answer,
    );
  }
  const refusal = others.find(isRefusal);
  return calls.map((call) =>
    outcomeOf(call, byId.get(call.id) ?? [], refusal && errorOf(refusal), answer),
  );
}

function outcomeOf(
  { id, method }: OutgoingCall,
  [response, second]: readonly ResponseObject[],
  refusal: ErrorObject | undefined,
  answer: HttpAnswer,
): Outcome {
  const call = `${method} (id ${id})`;
  if (second !== undefined) {
    const message = `There are two answers to ${call}`;
    return failure(new InvalidResponseError('duplicate-answer', message, answer));
  }
  const error = response === undefined ? refusal : errorOf(response);
  if (error !== undefined) return failure(new JsonRpcError(error, method));
  if (id === undefined) return { ok: true, result: undefined };
  if (response === undefined) {
    const message = `There is no answer to ${call}`;
    return failure(new InvalidResponseError('missing-answer', message, answer));
  }
  if (hasResult(response)) return { ok: true, result: response.result };
  const message = `The answer to ${call} has neither a result nor an error`;
  return failure(new InvalidResponseError('not-json-rpc', message, answer));
}
