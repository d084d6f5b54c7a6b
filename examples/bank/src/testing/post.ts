import type { Api } from '@jsonrpc-kit/core';

export interface PostOptions {
  /** The `user-auth-token` header. */
  readonly token?: string | undefined;
  /** Default: the bank's entrypoint. */
  readonly path?: string;
}

export interface Posted {
  readonly status: number;
  /** Parsed; undefined where there is none. */
  readonly body: unknown;
}

/** Posts JSON to the api itself: what an adapter does, without a server. */
export async function post(api: Api, message: unknown, options: PostOptions = {}): Promise<Posted> {
  const { token, path = '/api/v1/jsonrpc' } = options;
  const headers: Record<string, string | undefined> = {
    'content-type': 'application/json',
    'user-auth-token': token,
  };
  const text = JSON.stringify(message);
  const answer = await api.handle({
    verb: 'POST',
    path,
    header: (name) => headers[name],
    readBody: () => ({ kind: 'text', text }),
    signal: new AbortController().signal,
    native: undefined,
  });
  if (answer === undefined) throw new Error(`Nothing is served at ${path}`);
  void answer.sent?.();
  const body: unknown = answer.body === undefined ? undefined : JSON.parse(String(answer.body));
  return { status: answer.status, body };
}
