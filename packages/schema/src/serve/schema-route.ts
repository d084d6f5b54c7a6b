import type { PageRoute } from '@jsonrpc-kit/core/adapter';
import { parseEncodedJson } from '@jsonrpc-kit/core/internal';
import type { AnyEntrypoint, Api } from '@jsonrpc-kit/core/description';
import {
  type Content,
  contentResponse,
  errorResponse,
  textContent,
} from '../http/content-route.js';

type GeneratedSchema =
  | {
      readonly ok: true;
      /** The parsed document, which a JSON-RPC response encodes as `text`. */
      readonly document: unknown;
      readonly text: string;
    }
  | { readonly ok: false; readonly error: unknown };

/** Generates an API schema on first access, and again after methods were added. */
export class SchemaCache {
  readonly #generate: () => object;
  readonly #entrypoints: () => readonly AnyEntrypoint[];
  #schema: GeneratedSchema | undefined;
  #version: readonly unknown[] = [];

  /** @param entrypoints returns the entrypoints that the schema describes */
  constructor(generate: () => object, entrypoints: () => readonly AnyEntrypoint[]) {
    this.#generate = generate;
    this.#entrypoints = entrypoints;
  }

  /** Returns the same object until the schema changes. Also caches a failure. */
  get(): GeneratedSchema {
    const version = this.#currentVersion();
    if (this.#schema === undefined || !hasSameElements(version, this.#version)) {
      this.#schema = this.#tryGenerate();
      this.#version = version;
    }
    return this.#schema;
  }

  /** Methods are only ever added to an entrypoint, so their number identifies them. */
  #currentVersion(): readonly unknown[] {
    return this.#entrypoints().flatMap((entrypoint) => [entrypoint, entrypoint.methods.length]);
  }

  #tryGenerate(): GeneratedSchema {
    try {
      const text = JSON.stringify(this.#generate());
      return { ok: true, document: parseEncodedJson(text), text };
    } catch (error) {
      return { ok: false, error };
    }
  }
}

function hasSameElements(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one.length === other.length && one.every((value, index) => value === other[index]);
}

/** Creates the route of an API schema. Logs a failed generation once and responds with 500. */
export function schemaRoute(
  path: string,
  cache: SchemaCache,
  { logger }: Pick<Api, 'logger'>,
): PageRoute {
  let served: GeneratedSchema | undefined;
  let content: Promise<Content> | undefined;
  return {
    path,
    handle: async (request) => {
      const schema = cache.get();
      if (schema !== served) {
        served = schema;
        content = schema.ok
          ? textContent(schema.text, { contentType: 'application/json' })
          : undefined;
        if (!schema.ok) logger.error({ err: schema.error }, `Generating ${path} failed`);
      }
      return content === undefined
        ? errorResponse('Internal Server Error')
        : contentResponse(request, await content);
    },
  };
}
