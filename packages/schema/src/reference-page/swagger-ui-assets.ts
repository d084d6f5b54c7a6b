import type { ReferencePageAsset } from './reference-page.js';

const CSS = 'text/css; charset=utf-8';
const JAVASCRIPT = 'text/javascript; charset=utf-8';
const TEXT = 'text/plain; charset=utf-8';

export const swaggerUiAssets: readonly ReferencePageAsset[] = [
  asset('swagger-ui-theme.css', CSS, () => import('./assets/swagger-ui-theme-css.js')),
  asset('swagger-ui.css', CSS, () => import('./assets/swagger-ui-css.js')),
  asset('reference-page.css', CSS, () => import('./assets/reference-page-css.js')),
  asset('swagger-ui-bundle.js', JAVASCRIPT, () => import('./assets/swagger-ui-bundle-js.js')),
  asset('reference-page.js', JAVASCRIPT, () => import('./assets/reference-page-js.js')),
  asset('favicon.svg', 'image/svg+xml', () => import('./assets/favicon-svg.js')),
  asset('swagger-ui.LICENSE.txt', TEXT, () => import('./assets/swagger-ui-license-txt.js')),
  asset(
    'swagger-ui-bundle.js.LICENSE.txt',
    TEXT,
    () => import('./assets/swagger-ui-bundle-js-license-txt.js'),
  ),
];

function asset(
  name: string,
  contentType: string,
  load: ReferencePageAsset['load'],
): ReferencePageAsset {
  return { name, contentType, load };
}
