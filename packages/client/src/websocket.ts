/**
 * Calls and subscriptions over a WebSocket.
 *
 * @module
 */
export { webSocket, type WebSocketOptions } from './connection/web-socket.js';
export type { WebSocketEvent, WebSocketLike } from './connection/web-socket-like.js';
