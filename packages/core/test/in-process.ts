import { adapterApi } from '../src/adapter.js';
import type { Api } from '../src/api/api.js';
import type { HttpResponse } from '../src/http/http-response.js';
import type { HttpRequest } from '../src/http/http-request.js';
import type { Logger } from '../src/logging/logger.js';

export interface PostResult {
  readonly status: number;
  /** The decoded body; undefined without a body. */
  readonly json: unknown;
  readonly response: HttpResponse;
  /** Reports to the api that the response has been sent, as an adapter does. */
  readonly markSent: () => void;
}

export interface PostOptions {
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

/** Posts a JSON value to an api, without a socket. The response counts as sent only after `markSent()`. */
export async function post(
  api: Api,
  path: string,
  body: unknown,
  { headers = {}, signal = new AbortController().signal }: PostOptions = {},
): Promise<PostResult> {
  const allHeaders = new Headers({ 'content-type': 'application/json', ...headers });
  const httpRequest: HttpRequest = {
    verb: 'POST',
    path,
    header: (name) => allHeaders.get(name) ?? undefined,
    readBody: () => ({ kind: 'text', text: JSON.stringify(body) }),
    signal,
    native: undefined,
  };
  const response = await adapterApi(api).handle(httpRequest);
  if (response === undefined) throw new Error(`${path} is not a path of the api`);
  const json =
    typeof response.body === 'string' && response.contentType === 'application/json'
      ? (JSON.parse(response.body) as unknown)
      : undefined;
  return { status: response.status, json, response, markSent: () => void response.onSent?.() };
}

let lastId = 0;

export function request(method: string, params: object = {}): Record<string, unknown> {
  lastId += 1;
  return { jsonrpc: '2.0', id: lastId, method, params };
}

export function notification(method: string, params: object = {}): Record<string, unknown> {
  return { jsonrpc: '2.0', method, params };
}

export interface LogEntry {
  readonly level: 'error' | 'warn';
  readonly details: { readonly err?: unknown } & Readonly<Record<string, unknown>>;
  readonly message: string;
}

/** Creates a logger that keeps its entries. */
export function memoryLogger(): Logger & { readonly entries: readonly LogEntry[] } {
  const entries: LogEntry[] = [];
  return {
    entries,
    error: (details, message) => entries.push({ level: 'error', details: { ...details }, message }),
    warn: (details, message) => entries.push({ level: 'warn', details: { ...details }, message }),
  };
}

/** Creates a promise that a test settles with `open()` or `fail()`. */
export function gate<T = void>(): {
  readonly promise: Promise<T>;
  readonly open: (value: T) => void;
  readonly fail: (error: unknown) => void;
} {
  let open: (value: T) => void = () => undefined;
  let fail: (error: unknown) => void = () => undefined;
  const promise = new Promise<T>((resolve, reject) => {
    open = resolve;
    fail = reject;
  });
  return { promise, open, fail };
}
