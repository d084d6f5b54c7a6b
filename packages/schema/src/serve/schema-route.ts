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

/** Returns an API schema: the same object until the schema changes, also if its generation failed. */
export type SchemaSource = () => GeneratedSchema;

/**
 * Generates an API schema on first access, and again after methods were added.
 *
 * @param entrypoints returns the entrypoints that the schema describes
 */
export function cachedSchema(
  generate: () => object,
  entrypoints: () => readonly AnyEntrypoint[],
): SchemaSource {
  let schema: GeneratedSchema | undefined;
  let version: readonly unknown[] = [];
  return () => {
    // Methods are only ever added to an entrypoint, so their number identifies them.
    const current = entrypoints().flatMap((entrypoint) => [entrypoint, entrypoint.methods.length]);
    if (schema === undefined || !hasSameElements(current, version)) {
      schema = tryGenerate(generate);
      version = current;
    }
    return schema;
  };
}

function tryGenerate(generate: () => object): GeneratedSchema {
  try {
    const text = JSON.stringify(generate());
    return { ok: true, document: parseEncodedJson(text), text };
  } catch (error) {
    return { ok: false, error };
  }
}

function hasSameElements(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one.length === other.length && one.every((value, index) => value === other[index]);
}

/** Creates the route of an API schema. Logs a failed generation once and responds with 500. */
export function schemaRoute(
  path: string,
  source: SchemaSource,
  { logger }: Pick<Api, 'logger'>,
): PageRoute {
  let served: GeneratedSchema | undefined;
  let content: Promise<Content> | undefined;
  return {
    path,
    handle: async (request) => {
      const schema = source();
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
