/**
 * Swagger UI as the API reference page. It is a separate entry point, so that a bundle contains its
 * 2 MB only if the application uses Swagger UI.
 *
 * @module
 */
import type { ReferencePage } from './reference-page/reference-page.js';
import { swaggerUiAssets } from './reference-page/swagger-ui-assets.js';
import { swaggerUiHtml } from './reference-page/swagger-ui-html.js';

/**
 * Swagger UI, for the option `referencePage` of `serveSchemas()`.
 *
 * ```ts
 * serveSchemas(api, { referencePage: swaggerUi });
 * ```
 */
export const swaggerUi: ReferencePage = {
  reads: 'openapi',
  assets: swaggerUiAssets,
  render: swaggerUiHtml,
  policy: (origins) =>
    [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "img-src 'self' data:",
      `connect-src ${["'self'", ...origins].join(' ')}`,
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ].join('; '),
};
