/**
 * An API reference page for JSON-RPC that reads an OpenRPC document: its HTML, its content security
 * policy and its files, for any server.
 *
 * @module
 */
export { type ExplorerAsset, explorerAssets } from './explorer-assets.js';
export { explorerHtml, type ExplorerHtmlOptions, explorerPolicy } from './explorer-html.js';
