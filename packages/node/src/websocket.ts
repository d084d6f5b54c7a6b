/**
 * Serves connections over WebSocket with the package `ws`, which you install yourself: {@link
 * acceptWebSockets} opens them on the paths of the entrypoints.
 *
 * @module
 */
export {
  acceptWebSockets,
  type AcceptWebSocketsOptions,
  type UpgradableServer,
} from './accept-web-sockets.js';
