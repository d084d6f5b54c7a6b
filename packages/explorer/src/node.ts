/**
 * Serves the page for one OpenRPC document by `node:http`.
 *
 * @module
 */
export { explorerListener } from './command/explorer-listener.js';
export { type OpenRpcSource, readSource } from './command/open-rpc-source.js';
