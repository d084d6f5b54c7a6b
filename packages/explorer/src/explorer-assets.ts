/** A file that the page loads. */
export interface ExplorerAsset {
  /** The last part of the file's URL. */
  readonly name: string;
  /** The value of the header `content-type`. */
  readonly contentType: string;
  /** Imports the module that the build generates from the file. */
  readonly load: () => Promise<{
    readonly text: string;
    /** A hash of the text, for an entity tag. */
    readonly hash: string;
  }>;
}

/** The files of the page. Serve all of them below one URL. */
export const explorerAssets: readonly ExplorerAsset[] = [
  {
    name: 'explorer.css',
    contentType: 'text/css; charset=utf-8',
    load: () => import('./assets/explorer-css.js'),
  },
  {
    name: 'explorer.js',
    contentType: 'text/javascript; charset=utf-8',
    load: () => import('./assets/explorer-js.js'),
  },
  {
    name: 'code-editor.js',
    contentType: 'text/javascript; charset=utf-8',
    load: () => import('./assets/code-editor-js.js'),
  },
  {
    name: 'check-value.worker.js',
    contentType: 'text/javascript; charset=utf-8',
    load: () => import('./assets/check-value-worker-js.js'),
  },
  {
    name: 'favicon.svg',
    contentType: 'image/svg+xml',
    load: () => import('./assets/favicon-svg.js'),
  },
  {
    name: 'explorer.LICENSE.md',
    contentType: 'text/plain; charset=utf-8',
    load: () => import('./assets/explorer-license-md.js'),
  },
];
