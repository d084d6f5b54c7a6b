import type { HttpRequest } from '@jsonrpc-kit/core';

/** What an adapter hands to the core, without a server around it. */
export class MemoryRequest implements HttpRequest {
  readonly verb = 'POST';
  readonly path = '/rpc';
  readonly native = undefined;
  readonly #text: string;
  readonly #headers: Readonly<Record<string, string>>;

  constructor(text: string, headers: Readonly<Record<string, string>>) {
    this.#text = text;
    this.#headers = headers;
  }

  header(name: string): string | undefined {
    return this.#headers[name];
  }

  readBody(): { readonly kind: 'text'; readonly text: string } {
    return { kind: 'text', text: this.#text };
  }

  get signal(): AbortSignal {
    return new AbortController().signal;
  }
}
