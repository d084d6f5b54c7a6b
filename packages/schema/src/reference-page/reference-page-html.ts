import { relativeLink } from '../methods/paths.js';

export interface ReferencePageHtmlOptions {
  readonly title: string;
  readonly version: string;
  /** The requested path, to which the links are relative. */
  readonly path: string;
  /** The path of the assets, with a trailing slash. */
  readonly assetsPath: string;
  readonly openapiUrl: string;
  readonly openrpcUrl: string | null;
}

/** Renders the API reference page. Nothing is inline, so its security policy needs no exception. */
export function referencePageHtml(options: ReferencePageHtmlOptions): string {
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
    <link rel="stylesheet" href="${asset('reference-page.css')}" />
    <link rel="stylesheet" href="${asset('swagger-ui-theme.css')}" />
    <script defer src="${asset('swagger-ui-bundle.js')}"></script>
    <script defer src="${asset('reference-page.js')}"></script>
  </head>
  <body>
    <header class="page-header">
      <div>
        <img src="${asset('favicon.svg')}" alt="" />
        <h1>${title}</h1>
        <span class="page-version">${version}</span>
        <nav aria-label="API schemas">
          <a href="${link(openapiUrl)}">OpenAPI</a>${openrpc}
        </nav>
      </div>
    </header>
    <noscript>
      <p class="page-notice">This page needs JavaScript. The API schemas linked above don’t.</p>
    </noscript>
    <main id="swagger-ui" data-openapi="${link(openapiUrl)}"></main>
    <footer class="page-footer">
      Powered by <a href="${asset('swagger-ui.LICENSE.txt')}">Swagger UI</a>
    </footer>
  </body>
</html>
`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes a text for an HTML element or a quoted attribute. */
function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}
