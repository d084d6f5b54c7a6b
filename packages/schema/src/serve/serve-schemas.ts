import { adapterApi } from '@jsonrpc-kit/core/adapter';
import type { AnyEntrypoint, Api } from '@jsonrpc-kit/core/description';
import { entrypointOpenRpcPath } from '../methods/paths.js';
import { openapi } from '../openapi/openapi.js';
import { openrpc, type OpenRpcOptions } from '../openrpc/openrpc.js';
import { explorerPage } from '../reference-page/explorer-page.js';
import { type ReferencePage, referencePageRoutes } from '../reference-page/reference-page.js';
import { serverOrigins } from '../reference-page/server-origins.js';
import { cachedSchema, schemaRoute } from './schema-route.js';

/** Options of {@link serveSchemas}. */
export interface ServeSchemasOptions {
  /** The path of the OpenAPI document, or null for none. Default: `/openapi.json`. */
  readonly openapiPath?: string | null | undefined;
  /**
   * The path of the OpenRPC document, or null for none. Default: `/openrpc.json`. Null also removes
   * the document of every entrypoint at `{path}/openrpc.json`.
   */
  readonly openrpcPath?: string | null | undefined;
  /**
   * The path of the API reference page, or null for none. Default: `/docs`. The page needs the
   * OpenRPC document.
   */
  readonly docsPath?: string | null | undefined;
  /**
   * Another API reference page: `swaggerUi` of `@jsonrpc-kit/schema/swagger-ui`, which needs the
   * OpenAPI document. Default: the page of `@jsonrpc-kit/explorer`.
   */
  readonly referencePage?: ReferencePage | undefined;
  /** Whether `rpc.discover` returns the OpenRPC document of its entrypoint. Default: true. */
  readonly discover?: boolean | undefined;
  /** See {@link OpenApiOptions}. */
  readonly jsonrpcComponentsFineNames?: boolean | undefined;
  /** See {@link OpenRpcOptions}. */
  readonly openrpcVersion?: OpenRpcOptions['openrpcVersion'];
}

/**
 * Adds routes for the API schemas and the API reference page to an api. Every adapter serves them.
 *
 * ```ts
 * serveSchemas(api, { docsPath: '/docs' });
 * ```
 *
 * A schema is generated on the first request. If that fails, the response has status 500 and the
 * error is logged. Call `openapi(api)` and `openrpc(api)` in a test to find such errors early.
 *
 * @throws TypeError for an invalid path, or a path that another route already has
 */
export function serveSchemas(api: Api, options: ServeSchemasOptions = {}): void {
  const adapter = adapterApi(api, 'serveSchemas()');
  const paths = readPaths(options);
  const { openapiPath, openrpcPath } = paths;
  const { jsonrpcComponentsFineNames, openrpcVersion } = options;
  const entrypoints = (): readonly AnyEntrypoint[] => api.entrypoints;
  if (openapiPath !== null) {
    const generate = (): object => openapi(api, { jsonrpcComponentsFineNames, openapiPath });
    adapter.addPage(schemaRoute(openapiPath, cachedSchema(generate, entrypoints), api));
  }
  if (openrpcPath !== null) {
    const schemaOptions = { jsonrpcComponentsFineNames, openrpcVersion, openrpcPath };
    const generate = (): object => openrpc(api, schemaOptions);
    adapter.addPage(schemaRoute(openrpcPath, cachedSchema(generate, entrypoints), api));
  }
  serveEntrypointSchemas(api, openrpcPath, options);
  const { title, version, logger } = api;
  const { referencePage: page = explorerPage } = options;
  const origins = (): readonly string[] => serverOrigins(api);
  for (const route of referencePageRoutes({ page, title, version, origins, logger, ...paths })) {
    adapter.addPage(route);
  }
}

/** Serves the OpenRPC document of every entrypoint, including those that are bound later. */
function serveEntrypointSchemas(
  api: Api,
  openrpcPath: string | null,
  options: ServeSchemasOptions,
): void {
  const { jsonrpcComponentsFineNames, openrpcVersion, discover = true } = options;
  const { title, version, description, servers } = api;
  const info = { title, version, description, servers };
  const adapter = adapterApi(api);
  adapter.onEntrypoint((entrypoint) => {
    if (!entrypoint.settings.includeInSchemas) return;
    const source = cachedSchema(
      () => openrpc(entrypoint, { ...info, jsonrpcComponentsFineNames, openrpcVersion }),
      () => [entrypoint],
    );
    const path = entrypointOpenRpcPath(entrypoint);
    // The document of the api has precedence over that of an entrypoint at the root.
    if (openrpcPath !== null && path !== openrpcPath)
      adapter.addPage(schemaRoute(path, source, api));
    if (!discover) return;
    adapter.addBuiltIn(entrypoint, 'rpc.discover', () => {
      const schema = source();
      if (schema.ok) return schema.document;
      throw schema.error;
    });
  });
}

interface Paths {
  readonly openapiPath: string | null;
  readonly openrpcPath: string | null;
  readonly docsPath: string | null;
}

function readPaths({
  openapiPath = '/openapi.json',
  openrpcPath = '/openrpc.json',
  docsPath,
  referencePage: { reads } = explorerPage,
}: ServeSchemasOptions): Paths {
  const isMissing = (reads === 'openapi' ? openapiPath : openrpcPath) === null;
  if (isMissing && typeof docsPath === 'string') {
    const [option, document] =
      reads === 'openapi' ? ['openapiPath', 'OpenAPI'] : ['openrpcPath', 'OpenRPC'];
    throw new TypeError(
      `serveSchemas(): docsPath needs ${option}, since the API reference page shows the ${document} ` +
        `document. Set docsPath to null too, or remove ${option}: null.`,
    );
  }
  return {
    openapiPath: checkPath('openapiPath', openapiPath),
    openrpcPath: checkPath('openrpcPath', openrpcPath),
    docsPath: checkPath(
      'docsPath',
      docsPath === undefined && !isMissing ? '/docs' : (docsPath ?? null),
    ),
  };
}

function checkPath(option: string, path: string | null): string | null {
  if (path === null) return null;
  if (/^\/[\w\-.~%@/]*$/.test(path) && !path.includes('//')) {
    return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
  }
  throw new TypeError(
    `serveSchemas(): ${option} is ${JSON.stringify(path)}. Pass a path that starts with "/", such ` +
      'as "/openapi.json", or null.',
  );
}
