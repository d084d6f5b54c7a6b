import { express } from './servers/express.js';
import { fastify } from './servers/fastify.js';
import { hono } from './servers/hono.js';
import type { Server } from './servers/server.js';

/** The frameworks that must respond alike to the same bytes. */
export const frameworks: readonly Server[] = [hono, express, fastify];
