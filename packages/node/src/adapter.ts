/**
 * Functions and classes that the adapters for frameworks on `node:http` share. This entry point doesn't
 * import `node:` modules, so adapters that use it can also be bundled for other runtimes.
 *
 * @module
 */
export {
  afterCallsTimeout,
  callOnClosed,
  type Shutdown,
  shutDownOnSignals,
} from './close-on-signals.js';
export { drainRequest } from './drain-request.js';
export { NodeHttpRequest, targetPath } from './http-request.js';
export {
  disconnectSignal,
  type NodeExchange,
  type ResponseHost,
  watchResponse,
  watchResponseSoon,
} from './on-finished.js';
export { contentLengthOf, parsedBody } from './parsed-body.js';
export { pipeEvents } from './pipe-events.js';
export { readBody, readStream } from './read-body.js';
export { allowsHeader, sendResponse } from './send-response.js';
export { ServerConnections } from './server-connections.js';
export { UnfinishedResponses } from './unfinished-responses.js';
