import { setTimeout as wait } from 'node:timers/promises';

export interface ClientResponse {
  readonly status: number;
  /** The parsed body. Undefined for an empty body. */
  readonly json: unknown;
}

interface PostOptions {
  readonly token?: string | undefined;
  /** Milliseconds until the client disconnects. */
  readonly leaveAfter?: number | undefined;
  /** Sends the body in pieces; `cut` disconnects before the last one. */
  readonly slowly?: 'complete' | 'cut' | undefined;
  /** Reads the response piece by piece, or not at all: then it disconnects after a second. */
  readonly reads?: 'slowly' | 'nothing' | undefined;
}

/** Posts a message to a server. Returns undefined if the connection ends without a response. */
export async function post(
  url: string,
  message: unknown,
  { token, leaveAfter, slowly, reads }: PostOptions = {},
): Promise<ClientResponse | undefined> {
  const text = typeof message === 'string' ? message : JSON.stringify(message);
  const abort = new AbortController();
  const leave = (): void => abort.abort();
  const timer = leaveAfter === undefined ? undefined : setTimeout(leave, leaveAfter);
  const options = {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token === undefined ? {} : { 'user-auth-token': token }),
    },
    body: slowly === undefined ? text : ReadableStream.from(pieces(text, slowly, leave)),
    duplex: 'half' as const,
    signal: abort.signal,
  };
  try {
    const response = await fetch(url, options);
    if (reads === 'nothing') {
      await wait(1_000);
      leave();
      return undefined;
    }
    const body = reads === 'slowly' ? await readSlowly(response) : await response.text();
    return {
      status: response.status,
      json: body === '' ? undefined : (JSON.parse(body) as unknown),
    };
  } catch (error) {
    if (error instanceof SyntaxError) throw error;
    return undefined;
  } finally {
    clearTimeout(timer);
  }
}

async function readSlowly({ body }: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    await wait(1);
  }
  return text;
}

async function* pieces(
  text: string,
  slowly: 'complete' | 'cut',
  leave: () => void,
): AsyncGenerator<Uint8Array> {
  const size = Math.ceil(text.length / 5);
  for (let start = 0; start < text.length; start += size) {
    if (slowly === 'cut' && start + size >= text.length) return leave();
    yield new TextEncoder().encode(text.slice(start, start + size));
    await wait(3);
  }
}
