import type { JsonRpcErrorObject } from '../errors/json-rpc-error.js';
import {
  HttpStatusError,
  InvalidResponseError,
  NotSentError,
  type RawHttpResponse,
} from '../errors/transport-errors.js';

/** A call or a notification to send. */
export interface CallRequest {
  /** The method name. */
  readonly method: string;
  /** The params, not yet encoded. */
  readonly params: unknown;
  /** Whether to send it without an id, so that the server does not respond. */
  readonly isNotification: boolean;
  /** Identifies the call and its retries. The client sends calls without a key only once. */
  readonly idempotencyKey: string | undefined;
  /** The position after which the events of a subscription continue. */
  readonly cursor?: string | undefined;
}

/** A call or a notification that is encoded except for its id, which differs in each attempt. */
export interface EncodedRequest {
  readonly method: string;
  readonly isNotification: boolean;
  /** The JSON of the request object, from the member `method` to its end. */
  readonly members: string;
  /** Whether the call has an idempotency key, so that the client may send it again. */
  readonly isIdempotent: boolean;
  /** Receives the progress of the call. */
  readonly onProgress?: ((value: unknown) => void) | undefined;
}

/** An encoded request object (JSON-RPC 2.0, section 4). */
export interface EncodedCall extends EncodedRequest {
  /** Undefined for a notification. */
  readonly id: number | undefined;
  readonly json: string;
}

/**
 * Encodes a call at once, so that later changes to the params are not sent.
 *
 * @throws NotSentError if JSON can't encode the params
 */
export function encodeRequest(
  request: Pick<CallRequest, 'method' | 'params'> & Partial<CallRequest>,
  onProgress?: (value: unknown) => void,
): EncodedRequest {
  const { method, params, isNotification = false, idempotencyKey, cursor } = request;
  try {
    const members = JSON.stringify({ method, params, idempotencyKey, cursor }).slice(1);
    const isIdempotent = idempotencyKey !== undefined;
    return { method, isNotification, members, isIdempotent, onProgress };
  } catch (cause) {
    throw new NotSentError(`The params of ${method} can't be encoded as JSON`, { cause });
  }
}

/** Encodes the request object of one attempt. A late response to an earlier attempt has another id. */
export function withId(request: EncodedRequest, nextId: () => number): EncodedCall {
  const { isNotification, members, onProgress } = request;
  const id = isNotification ? undefined : nextId();
  const ownId = isNotification ? '' : `"id":${id},`;
  const token = isNotification || onProgress === undefined ? '' : `"progressToken":${id},`;
  return { ...request, id, json: `{"jsonrpc":"2.0",${ownId}${token}${members}` };
}

/** An object with the version of a response object. Its other members are not validated. */
export interface ResponseObject {
  readonly jsonrpc: '2.0';
  readonly id?: unknown;
  readonly result?: unknown;
  readonly error?: unknown;
}

/**
 * Returns the response objects of an HTTP response, whatever its status is.
 *
 * @param needsResponse false if all calls are notifications, so that any successful response is valid
 * @throws HttpStatusError or InvalidResponseError
 */
export function parseResponses(
  http: RawHttpResponse,
  needsResponse: boolean,
): readonly ResponseObject[] {
  const parsed = parseBody(http.body);
  if (typeof parsed !== 'string') return parsed;
  if (http.status > 299) throw new HttpStatusError(http);
  if (!needsResponse) return [];
  throw new InvalidResponseError(parsed, BODY_PROBLEMS[parsed], http);
}

const BODY_PROBLEMS = {
  'empty-body': 'The response body is empty',
  'not-json': 'The response body is not JSON',
  'not-json-rpc': 'The response body is not a JSON-RPC 2.0 response',
} as const;

function parseBody(body: string): readonly ResponseObject[] | keyof typeof BODY_PROBLEMS {
  if (body.trim() === '') return 'empty-body';
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    return 'not-json';
  }
  // Some servers respond to a batch of one with an object, or to a single call with an array.
  const responses: readonly unknown[] = Array.isArray(value) ? value : [value];
  return responses.length > 0 && responses.every(isResponseObject) ? responses : 'not-json-rpc';
}

/** Checks the version, because gateways respond with JSON errors of other formats. */
function isResponseObject(value: unknown): value is ResponseObject {
  return (value as Partial<ResponseObject> | null)?.jsonrpc === '2.0';
}

/** Returns the error of a response, or undefined if it has none or an invalid one. */
export function errorOf({ error }: { readonly error?: unknown }): JsonRpcErrorObject | undefined {
  const { code, message } = (error ?? {}) as Partial<JsonRpcErrorObject>;
  if (!Number.isInteger(code) || typeof message !== 'string') return undefined;
  return error as JsonRpcErrorObject;
}

/** Whether a response has a result. Some servers send `error: null` with it. */
export function hasResult(response: ResponseObject): boolean {
  return (response.error ?? null) === null && Object.hasOwn(response, 'result');
}

/** Whether a response rejects the whole request: an error without an id. */
export function isRejection(
  response: ResponseObject,
): response is ResponseObject & { readonly error: JsonRpcErrorObject } {
  return (response.id ?? null) === null && errorOf(response) !== undefined;
}
