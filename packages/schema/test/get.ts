import { Api } from '@jsonrpc-kit/core';
import { adapterApi } from '@jsonrpc-kit/core/adapter';
import type { HttpResponse, HttpRequest, MaybePromise } from '@jsonrpc-kit/core/adapter';

/** What a page answers, in the words of a client. */
export interface PageAnswer {
  readonly status: number;
  readonly contentType: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

/** A page without an api around it. */
interface Page {
  handle(request: HttpRequest): MaybePromise<HttpResponse> | undefined;
}

/** Asks for a page, with no server around it. */
export async function get(
  served: Api | Page,
  path: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<PageAnswer> {
  const target = served instanceof Api ? adapterApi(served) : served;
  const answer = await target.handle({
    verb: 'GET',
    path,
    header: (name) => headers[name],
    readBody: () => ({ kind: 'text', text: '' }),
    signal: new AbortController().signal,
    native: undefined,
  });
  if (answer === undefined) return { status: 404, contentType: undefined, headers: {}, text: '' };
  const { status, contentType, body = '' } = answer;
  return {
    status,
    contentType,
    headers: Object.fromEntries(answer.headers ?? []),
    text: typeof body === 'string' ? body : new TextDecoder().decode(body),
  };
}
