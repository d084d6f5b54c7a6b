/**
 * Calls and subscriptions over a WebSocket.
 *
 * @module
 */
export { webSocket, type WebSocketOptions } from './connection/web-socket.js';
export type { WebSocketEvent, WebSocketLike } from './connection/web-socket-like.js';
export { type EventsLost, type Gap, GapError, type GapReason } from './errors/gap-error.js';
export type { ReconnectOptions } from './subscription/reconnect.js';
