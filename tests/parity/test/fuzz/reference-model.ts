/**
 * A second, independent implementation of JSON-RPC 2.0 and of the framework's own rules, which predicts
 * the response to a request. It imports nothing from the framework. Keep it simple instead of fast.
 */
import type { FuzzRequest } from './fuzz-request.js';

export interface Limits {
  readonly maxBodyBytes: number;
  readonly maxBatchSize: number;
}

/** The response that the specification requires for a request. */
export type Expected =
  /** The path doesn't belong to the api, so the application or its framework responds. */
  | { readonly kind: 'outside-api' }
  | { readonly kind: 'method-not-allowed' }
  | { readonly kind: 'no-content' }
  | { readonly kind: 'json-rpc'; readonly status: number; readonly responses: Responses };

/** One response object, or the response objects of a batch in order. */
export type Responses = ExpectedResponse | readonly ExpectedResponse[];

/**
 * `result` and `data` are JSON texts. `data` is empty if the error must not have data, and undefined if
 * the specification leaves it open.
 */
export type ExpectedResponse =
  | { readonly id: unknown; readonly result: string }
  | {
      readonly id: unknown;
      readonly code: number;
      readonly message: string;
      readonly data?: string;
    };

const parseError = { id: null, code: -32700, message: 'Parse error' };
const invalidRequest = (id: unknown): ExpectedResponse => ({
  id,
  code: -32600,
  message: 'Invalid Request',
});

/** Returns the response that the specification requires for the request. */
export function expectedOf(request: FuzzRequest, limits: Limits): Expected {
  const route = routeOf(request.target);
  if (route === undefined) return { kind: 'outside-api' };
  if (request.verb !== 'POST') return { kind: 'method-not-allowed' };
  if (!request.contentType.isAccepted) return jsonRpc(415, invalidRequest(null));
  if (request.body.length > limits.maxBodyBytes) return jsonRpc(413, invalidRequest(null));
  const message = parseBody(request.body);
  if (message === undefined) return jsonRpc(200, parseError);
  if (!Array.isArray(message.value)) {
    const response = respondTo(message.value, route.method);
    return response === undefined ? { kind: 'no-content' } : jsonRpc(200, response);
  }
  const items: readonly unknown[] = message.value;
  const isRejected =
    items.length === 0 || items.length > limits.maxBatchSize || route.method !== undefined;
  if (isRejected) return jsonRpc(200, invalidRequest(null));
  const responses = items.map((item) => respondTo(item, undefined));
  const sent = responses.filter((response) => response !== undefined);
  return sent.length === 0 ? { kind: 'no-content' } : jsonRpc(200, sent);
}

function jsonRpc(status: number, responses: Responses): Expected {
  return { kind: 'json-rpc', status, responses };
}

/**
 * Matches `/rpc` and `/rpc/{method}`, each with an optional trailing slash. A path with a fragment, a dot
 * segment or a malformed escape never belongs to the api.
 */
function routeOf(target: string): { readonly method: string | undefined } | undefined {
  const path = target.replace(/^http:\/\/[^/]*/, '').replace(/\?.*$/s, '');
  if (/#|\/(\.|%2e){1,2}(\/|$)/i.test(path)) return undefined;
  const trimmed = path.replace(/(.)\/$/s, '$1');
  if (trimmed === '/rpc') return { method: undefined };
  if (!trimmed.startsWith('/rpc/')) return undefined;
  const name = trimmed.slice('/rpc/'.length);
  try {
    return { method: decodeURIComponent(name) };
  } catch {
    return undefined;
  }
}

function parseBody(body: Uint8Array): { readonly value: unknown } | undefined {
  try {
    // The decoder removes one byte order mark.
    return { value: JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body)) };
  } catch {
    return undefined;
  }
}

const MEMBERS = new Set(['jsonrpc', 'id', 'method', 'params']);

/** Returns the response to one item of a batch or to a single message, or undefined for a notification. */
function respondTo(item: unknown, routeMethod: string | undefined): ExpectedResponse | undefined {
  if (!isObject(item)) return invalidRequest(null);
  const has = (name: string): boolean => Object.hasOwn(item, name);
  const { jsonrpc, id, params } = item;
  const isIdValid = typeof id === 'string' || Number.isSafeInteger(id);
  const method = has('method') ? item['method'] : routeMethod;
  const isValid =
    jsonrpc === '2.0' &&
    typeof method === 'string' &&
    (isIdValid || !has('id')) &&
    (isObject(params) || Array.isArray(params) || !has('params')) &&
    Object.keys(item).every((name) => MEMBERS.has(name));
  if (!isValid) return invalidRequest(isIdValid ? id : null);
  if (!has('id')) return undefined;
  if (routeMethod !== undefined && method !== routeMethod) return notFound(id);
  return callMethod(id, method, params ?? {});
}

const notFound = (id: unknown): ExpectedResponse => ({
  id,
  code: -32601,
  message: 'Method not found',
});

/** Returns the response of a method of `fuzz-api.ts`. All methods require parameters by name. */
function callMethod(id: unknown, method: string, params: object): ExpectedResponse {
  const invalidParams = { id, code: -32602, message: 'Invalid params' };
  const member = (name: string): unknown =>
    Object.hasOwn(params, name) ? Reflect.get(params, name) : undefined;
  const [text, value, a, b] = ['text', 'value', 'a', 'b'].map(member);
  switch (method) {
    case 'any':
      return value === undefined ? invalidParams : { id, result: JSON.stringify(value) };
    case 'sum': {
      const areValid = Number.isSafeInteger(a) && Number.isSafeInteger(b);
      return areValid ? { id, result: JSON.stringify(Number(a) + Number(b)) } : invalidParams;
    }
    case 'echo':
    case 'later':
      return typeof text === 'string' ? { id, result: JSON.stringify(text) } : invalidParams;
    case 'reject':
      if (typeof text !== 'string') return invalidParams;
      return { id, code: 7001, message: 'Rejected', data: '{"reason":"no"}' };
    case 'fail':
      if (typeof text !== 'string') return invalidParams;
      return { id, code: -32603, message: 'Internal error', data: '' };
    default:
      return notFound(id);
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
