/**
 * What adapters share whose framework stands on `node:http`. Nothing here imports a `node:` module,
 * so that an adapter which runs elsewhere too can be bundled for there.
 *
 * @module
 */
export { decodeBody } from './decode-body.js';
export { disconnectSignal } from './disconnect-signal.js';
export { headerValue } from './header-value.js';
export { readBody } from './read-body.js';
export { sendResponse } from './send-response.js';
export { type NodeExchange, toHttpRequest } from './to-http-request.js';
export { whenOver } from './when-over.js';
