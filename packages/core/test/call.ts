import { adapterApi } from '../src/adapter.js';
import { Api } from '../src/api/api.js';
import type { AnyEntrypoint } from '../src/entrypoint/entrypoint.js';
import type { HttpBody } from '../src/http/http-request.js';
import type { JsonRpcErrorObject } from '../src/jsonrpc/response.js';
import { memoryLogger } from './in-process.js';

/** The parts of an HTTP request that differ from a JSON POST to the first entrypoint of the api. */
export interface RequestParts {
  readonly verb?: string;
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string | undefined>>;
  /** The body as the adapter returns it. Default: the text. */
  readonly body?: HttpBody;
  readonly native?: unknown;
}

/** An HTTP response as a client sees it. */
export interface ReceivedResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** Undefined if there is no body. */
  readonly json: unknown;
}

/** A JSON-RPC response object. */
export interface Response {
  readonly jsonrpc: string;
  readonly id: unknown;
  readonly result?: unknown;
  readonly error?: JsonRpcErrorObject;
}

/** Creates an api with these entrypoints. Returns it with its log. */
export function serve(...entrypoints: readonly AnyEntrypoint[]): {
  readonly api: Api;
  readonly log: ReturnType<typeof memoryLogger>['entries'];
} {
  const logger = memoryLogger();
  const api = new Api({ logger });
  for (const entrypoint of entrypoints) api.bindEntrypoint(entrypoint);
  return { api, log: logger.entries };
}

/** Sends a request with this body, without a socket. Returns 404 if the path isn't one of the api's. */
export async function postText(
  api: Api,
  text: string,
  parts: RequestParts = {},
): Promise<ReceivedResponse> {
  const headers = new Map(Object.entries({ 'content-type': 'application/json', ...parts.headers }));
  const response = await adapterApi(api).handle({
    verb: parts.verb ?? 'POST',
    path: parts.path ?? api.entrypoints[0]?.path ?? '/',
    header: (name) => headers.get(name),
    readBody: () => parts.body ?? { kind: 'text', text },
    signal: new AbortController().signal,
    native: parts.native,
  });
  const received = new Headers();
  if (response === undefined) return { status: 404, headers: received, text: '', json: undefined };
  void response.onSent?.();
  if (response.contentType !== undefined) received.set('content-type', response.contentType);
  for (const [name, value] of response.headers ?? []) received.append(name, value);
  const body = (response.body ?? '') as string;
  const json: unknown = body === '' ? undefined : JSON.parse(body);
  return { status: response.status, headers: received, text: body, json };
}

export function postJson(
  api: Api,
  message: unknown,
  parts: RequestParts = {},
): Promise<ReceivedResponse> {
  return postText(api, JSON.stringify(message), parts);
}

/** Calls a method with the `id` 1. Returns the response object. */
export async function call(
  api: Api,
  method: string,
  params?: unknown,
  parts: RequestParts = {},
): Promise<Response> {
  const response = await postJson(api, { jsonrpc: '2.0', id: 1, method, params }, parts);
  return response.json as Response;
}
