import type { ReferencePageAsset } from './reference-page.js';

export const swaggerUiAssets: readonly ReferencePageAsset[] = [
  {
    name: 'swagger-ui-theme.css',
    contentType: 'text/css; charset=utf-8',
    load: () => import('./assets/swagger-ui-theme-css.js'),
  },
  {
    name: 'swagger-ui.css',
    contentType: 'text/css; charset=utf-8',
    load: () => import('./assets/swagger-ui-css.js'),
  },
  {
    name: 'reference-page.css',
    contentType: 'text/css; charset=utf-8',
    load: () => import('./assets/reference-page-css.js'),
  },
  {
    name: 'swagger-ui-bundle.js',
    contentType: 'text/javascript; charset=utf-8',
    load: () => import('./assets/swagger-ui-bundle-js.js'),
  },
  {
    name: 'reference-page.js',
    contentType: 'text/javascript; charset=utf-8',
    load: () => import('./assets/reference-page-js.js'),
  },
  {
    name: 'favicon.svg',
    contentType: 'image/svg+xml',
    load: () => import('./assets/favicon-svg.js'),
  },
  {
    name: 'swagger-ui.LICENSE.txt',
    contentType: 'text/plain; charset=utf-8',
    load: () => import('./assets/swagger-ui-license-txt.js'),
  },
  {
    name: 'swagger-ui-bundle.js.LICENSE.txt',
    contentType: 'text/plain; charset=utf-8',
    load: () => import('./assets/swagger-ui-bundle-js-license-txt.js'),
  },
];
