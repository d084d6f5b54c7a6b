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

const JAVASCRIPT = 'text/javascript; charset=utf-8';

/** The files of the page. Serve all of them below one URL. */
export const explorerAssets: readonly ExplorerAsset[] = [
  asset('explorer.css', 'text/css; charset=utf-8', () => import('./assets/explorer-css.js')),
  asset('explorer.js', JAVASCRIPT, () => import('./assets/explorer-js.js')),
  asset('code-editor.js', JAVASCRIPT, () => import('./assets/code-editor-js.js')),
  asset('check-value.worker.js', JAVASCRIPT, () => import('./assets/check-value-worker-js.js')),
  asset('favicon.svg', 'image/svg+xml', () => import('./assets/favicon-svg.js')),
  asset(
    'explorer.LICENSE.md',
    'text/plain; charset=utf-8',
    () => import('./assets/explorer-license-md.js'),
  ),
];

function asset(name: string, contentType: string, load: ExplorerAsset['load']): ExplorerAsset {
  return { name, contentType, load };
}
