/**
 * Serves connections over WebSocket with the package `ws`, which you install yourself: {@link
 * acceptWebSockets} opens them on the server that runs the app.
 *
 * @module
 */
export {
  acceptWebSockets,
  type AcceptWebSocketsOptions,
  type UpgradableServer,
} from '@jsonrpc-kit/node/websocket';
