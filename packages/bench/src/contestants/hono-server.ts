import type { Server } from 'node:http';
import { createAdaptorServer } from '@hono/node-server';
import type { Env, Hono } from 'hono';

export function honoServer<AppEnv extends Env>({ fetch }: Hono<AppEnv>): Server {
  // Without options for HTTP/2 it makes a server of `node:http`.
  return createAdaptorServer({ fetch }) as Server;
}
