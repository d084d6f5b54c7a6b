import { adapterApi } from '@jsonrpc-kit/core/adapter';
import type { Api } from '@jsonrpc-kit/core/description';
import { openapi } from '../openapi/openapi.js';
import { entrypointDocumentPath, openrpc, type OpenRpcOptions } from '../openrpc/openrpc.js';
import { docsPages } from '../page/docs-pages.js';
import { DocumentCache } from './document-cache.js';
import { documentPage } from './document-page.js';
import { type ServedUrls, servedUrls, type UrlOptions } from './served-urls.js';

/** Where the documents and the page are served, and how they are written. */
export interface ServeSchemasOptions extends UrlOptions {
  /** Whether every entrypoint answers `rpc.discover` with its OpenRPC document. Default: true. */
  readonly discover?: boolean | undefined;
  /** As {@link OpenApiOptions} has it. */
  readonly jsonrpcComponentsFineNames?: boolean | undefined;
  /** As {@link OpenRpcOptions} has it. */
  readonly openrpcVersion?: OpenRpcOptions['openrpcVersion'];
}

/**
 * Adds the documents and the page to an api; every adapter serves them with it.
 *
 * ```ts
 * serveSchemas(api, { docsUrl: '/docs' });
 * ```
 *
 * A document is generated when it is first asked for, and kept. One that can't be is answered with
 * 500; to hear of that earlier, call `openapi(api)` and `openrpc(api)` in a test.
 *
 * @throws TypeError for a path that is taken, or is none
 */
export function serveSchemas(api: Api, options: ServeSchemasOptions = {}): void {
  const host = adapterApi(api, 'serveSchemas()');
  const urls = servedUrls(options);
  if (urls.openapiUrl !== null) serveOpenApi(api, urls.openapiUrl, options);
  if (urls.openrpcUrl !== null) serveOpenRpc(api, urls.openrpcUrl, options);
  serveEntrypoints(api, urls, options);
  const { title, version } = api;
  for (const page of docsPages({ title, version, ...urls })) host.addPage(page);
}

function serveOpenApi(api: Api, openapiUrl: string, options: ServeSchemasOptions): void {
  const { jsonrpcComponentsFineNames } = options;
  const cache = new DocumentCache(
    () => openapi(api, { jsonrpcComponentsFineNames, openapiUrl }),
    () => api.entrypoints,
  );
  adapterApi(api).addPage(documentPage(openapiUrl, cache, api));
}

function serveOpenRpc(api: Api, openrpcUrl: string, options: ServeSchemasOptions): void {
  const { jsonrpcComponentsFineNames, openrpcVersion } = options;
  const cache = new DocumentCache(
    () => openrpc(api, { jsonrpcComponentsFineNames, openrpcVersion, openrpcUrl }),
    () => api.entrypoints,
  );
  adapterApi(api).addPage(documentPage(openrpcUrl, cache, api));
}

/** What each entrypoint has, one that is bound later too. */
function serveEntrypoints(
  api: Api,
  { openrpcUrl }: ServedUrls,
  options: ServeSchemasOptions,
): void {
  const { jsonrpcComponentsFineNames, openrpcVersion, discover = true } = options;
  const { title, version, description, servers } = api;
  const own = { title, version, description, servers, jsonrpcComponentsFineNames, openrpcVersion };
  const host = adapterApi(api);
  host.onEntrypoint((entrypoint) => {
    if (!entrypoint.settings.includeInSchemas) return;
    const cache = new DocumentCache(
      () => openrpc(entrypoint, own),
      () => [entrypoint],
    );
    const path = entrypointDocumentPath(entrypoint);
    // At the root the document of all entrypoints may stand in its place.
    if (openrpcUrl !== null && path !== openrpcUrl) host.addPage(documentPage(path, cache, api));
    if (discover) {
      host.addBuiltIn(entrypoint, 'rpc.discover', () => {
        const generated = cache.get();
        if (generated.ok) return generated.document;
        throw generated.error;
      });
    }
  });
}
