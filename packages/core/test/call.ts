import { adapterApi } from '../src/adapter.js';
import { Api } from '../src/api/api.js';
import type { AnyEntrypoint } from '../src/entrypoint/entrypoint.js';
import type { HttpBody } from '../src/http/http-request.js';
import type { JsonRpcErrorObject } from '../src/jsonrpc/response.js';
import { memoryLogger } from './in-process.js';

/** What a test says of its HTTP request; the rest is a JSON POST to the api's first entrypoint. */
export interface RequestParts {
  readonly verb?: string;
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string | undefined>>;
  /** What the adapter made of the body, in place of its text. */
  readonly body?: HttpBody;
  readonly native?: unknown;
}

/** An HTTP answer as a client sees it. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** Undefined where there is no body. */
  readonly json: unknown;
}

/** A response object; a test looks at the member that it expects. */
export interface Response {
  readonly jsonrpc: string;
  readonly id: unknown;
  readonly result?: unknown;
  readonly error?: JsonRpcErrorObject;
}

/** An api with these entrypoints, and what it logs. */
export function serve(...entrypoints: readonly AnyEntrypoint[]): {
  readonly api: Api;
  readonly log: ReturnType<typeof memoryLogger>['entries'];
} {
  const logger = memoryLogger();
  const api = new Api({ logger });
  for (const entrypoint of entrypoints) api.bindEntrypoint(entrypoint);
  return { api, log: logger.entries };
}

/** Sends a request whose body is this text, through no socket; a path of nobody's gives 404. */
export async function postText(api: Api, text: string, parts: RequestParts = {}): Promise<Answer> {
  const headers = new Map(Object.entries({ 'content-type': 'application/json', ...parts.headers }));
  const answer = await adapterApi(api).handle({
    verb: parts.verb ?? 'POST',
    path: parts.path ?? api.entrypoints[0]?.path ?? '/',
    header: (name) => headers.get(name),
    readBody: () => parts.body ?? { kind: 'text', text },
    signal: new AbortController().signal,
    native: parts.native,
  });
  const sent = new Headers();
  if (answer === undefined) return { status: 404, headers: sent, text: '', json: undefined };
  void answer.onSent?.();
  if (answer.contentType !== undefined) sent.set('content-type', answer.contentType);
  for (const [name, value] of answer.headers ?? []) sent.append(name, value);
  const body = (answer.body ?? '') as string;
  const json: unknown = body === '' ? undefined : JSON.parse(body);
  return { status: answer.status, headers: sent, text: body, json };
}

export function postJson(api: Api, message: unknown, parts: RequestParts = {}): Promise<Answer> {
  return postText(api, JSON.stringify(message), parts);
}

/** The response object of a call of this method with `id` 1. */
export async function call(
  api: Api,
  method: string,
  params?: unknown,
  parts: RequestParts = {},
): Promise<Response> {
  const answer = await postJson(api, { jsonrpc: '2.0', id: 1, method, params }, parts);
  return answer.json as Response;
}
