import { Api } from '@jsonrpc-kit/core';
import { adapterApi, type HttpRequest, type HttpResponse } from '@jsonrpc-kit/core/adapter';
import type { MaybePromise } from '@jsonrpc-kit/core/types';

/** An HTTP response as a client receives it. */
export interface Response {
  readonly status: number;
  readonly contentType: string | undefined;
  /** By lowercase name, without the content type. */
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  /** Undefined unless the body is JSON. */
  readonly json: unknown;
}

type Headers = Readonly<Record<string, string>>;

interface Route {
  handle(request: HttpRequest): MaybePromise<HttpResponse> | undefined;
}

/** Sends a request without a socket. A path without a route has status 404. */
async function send(
  target: Api | Route,
  request: Pick<HttpRequest, 'verb' | 'path'>,
  { headers = {}, body = '' }: { readonly headers?: Headers; readonly body?: string },
): Promise<Response> {
  const route = target instanceof Api ? adapterApi(target) : target;
  const response = await route.handle({
    ...request,
    header: (name) => headers[name],
    readBody: () => ({ kind: 'text', text: body }),
    signal: new AbortController().signal,
    native: undefined,
  });
  if (response === undefined) {
    return { status: 404, contentType: undefined, headers: {}, text: '', json: undefined };
  }
  await response.onSent?.();
  const { status, contentType, body: bytes = '' } = response;
  const text = typeof bytes === 'string' ? bytes : new TextDecoder().decode(bytes);
  const isJson = contentType === 'application/json' && text !== '';
  return {
    status,
    contentType,
    headers: Object.fromEntries(response.headers ?? []),
    text,
    json: isJson ? JSON.parse(text) : undefined,
  };
}

export function get(target: Api | Route, path: string, headers: Headers = {}): Promise<Response> {
  return send(target, { verb: 'GET', path }, { headers });
}

/** Posts a message as JSON. */
export function post(
  api: Api,
  path: string,
  message: unknown,
  headers: Headers = {},
): Promise<Response> {
  return send(
    api,
    { verb: 'POST', path },
    {
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(message),
    },
  );
}
