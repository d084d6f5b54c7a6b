import type { Outcome } from '../call.js';
import { JsonRpcError } from '../errors/json-rpc-error.js';
import {
  HttpStatusError,
  InvalidResponseError,
  type InvalidResponseReason,
  type RawHttpResponse,
} from '../errors/transport-errors.js';
import {
  type EncodedCall,
  errorOf,
  hasResult,
  isRejection,
  parseResponses,
  type ResponseObject,
} from './messages.js';

/**
 * Returns the outcome of each call, in the order of the calls. The responses may be in any order. An
 * error without an id, such as for a batch over its limit, is the outcome of all calls without
 * another response.
 *
 * @throws HttpStatusError or InvalidResponseError if the HTTP response fails all calls
 */
export function matchResponses(
  calls: readonly EncodedCall[],
  http: RawHttpResponse,
): readonly Outcome[] {
  const responses = parseResponses(
    http,
    calls.some(({ id }) => id !== undefined),
  );
  const byId = new Map<unknown, ResponseObject[]>();
  for (const { id } of calls) if (id !== undefined) byId.set(id, []);
  const others: ResponseObject[] = [];
  for (const response of responses) (byId.get(response.id) ?? others).push(response);

  const needsRejection = calls.some(({ id }) => (byId.get(id) ?? []).length === 0);
  const unknown = others.find((response) => !(needsRejection && isRejection(response)));
  if (unknown !== undefined && byId.size > 0) {
    const id = JSON.stringify(unknown.id ?? null);
    const message = `The response has the id ${id}, which the request did not contain`;
    throw new InvalidResponseError('unknown-id', message, http);
  }
  const rejection = others.filter(isRejection).slice(0, 1);
  return calls.map((call) => {
    const own = byId.get(call.id) ?? [];
    return outcomeOf(call, own.length > 0 ? own : rejection, http);
  });
}

/** Returns the outcome of a call, given the responses with its id. */
export function outcomeOf(
  { id, method }: Pick<EncodedCall, 'id' | 'method'>,
  [response, duplicate]: readonly ResponseObject[],
  http: RawHttpResponse,
): Outcome {
  const call = `${method} (id ${id})`;
  const invalid = (reason: InvalidResponseReason, message: string): Outcome => ({
    ok: false,
    error: new InvalidResponseError(reason, message, http),
  });
  if (duplicate !== undefined) {
    return invalid('duplicate-response', `The server sent two responses to ${call}`);
  }
  const failed = http.status > 299 ? new HttpStatusError(http) : undefined;
  const error = response && errorOf(response);
  if (response !== undefined && error !== undefined) {
    const cause = failed && isRejection(response) ? { cause: failed } : undefined;
    return { ok: false, error: new JsonRpcError(error, method, cause) };
  }
  if (id === undefined) {
    // An HTTP error with the responses of other calls doesn't say that the notification was accepted.
    return failed === undefined ? { ok: true, result: undefined } : { ok: false, error: failed };
  }
  if (response === undefined) {
    return invalid('missing-response', `The server sent no response to ${call}`);
  }
  if (hasResult(response)) return { ok: true, result: response.result };
  return invalid('not-json-rpc', `The response to ${call} has neither a result nor an error`);
}
