import { express } from './servers/express.js';
import { fastify } from './servers/fastify.js';
import { hono } from './servers/hono.js';
import type { Server } from './servers/server.js';

/** The frameworks whose applications a browser is to get along with. */
export const servers: readonly Server[] = [hono, express, fastify];
