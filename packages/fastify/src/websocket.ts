/**
 * Serves connections over WebSocket with the package `ws`, which you install yourself: the plugin {@link
 * webSockets} opens them on the server of the application.
 *
 * @module
 */
import type { Api } from '@jsonrpc-kit/core';
import { acceptWebSockets } from '@jsonrpc-kit/node/websocket';
import type { FastifyInstance } from 'fastify';

/** Options of the plugin, in addition to Fastify's own, such as `prefix`. */
export interface WebSocketsOptions {
  /** The api to serve. Register the plugin `jsonRpc` with the same api and prefix. */
  readonly api: Api;
}

/**
 * A plugin that opens connections over WebSocket at the paths of the entrypoints. Fastify's hooks don't
 * run for an upgrade. `app.close()` closes the connections.
 *
 * ```ts
 * await app.register(jsonRpc, { api });
 * await app.register(webSockets, { api });
 * ```
 *
 * @throws TypeError without an `api`
 */
export async function webSockets(app: FastifyInstance, { api }: WebSocketsOptions): Promise<void> {
  acceptWebSockets(app.server, api, { basePath: app.prefix });
}
