/**
 * What JSON-RPC 2.0 and this framework's specification say about a request, written a second time and
 * as directly as possible. It imports nothing of the framework, and is never optimised.
 */
import type { FuzzRequest } from './fuzz-request.js';

export interface Limits {
  readonly maxBodyBytes: number;
  readonly maxBatchSize: number;
}

/** What the response to a request has to be. */
export type Expected =
  /** No path of the api: the framework responds. */
  | { readonly kind: 'foreign' }
  | { readonly kind: 'method-not-allowed' }
  | { readonly kind: 'no-content' }
  | { readonly kind: 'json-rpc'; readonly status: number; readonly responses: Responses };

/** One response object, or those of a batch in their order. */
export type Responses = ExpectedResponse | readonly ExpectedResponse[];

/** `result` is the JSON text of the result; `data` that of the error's data, where it is known. */
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

export function expectedOf(request: FuzzRequest, limits: Limits): Expected {
  const route = routeOf(request.target);
  if (route === undefined) return { kind: 'foreign' };
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
 * `POST /rpc` and `POST /rpc/{method}`; one trailing slash is the same path. Fragments, dot segments and
 * malformed escapes are in no path of the api.
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
    // Drops one byte order mark.
    return { value: JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body)) };
  } catch {
    return undefined;
  }
}

const MEMBERS = new Set(['jsonrpc', 'id', 'method', 'params']);

/** The response to one item, or undefined for a notification. */
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

/** The methods of `fuzz-api.ts`. All of them have required parameters, which are given by name. */
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
    case 'refuse':
      if (typeof text !== 'string') return invalidParams;
      return { id, code: 7001, message: 'Refused', data: '{"reason":"no"}' };
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
