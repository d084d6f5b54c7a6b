import { parseEncodedJson } from '@jsonrpc-kit/core/adapter';
import type { AnyEntrypoint } from '@jsonrpc-kit/core/description';

type Generated =
  | {
      readonly ok: true;
      /** The document, which responses encode as the text. */
      readonly document: unknown;
      readonly text: string;
    }
  | { readonly ok: false; readonly error: unknown };

/** A document that is generated when it is first asked for, and again when there are more methods. */
export class DocumentCache {
  readonly #generate: () => object;
  readonly #entrypoints: () => readonly AnyEntrypoint[];
  #generated: Generated | undefined;
  #of: readonly unknown[] = [];

  /** @param entrypoints those that the document is of */
  constructor(generate: () => object, entrypoints: () => readonly AnyEntrypoint[]) {
    this.#generate = generate;
    this.#entrypoints = entrypoints;
  }

  /** The same object as long as the document is the same; a failure is remembered too. */
  get(): Generated {
    const now = this.#state();
    if (this.#generated === undefined || !isSame(now, this.#of)) {
      this.#generated = this.#tryToGenerate();
      this.#of = now;
    }
    return this.#generated;
  }

  /** Methods are declared one after another, and none is ever taken away. */
  #state(): readonly unknown[] {
    return this.#entrypoints().flatMap((entrypoint) => [entrypoint, entrypoint.methods.length]);
  }

  #tryToGenerate(): Generated {
    try {
      const text = JSON.stringify(this.#generate());
      return { ok: true, document: parseEncodedJson(text), text };
    } catch (error) {
      return { ok: false, error };
    }
  }
}

function isSame(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one.length === other.length && one.every((value, index) => value === other[index]);
}
