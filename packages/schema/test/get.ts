import type { HttpAnswer, HttpRequest, MaybePromise } from '@jsonrpc-kit/core/adapter';

/** What a page answers, in the words of a client. */
export interface PageAnswer {
  readonly status: number;
  readonly contentType: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

/** A page alone, or an api that has pages. */
interface Served {
  handle(request: HttpRequest): MaybePromise<HttpAnswer> | undefined;
}

/** Asks for a page, with no server around it. */
export async function get(
  served: Served,
  path: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<PageAnswer> {
  const answer = await served.handle({
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
