import { open, realpath, stat } from 'node:fs/promises';
import { dirname, relative, isAbsolute, resolve, sep } from 'node:path';

/** What a document may refer to. */
export interface ReadingRules {
  /** The folder of all files that a document refers to. Default: the folder of the document. */
  readonly root?: string | undefined;
  /** Further origins that a document may refer to, such as `https://example.org`. Default: none */
  readonly allowRemote?: readonly string[] | undefined;
  /** Ends the reading. */
  readonly signal?: AbortSignal | undefined;
}

/** How long a server may take. */
const TIMEOUT = 30_000;

/** How long a document and those that it refers to are together. Ethereum's execution API has 2.7 MB. */
const MAX_BYTES = 64 * 2 ** 20;

const MAX_REDIRECTS = 5;

/**
 * Reads a document that the user names, and those that it refers to. A document from a server may refer to documents of
 * its origin, and a document in a file to files below its folder. Anything else needs a rule. Messages contain nothing
 * of what was read.
 */
export class DocumentFiles {
  readonly #root: string;
  readonly #rules: ReadingRules;
  #bytes = 0;

  constructor(source: string, rules: ReadingRules) {
    this.#root = rules.root ?? dirname(source);
    this.#rules = rules;
  }

  /**
   * Reads the JSON that the user names.
   *
   * @param source a path, or a URL that starts with `http:` or `https:`
   * @throws Error that says why it can't be read
   */
  readSource(source: string): Promise<unknown> {
    return this.#read(source, () => Promise.resolve());
  }

  /**
   * Reads the JSON that a document refers to.
   *
   * @param base the path or URL of the document with the reference
   * @throws Error that says why it can't be read
   */
  readReferenced(target: string, base: string): Promise<unknown> {
    return this.#read(target, () => this.#check(target, base));
  }

  async #read(source: string, check: () => Promise<void>): Promise<unknown> {
    let text: string;
    try {
      await check();
      text = await this.#collect(
        isHttpUrl(source) ? this.#fetchChunks(source) : this.#readChunks(source),
      );
    } catch (cause) {
      throw new Error(`Can't read ${source}: ${reasonOf(cause)}`, { cause });
    }
    try {
      return JSON.parse(text);
    } catch {
      // The message of JSON.parse() quotes the text, which may be a file with secrets.
      throw new Error(`${source} is not JSON`);
    }
  }

  /** @throws Error that says which rule allows the target */
  async #check(target: string, base: string): Promise<void> {
    if (isHttpUrl(target)) {
      const { origin } = new URL(target);
      const isOwn = isHttpUrl(base) && new URL(base).origin === origin;
      if (isOwn || this.#rules.allowRemote?.includes(origin) === true) return;
      throw new Error(`${base} may not refer to another server without --allow-remote ${origin}`);
    }
    if (isHttpUrl(base)) throw new Error('a document from a server may not refer to files');
    const root = resolve(this.#root);
    const isInside = isBelow(root, resolve(target));
    // A link may lead out of the folder.
    if (!isInside || !isBelow(await realpath(root), await realpath(target))) {
      throw new Error(`it is not below ${root}. Pass the folder of all files with --root`);
    }
    // A pipe or a device may never end.
    if (!(await stat(target)).isFile()) throw new Error('it is not a file');
  }

  async *#fetchChunks(url: string): AsyncGenerator<Uint8Array> {
    const response = await this.#fetch(url);
    if (!response.ok) throw new Error(`the server responded with status ${response.status}`);
    if (response.body !== null) yield* response.body;
  }

  async #fetch(url: string): Promise<Response> {
    const { signal } = this.#rules;
    const limit = AbortSignal.timeout(TIMEOUT);
    const { origin } = new URL(url);
    let current = url;
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
      const response = await fetch(current, {
        headers: { accept: 'application/json' },
        redirect: 'manual',
        signal: signal === undefined ? limit : AbortSignal.any([signal, limit]),
      });
      const location = response.headers.get('location');
      if (response.status < 300 || response.status >= 400 || location === null) return response;
      await response.body?.cancel();
      if (!URL.canParse(location, current) || new URL(location, current).origin !== origin) {
        throw new Error('the server redirected to another origin');
      }
      current = new URL(location, current).href;
    }
    throw new Error(`the server redirected more than ${MAX_REDIRECTS} times`);
  }

  async *#readChunks(path: string): AsyncGenerator<Uint8Array> {
    if (/^[a-z][a-z\d+.-]+:\/\//i.test(path)) {
      throw new Error('only files and addresses that start with http: or https: can be read');
    }
    const file = await open(path);
    try {
      yield* file.createReadStream({
        autoClose: false,
        ...(this.#rules.signal === undefined ? {} : { signal: this.#rules.signal }),
      }) as AsyncIterable<Uint8Array>;
    } finally {
      await file.close();
    }
  }

  async #collect(chunks: AsyncIterable<Uint8Array>): Promise<string> {
    const all: Uint8Array[] = [];
    for await (const chunk of chunks) {
      this.#bytes += chunk.length;
      if (this.#bytes > MAX_BYTES) {
        const limit = `${MAX_BYTES / 2 ** 20} MiB`;
        throw new Error(`it is longer than ${limit}, together with what was read before`);
      }
      all.push(chunk);
    }
    return new TextDecoder().decode(Buffer.concat(all));
  }
}

export function isHttpUrl(source: string): boolean {
  return /^https?:\/\//i.test(source) && URL.canParse(source);
}

function isBelow(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

/** `fetch()` puts the reason why it failed into the cause of its error. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'TimeoutError') return 'it did not arrive in time';
  const { cause, message } = error;
  if (!(cause instanceof Error)) return message;
  if (cause.name === 'TimeoutError') return 'it did not arrive in time';
  // The error of several attempts to connect has a code, but no message.
  const { code } = cause as { readonly code?: unknown };
  return `${message}: ${cause.message === '' ? String(code) : cause.message}`;
}
