/** A file that the docs page loads, served below its path. */
export interface PageAsset {
  readonly name: string;
  readonly contentType: string;
  /** Its module, made by the build. Imported when it is first asked for, since one is large. */
  readonly load: () => Promise<{ readonly text: string; readonly hash: string }>;
}

export const pageAssets: readonly PageAsset[] = [
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
    name: 'docs-page.css',
    contentType: 'text/css; charset=utf-8',
    load: () => import('./assets/docs-page-css.js'),
  },
  {
    name: 'swagger-ui-bundle.js',
    contentType: 'text/javascript; charset=utf-8',
    load: () => import('./assets/swagger-ui-bundle-js.js'),
  },
  {
    name: 'docs-page.js',
    contentType: 'text/javascript; charset=utf-8',
    load: () => import('./assets/docs-page-js.js'),
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
