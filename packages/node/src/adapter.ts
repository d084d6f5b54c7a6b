/**
 * Parts that the adapters of frameworks on `node:http` share. Nothing here imports a `node:` module, so
 * an adapter that also runs elsewhere can be bundled for other runtimes.
 *
 * @module
 */
export { type Shutdown, shutDownOnSignals } from './close-on-signals.js';
export { drainRequest } from './drain-request.js';
export { NodeHttpRequest, targetPath } from './http-request.js';
export {
  disconnectSignal,
  type NodeExchange,
  watchResponse,
  watchResponseSoon,
} from './on-finished.js';
export { announcedLength, parsedBody, readBody, readStream } from './read-body.js';
export { allowsHeader, sendResponse } from './send-response.js';
export { ServerConnections, UnfinishedResponses } from './server-connections.js';
