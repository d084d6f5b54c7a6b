import type { Server } from 'node:http';
import type { Setup } from '../service/service.js';

export const frameworks = ['node', 'hono', 'express', 'fastify'] as const;
export type Framework = (typeof frameworks)[number];

/** Creates a server that isn't listening yet. */
export type CreateServer = (setup: Setup) => Promise<Server>;
