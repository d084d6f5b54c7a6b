import { createServer, type Server } from 'node:http';
import { RPCHandler as FastifyRpcHandler } from '@orpc/server/fastify';
import { RPCHandler as FetchRpcHandler } from '@orpc/server/fetch';
import { RPCHandler as NodeRpcHandler } from '@orpc/server/node';
import { BatchHandlerPlugin } from '@orpc/server/plugins';
import express from 'express';
import { fastify } from 'fastify';
import { Hono } from 'hono';
import { TOKEN_HEADER } from '../service/greet.js';
import type { Setup } from '../service/setup.js';
import { PATH } from './contestant.js';
import { honoServer } from './hono-server.js';
import { type OrpcContext, orpcRouter } from './orpc-router.js';

/** Batches need its plugin, which takes ten calls unless it is told to take more. */
const options = () => ({ plugins: [new BatchHandlerPlugin<OrpcContext>({ maxSize: 1000 })] });
const prefix = PATH;

export async function orpcNode(setup: Setup): Promise<Server> {
  const handler = new NodeRpcHandler(orpcRouter(setup), options());
  return createServer((request, response) => {
    const token = request.headers[TOKEN_HEADER] as string | undefined;
    void handler.handle(request, response, { prefix, context: { token } }).then(({ matched }) => {
      if (!matched) response.writeHead(404).end();
    });
  });
}

export async function orpcHono(setup: Setup): Promise<Server> {
  const handler = new FetchRpcHandler(orpcRouter(setup), options());
  const app = new Hono();
  app.use(`${PATH}/*`, async (c, next) => {
    const token = c.req.header(TOKEN_HEADER);
    const { matched, response } = await handler.handle(c.req.raw, { prefix, context: { token } });
    if (!matched) return next();
    return c.newResponse(response.body, response);
  });
  return honoServer(app);
}

export async function orpcExpress(setup: Setup): Promise<Server> {
  const handler = new NodeRpcHandler(orpcRouter(setup), options());
  const app = express();
  app.use(`${PATH}{/*path}`, async (request, response, next) => {
    const token = request.get(TOKEN_HEADER);
    const { matched } = await handler.handle(request, response, { prefix, context: { token } });
    if (!matched) next();
  });
  return createServer(app);
}

export async function orpcFastify(setup: Setup): Promise<Server> {
  const handler = new FastifyRpcHandler(orpcRouter(setup), options());
  const app = fastify();
  app.all(`${PATH}/*`, async (request, reply) => {
    const token = request.headers[TOKEN_HEADER] as string | undefined;
    const { matched } = await handler.handle(request, reply, { prefix, context: { token } });
    if (!matched) reply.code(404).send();
  });
  await app.ready();
  return app.server;
}
