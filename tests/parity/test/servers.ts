import { express } from './servers/express.js';
import { fastify } from './servers/fastify.js';
import { fetchHandler } from './servers/fetch.js';
import { hono } from './servers/hono.js';
import { node } from './servers/node.js';
import type { Server } from './servers/server.js';

/** The frameworks that must send the same responses to the same requests. */
export const frameworks: readonly Server[] = [hono, express, fastify];

/** The adapters that accept WebSockets on Node. */
export const webSocketAdapters: readonly Server[] = [node, ...frameworks];

/** All adapters, with and without a framework. */
export const adapters: readonly Server[] = [node, fetchHandler, ...frameworks];
