import type { PageRoute } from '@jsonrpc-kit/core/adapter';
import type { Api } from '@jsonrpc-kit/core/description';
import { assetRoute, type Content, contentRoute, textContent } from '../http/content-route.js';
import { relativeLink } from '../methods/paths.js';

/** An API reference page, for the option `referencePage` of `serveSchemas()`. */
export interface ReferencePage {
  /** The API schema that the page reads. */
  readonly reads: 'openapi' | 'openrpc';
  /** The files of the page. They are served below the path of the page. */
  readonly assets: readonly ReferencePageAsset[];
  /** Renders the HTML of the page. */
  readonly render: (options: ReferencePageContent) => string;
  /** Returns the content security policy of the page, which may connect to these origins. */
  readonly policy: (origins: readonly string[]) => string;
}

/** A file that an API reference page loads. */
export interface ReferencePageAsset {
  /** The last part of the file's URL. */
  readonly name: string;
  /** The value of the header `content-type`. */
  readonly contentType: string;
  /** Imports the module that the build generates from the file. */
  readonly load: () => Promise<{ readonly text: string; readonly hash: string }>;
}

/** The content of an API reference page. Its links are relative to the requested path. */
export interface ReferencePageContent {
  /** The title of the api. */
  readonly title: string;
  /** The version of the api. */
  readonly version: string;
  /** The OpenAPI document; null if it is not served. */
  readonly openapiUrl: string | null;
  /** The OpenRPC document; null if it is not served. */
  readonly openrpcUrl: string | null;
  /** The path of the assets, with a trailing slash. */
  readonly assetsUrl: string;
  /** The origins of the servers that the api declares. */
  readonly origins: readonly string[];
}

export interface ReferencePageOptions {
  readonly page: ReferencePage;
  readonly title: string;
  readonly version: string;
  /** The path of the page, or null for no page. */
  readonly docsPath: string | null;
  readonly openapiPath: string | null;
  readonly openrpcPath: string | null;
  /** Called on each request, since methods may be declared later. */
  readonly origins: () => readonly string[];
  readonly logger: Pick<Api['logger'], 'error'>;
}

/** Returns the routes of the API reference page and its assets. Loads an asset on its first request. */
export function referencePageRoutes(options: ReferencePageOptions): readonly PageRoute[] {
  const { docsPath, page } = options;
  if (docsPath === null) return [];
  const assetsPath = docsPath.endsWith('/') ? docsPath : `${docsPath}/`;
  const path = assetsPath === '/' ? '/' : assetsPath.slice(0, -1);
  return [
    htmlRoute(path, assetsPath, options),
    ...page.assets.map((asset) => assetRoute(assetsPath + asset.name, () => loadAsset(asset))),
  ];
}

/** Serves the page with and without a trailing slash. Its relative links differ between the two. */
function htmlRoute(path: string, assetsPath: string, options: ReferencePageOptions): PageRoute {
  const { logger } = options;
  const routeOf = (one: string): PageRoute =>
    contentRoute(one, async () => loadHtml(one, assetsPath, options), logger);
  const [plain, withSlash] = [routeOf(path), routeOf(assetsPath)];
  return {
    path,
    handle: (request) => (request.path.endsWith('/') ? withSlash : plain).handle(request),
  };
}

function loadHtml(
  path: string,
  assetsPath: string,
  { page, title, version, openapiPath, openrpcPath, origins: findOrigins }: ReferencePageOptions,
): Promise<Content> {
  const origins = findOrigins();
  const link = (to: string | null): string | null => (to === null ? null : relativeLink(path, to));
  const html = page.render({
    title,
    version,
    openapiUrl: link(openapiPath),
    openrpcUrl: link(openrpcPath),
    assetsUrl: relativeLink(path, assetsPath),
    origins,
  });
  return textContent(html, {
    contentType: 'text/html; charset=utf-8',
    headers: [
      ['content-security-policy', page.policy(origins)],
      ['referrer-policy', 'no-referrer'],
    ],
  });
}

async function loadAsset({ contentType, load }: ReferencePageAsset): Promise<Content> {
  const { text, hash } = await load();
  return { body: new TextEncoder().encode(text), contentType, etag: `"${hash}"` };
}
