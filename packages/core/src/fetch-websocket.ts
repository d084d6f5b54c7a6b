/**
 * Serves connections over WebSocket on Bun, Deno and Cloudflare Workers, without a package: {@link
 * webSocketServer}.
 *
 * @module
 */
export type { BunWebSocket, BunWebSocketHandlers } from './fetch/bun-socket.js';
export { type WebSocketServer, webSocketServer } from './fetch/web-socket-server.js';
