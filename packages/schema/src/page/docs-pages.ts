import type { PageRoute } from '@jsonrpc-kit/core/adapter';
import { contentRoute } from './content-route.js';
import { docsHtml, type DocsHtmlOptions } from './docs-html.js';
import { type PageAsset, pageAssets } from './page-assets.js';
import type { PageContent } from './page-content.js';
import { textContent } from './text-content.js';

export interface DocsPagesOptions {
  readonly title: string;
  readonly version: string;
  /** Where the page stands. Null: there is none. */
  readonly docsUrl: string | null;
  /** Where the document is that the page shows. Null: there is no page either. */
  readonly openapiUrl: string | null;
  /** Null: the page does not link to it. */
  readonly openrpcUrl: string | null;
}

/**
 * Everything is served from here, nothing is inline, and nothing is sent elsewhere. The page can't
 * be framed, so that nobody is led to call a method by a click on another site.
 */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The docs page and what it loads, for an api to add. Nothing is loaded before it is asked for. */
export function docsPages(options: DocsPagesOptions): readonly PageRoute[] {
  const { docsUrl, openapiUrl } = options;
  if (docsUrl === null || openapiUrl === null) return [];
  const assetsPath = docsUrl.endsWith('/') ? docsUrl : `${docsUrl}/`;
  const path = assetsPath === '/' ? '/' : assetsPath.slice(0, -1);
  return [
    htmlRoute(path, { ...options, openapiUrl, assetsPath }),
    ...pageAssets.map((asset) => contentRoute(assetsPath + asset.name, () => loadAsset(asset))),
  ];
}

/** With a slash at its end the path is one folder deeper, for the links that are relative to it. */
function htmlRoute(path: string, options: Omit<DocsHtmlOptions, 'path'>): PageRoute {
  const { assetsPath } = options;
  const beside = contentRoute(path, () => loadHtml({ ...options, path }));
  const below = contentRoute(assetsPath, () => loadHtml({ ...options, path: assetsPath }));
  return {
    path,
    handle: (request) => (request.path.endsWith('/') ? below : beside).handle(request),
  };
}

function loadHtml(options: DocsHtmlOptions): Promise<PageContent> {
  return textContent(docsHtml(options), {
    contentType: 'text/html; charset=utf-8',
    headers: [
      ['content-security-policy', contentSecurityPolicy],
      ['referrer-policy', 'no-referrer'],
    ],
  });
}

async function loadAsset({ contentType, load }: PageAsset): Promise<PageContent> {
  const { text, hash } = await load();
  return { body: new TextEncoder().encode(text), contentType, etag: `"${hash}"` };
}
