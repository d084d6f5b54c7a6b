import { adapterApi, type AdapterApi } from '@jsonrpc-kit/core/adapter';
import type { Api } from '@jsonrpc-kit/core';

type Body = Awaited<ReturnType<Parameters<AdapterApi['handle']>[0]['readBody']>>;

/** An api as a function that answers like `fetch`, without an adapter and without a socket. */
export function fetchApi(api: Api): (request: Request) => Promise<Response> {
  return async function inProcess(request) {
    const answer = await adapterApi(api).handle({
      verb: request.method,
      path: new URL(request.url).pathname,
      header: (name) => request.headers.get(name) ?? undefined,
      readBody: ({ maxBytes }) => readBody(request, maxBytes),
      signal: request.signal,
      native: request,
    });
    if (answer === undefined) return new Response(null, { status: 404 });
    void answer.onSent?.();
    const headers = new Headers();
    for (const [name, value] of answer.headers ?? []) headers.append(name, value);
    if (answer.contentType !== undefined) headers.set('content-type', answer.contentType);
    return new Response(answer.body ?? null, { status: answer.status, headers });
  };
}

async function readBody(request: Request, maxBytes: number): Promise<Body> {
  const bytes = new Uint8Array(await request.arrayBuffer());
  if (bytes.length > maxBytes) return { kind: 'too-large' };
  try {
    const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
    return { kind: 'text', text: decoder.decode(bytes) };
  } catch {
    return { kind: 'not-utf-8' };
  }
}
