import type { PageRoute } from '@jsonrpc-kit/core/adapter';
import { type Content, contentRoute, textContent } from '../http/content-route.js';
import { type PageAsset, pageAssets } from './page-assets.js';
import { referencePageHtml, type ReferencePageHtmlOptions } from './reference-page-html.js';

export interface ReferencePageOptions {
  readonly title: string;
  readonly version: string;
  /** The path of the page, or null for no page. */
  readonly docsUrl: string | null;
  /** The path of the OpenAPI document. Without one there is no page. */
  readonly openapiUrl: string | null;
  /** The path of the OpenRPC document, to which the page links. */
  readonly openrpcUrl: string | null;
}

/**
 * Allows resources and requests of the same origin only, and no inline scripts. Forbids frames, so
 * that no other site can trick a user into calling a method.
 */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Returns the routes of the API reference page and its assets. Loads them on the first request. */
export function referencePageRoutes(options: ReferencePageOptions): readonly PageRoute[] {
  const { docsUrl, openapiUrl } = options;
  if (docsUrl === null || openapiUrl === null) return [];
  const assetsPath = docsUrl.endsWith('/') ? docsUrl : `${docsUrl}/`;
  const path = assetsPath === '/' ? '/' : assetsPath.slice(0, -1);
  return [
    htmlRoute(path, { ...options, openapiUrl, assetsPath }),
    ...pageAssets.map((asset) => contentRoute(assetsPath + asset.name, () => loadAsset(asset))),
  ];
}

/** Serves the page with and without a trailing slash, on which its relative links depend. */
function htmlRoute(path: string, options: Omit<ReferencePageHtmlOptions, 'path'>): PageRoute {
  const { assetsPath } = options;
  const plain = contentRoute(path, () => loadHtml({ ...options, path }));
  const withSlash = contentRoute(assetsPath, () => loadHtml({ ...options, path: assetsPath }));
  return {
    path,
    handle: (request) => (request.path.endsWith('/') ? withSlash : plain).handle(request),
  };
}

function loadHtml(options: ReferencePageHtmlOptions): Promise<Content> {
  return textContent(referencePageHtml(options), {
    contentType: 'text/html; charset=utf-8',
    headers: [
      ['content-security-policy', CONTENT_SECURITY_POLICY],
      ['referrer-policy', 'no-referrer'],
    ],
  });
}

async function loadAsset({ contentType, load }: PageAsset): Promise<Content> {
  const { text, hash } = await load();
  return { body: new TextEncoder().encode(text), contentType, etag: `"${hash}"` };
}
