import { adapterApi } from '@jsonrpc-kit/core/adapter';
import type { Api } from '@jsonrpc-kit/core';

/** An HTTP answer as a client sees it. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** Undefined where there is no body. */
  readonly json: unknown;
}

/** Sends a request, through no socket; a path of nobody's gives 404. */
async function exchange(
  api: Api,
  verb: string,
  path: string,
  headers: Readonly<Record<string, string>> = {},
  body = '',
): Promise<Answer> {
  const answer = await adapterApi(api).handle({
    verb,
    path,
    header: (name) => headers[name],
    readBody: () => ({ kind: 'text', text: body }),
    signal: new AbortController().signal,
    native: undefined,
  });
  const sent = new Headers();
  if (answer === undefined) return { status: 404, headers: sent, text: '', json: undefined };
  await answer.onSent?.();
  if (answer.contentType !== undefined) sent.set('content-type', answer.contentType);
  for (const [name, value] of answer.headers ?? []) sent.append(name, value);
  const { body: bytes = '' } = answer;
  const text = typeof bytes === 'string' ? bytes : new TextDecoder().decode(bytes);
  const isJson = answer.contentType === 'application/json';
  const json: unknown = isJson && text !== '' ? JSON.parse(text) : undefined;
  return { status: answer.status, headers: sent, text, json };
}

export function get(
  api: Api,
  path: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  return exchange(api, 'GET', path, headers);
}

export function post(
  api: Api,
  path: string,
  message: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const all = { 'content-type': 'application/json', ...headers };
  return exchange(api, 'POST', path, all, JSON.stringify(message));
}
