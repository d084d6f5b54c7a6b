import type { ReferencePageContent } from './reference-page.js';

/** Renders Swagger UI without inline scripts or styles, so that a strict security policy allows it. */
export function swaggerUiHtml(content: ReferencePageContent): string {
  const { assetsUrl, openapiUrl, openrpcUrl } = content;
  const title = escapeHtml(content.title);
  const version = escapeHtml(content.version);
  const openapi = escapeHtml(openapiUrl ?? '');
  const asset = (name: string): string => escapeHtml(`${assetsUrl}${name}`);
  const openrpc =
    openrpcUrl === null ? '' : `\n          <a href="${escapeHtml(openrpcUrl)}">OpenRPC</a>`;

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
          <a href="${openapi}">OpenAPI</a>${openrpc}
        </nav>
      </div>
    </header>
    <noscript>
      <p class="page-notice">This page needs JavaScript. The API schemas linked above don’t.</p>
    </noscript>
    <main id="swagger-ui" data-openapi="${openapi}"></main>
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
