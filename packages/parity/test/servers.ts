import { express } from './servers/express.js';
import { fastify } from './servers/fastify.js';
import { hono } from './servers/hono.js';
import type { Server } from './servers/server.js';

/** The frameworks through which the same bytes have to get the same answer. */
export const frameworks: readonly Server[] = [hono, express, fastify];
