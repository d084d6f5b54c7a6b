import { open } from 'node:fs/promises';

/** How long a server may take. */
const TIMEOUT = 30_000;

/** The longest document that is read. Ethereum's execution API has 2.7 MB. */
const MAX_BYTES = 64 * 2 ** 20;

/**
 * Reads a file, or what a server responds with.
 *
 * @param source a path, or a URL that starts with `http:` or `https:`
 * @throws Error that says why it can't be read
 */
export async function readText(source: string): Promise<string> {
  try {
    const chunks = isHttpUrl(source) ? fetchChunks(source) : readChunks(source);
    const bytes = await collect(chunks);
    return new TextDecoder().decode(bytes);
  } catch (cause) {
    throw new Error(`Can't read ${source}: ${reasonOf(cause)}`, { cause });
  }
}

export function isHttpUrl(source: string): boolean {
  return /^https?:\/\//i.test(source);
}

async function* fetchChunks(url: string): AsyncGenerator<Uint8Array> {
  const response = await fetch(url, {
    headers: { accept: 'application/json' },
    signal: AbortSignal.timeout(TIMEOUT),
  });
  if (!response.ok) throw new Error(`the server responded with status ${response.status}`);
  if (response.body !== null) yield* response.body;
}

async function* readChunks(path: string): AsyncGenerator<Uint8Array> {
  if (/^[a-z][a-z\d+.-]+:\/\//i.test(path)) {
    throw new Error('only files and addresses that start with http: or https: can be read');
  }
  const file = await open(path);
  try {
    yield* file.createReadStream({ autoClose: false }) as AsyncIterable<Uint8Array>;
  } finally {
    await file.close();
  }
}

async function collect(chunks: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const all: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    length += chunk.length;
    if (length > MAX_BYTES) throw new Error(`it is longer than ${MAX_BYTES / 2 ** 20} MiB`);
    all.push(chunk);
  }
  return Buffer.concat(all);
}

/** `fetch()` puts the reason why it failed into the cause of its error. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'TimeoutError') return `it did not arrive within ${TIMEOUT / 1_000} s`;
  const { cause, message } = error;
  if (!(cause instanceof Error)) return message;
  // The error of several attempts to connect has a code, but no message.
  const { code } = cause as { readonly code?: unknown };
  return `${message}: ${cause.message === '' ? String(code) : cause.message}`;
}
