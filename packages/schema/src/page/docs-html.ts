import { escapeHtml } from './escape-html.js';
import { relativeLink } from './relative-link.js';

export interface DocsHtmlOptions {
  readonly title: string;
  readonly version: string;
  /** The path that was asked for; what the page links to is relative to it. */
  readonly path: string;
  /** The path that the assets stand below, with a slash at its end. */
  readonly assetsPath: string;
  readonly openapiUrl: string;
  readonly openrpcUrl: string | null;
}

/** The document of the page. Nothing in it is inline, so it needs no exception of its policy. */
export function docsHtml(options: DocsHtmlOptions): string {
  const { path, assetsPath, openapiUrl, openrpcUrl } = options;
  const title = escapeHtml(options.title);
  const version = escapeHtml(options.version);
  const link = (to: string): string => escapeHtml(relativeLink(path, to));
  const asset = (name: string): string => link(`${assetsPath}${name}`);
  const openrpc =
    openrpcUrl === null ? '' : `\n          <a href="${link(openrpcUrl)}">OpenRPC</a>`;

  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title>${title} ${version}</title>
    <link rel="icon" type="image/svg+xml" href="${asset('favicon.svg')}" />
    <link rel="stylesheet" href="${asset('docs-page.css')}" />
    <link rel="stylesheet" href="${asset('swagger-ui-theme.css')}" />
    <script defer src="${asset('swagger-ui-bundle.js')}"></script>
    <script defer src="${asset('docs-page.js')}"></script>
  </head>
  <body>
    <header class="docs-header">
      <div>
        <img src="${asset('favicon.svg')}" alt="" />
        <h1>${title}</h1>
        <span class="docs-version">${version}</span>
        <nav aria-label="Documents">
          <a href="${link(openapiUrl)}">OpenAPI</a>${openrpc}
        </nav>
      </div>
    </header>
    <noscript>
      <p class="docs-notice">This page needs JavaScript. The documents linked above do not.</p>
    </noscript>
    <main id="swagger-ui" data-openapi="${link(openapiUrl)}"></main>
    <footer class="docs-footer">
      Shown by <a href="${asset('swagger-ui.LICENSE.txt')}">Swagger UI</a>
    </footer>
  </body>
</html>
`;
}
