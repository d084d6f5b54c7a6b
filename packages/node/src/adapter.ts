/**
 * What adapters share whose framework stands on `node:http`. Nothing here imports a `node:` module,
 * so that an adapter which runs elsewhere too can be bundled for there.
 *
 * @module
 */
export { decodeBody } from './decode-body.js';
export { discardRest } from './discard-rest.js';
export { disconnectSignal } from './disconnect-signal.js';
export { failedResponse } from './failed-response.js';
export { headerValue } from './header-value.js';
export { onSignals } from './on-signals.js';
export { OpenResponses } from './open-responses.js';
export { announcedLength, parsedBody } from './parsed-body.js';
export { readBody, readStream } from './read-body.js';
export { sendResponse, takesHeader } from './send-response.js';
export { ServerConnections } from './server-connections.js';
export { targetPath } from './target-path.js';
export { type NodeExchange, NodeHttpRequest, toHttpRequest } from './to-http-request.js';
export { callSent, watchResponse } from './watch-response.js';
