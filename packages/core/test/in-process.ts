import { adapterApi } from '../src/adapter.js';
import type { Api } from '../src/api/api.js';
import type { HttpResponse } from '../src/http/http-response.js';
import type { HttpRequest } from '../src/http/http-request.js';
import type { Logger } from '../src/logging/logger.js';

export interface Sent {
  readonly status: number;
  /** The decoded body; undefined where there is none. */
  readonly json: unknown;
  readonly answer: HttpResponse;
  /** What the adapter says when the response has left. */
  readonly sent: () => void;
}

export interface PostOptions {
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

/** Posts a JSON value to an api, without a socket; the response has not "left" until `sent()`. */
export async function post(
  api: Api,
  path: string,
  body: unknown,
  { headers = {}, signal = new AbortController().signal }: PostOptions = {},
): Promise<Sent> {
  const allHeaders = new Headers({ 'content-type': 'application/json', ...headers });
  const httpRequest: HttpRequest = {
    verb: 'POST',
    path,
    header: (name) => allHeaders.get(name) ?? undefined,
    readBody: () => ({ kind: 'text', text: JSON.stringify(body) }),
    signal,
    native: undefined,
  };
  const answer = await adapterApi(api).handle(httpRequest);
  if (answer === undefined) throw new Error(`${path} is no path of the api`);
  const json = typeof answer.body === 'string' ? (JSON.parse(answer.body) as unknown) : undefined;
  return { status: answer.status, json, answer, sent: () => void answer.onSent?.() };
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

/** A logger that keeps what it is told. */
export function memoryLogger(): Logger & { readonly entries: readonly LogEntry[] } {
  const entries: LogEntry[] = [];
  return {
    entries,
    error: (details, message) => entries.push({ level: 'error', details: { ...details }, message }),
    warn: (details, message) => entries.push({ level: 'warn', details: { ...details }, message }),
  };
}

/** A promise to be settled by hand. */
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
