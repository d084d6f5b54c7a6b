import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import express from 'express';
import { createExpressMiddleware } from '@trpc/server/adapters/express';
import { fastifyTRPCPlugin } from '@trpc/server/adapters/fastify';
import { fetchRequestHandler } from '@trpc/server/adapters/fetch';
import { createHTTPHandler } from '@trpc/server/adapters/standalone';
import { fastify } from 'fastify';
import { Hono } from 'hono';
import { TOKEN_HEADER } from '../service/greet.js';
import type { Setup } from '../service/setup.js';
import { PATH } from './contestant.js';
import { honoServer } from './hono-server.js';
import { type TrpcContext, trpcRouter } from './trpc-router.js';

interface NodeRequest {
  readonly req: { readonly headers: IncomingHttpHeaders };
}

function createContext({ req }: NodeRequest): TrpcContext {
  return { token: req.headers[TOKEN_HEADER] as string | undefined };
}

export async function trpcNode(setup: Setup): Promise<Server> {
  const basePath = `${PATH}/`;
  return createServer(createHTTPHandler({ router: trpcRouter(setup), basePath, createContext }));
}

/** Its adapter for fetch, as its documentation shows for Hono. */
export async function trpcHono(setup: Setup): Promise<Server> {
  const router = trpcRouter(setup);
  const app = new Hono();
  app.use(`${PATH}/*`, (c) =>
    fetchRequestHandler({
      endpoint: PATH,
      req: c.req.raw,
      router,
      createContext: ({ req }) => ({ token: req.headers.get(TOKEN_HEADER) ?? undefined }),
    }),
  );
  return honoServer(app);
}

export async function trpcExpress(setup: Setup): Promise<Server> {
  const app = express();
  app.use(PATH, createExpressMiddleware({ router: trpcRouter(setup), createContext }));
  return createServer(app);
}

export async function trpcFastify(setup: Setup): Promise<Server> {
  // A batch names its procedures in the path.
  const app = fastify({ routerOptions: { maxParamLength: 10_000 } });
  await app.register(fastifyTRPCPlugin, {
    prefix: PATH,
    trpcOptions: { router: trpcRouter(setup), createContext },
  });
  await app.ready();
  return app.server;
}
