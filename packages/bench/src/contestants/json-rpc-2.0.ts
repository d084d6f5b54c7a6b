import { AsyncLocalStorage } from 'node:async_hooks';
import { createServer, type Server } from 'node:http';
import express from 'express';
import { fastify } from 'fastify';
import {
  JSONRPCErrorCode,
  JSONRPCErrorException,
  type JSONRPCRequest,
  JSONRPCServer,
  type JSONRPCServerMiddleware,
} from 'json-rpc-2.0';
import { checkedCall, InvalidInput } from '../by-hand/checked-call.js';
import { type HandMethod, handMethods } from '../by-hand/methods.js';
import { enter, leave } from '../service/around.js';
import { TOKEN_HEADER } from '../service/greet.js';
import type { Setup } from '../service/setup.js';
import { PATH } from './contestant.js';

/** What its methods get beside the params. */
interface ServerParams {
  readonly token: string | undefined;
}

/** As its README shows: `express.json()`, `receive()`, `response.json()`. */
export async function jsonRpc20Express(setup: Setup): Promise<Server> {
  const server = serverOf(setup);
  const app = express();
  app.use(express.json({ limit: '1mb' }));
  app.post(PATH, (request, response, next) => {
    const token = request.get(TOKEN_HEADER);
    server.receive(request.body as JSONRPCRequest, { token }).then((answer) => {
      if (answer) response.json(answer);
      else response.sendStatus(204);
    }, next);
  });
  return createServer(app);
}

/** The same by Fastify's means. */
export function jsonRpc20Fastify(setup: Setup): Promise<Server> {
  const server = serverOf(setup);
  return fastifyServer((request, params) => server.receive(request, params));
}

/** With an `AsyncLocalStorage` around each message, by which its methods know their request. */
export function jsonRpc20FastifyContext(setup: Setup): Promise<Server> {
  const server = serverOf(setup);
  const storage = new AsyncLocalStorage<JSONRPCRequest>();
  return fastifyServer((request, params) =>
    storage.run(request, () => server.receive(request, params)),
  );
}

type Receive = (
  request: JSONRPCRequest,
  params: ServerParams,
) => ReturnType<JSONRPCServer<ServerParams>['receive']>;

async function fastifyServer(receive: Receive): Promise<Server> {
  const app = fastify();
  app.post(PATH, async (request, reply) => {
    const token = request.headers[TOKEN_HEADER] as string | undefined;
    const answer = await receive(request.body as JSONRPCRequest, { token });
    if (answer) return answer;
    return reply.code(204).send();
  });
  await app.ready();
  return app.server;
}

function serverOf(setup: Setup): JSONRPCServer<ServerParams> {
  const server = new JSONRPCServer<ServerParams>({ errorListener: () => undefined });
  for (const [name, method] of handMethods(setup)) {
    server.addMethod(name, (params: unknown, { token }) => run(method, params, token));
  }
  if (setup.hasMiddlewares) server.applyMiddleware(middleware, middleware, middleware);
  return server;
}

const middleware: JSONRPCServerMiddleware<ServerParams> = async (next, request, serverParams) => {
  enter();
  try {
    return await next(request, serverParams);
  } finally {
    leave();
  }
};

function run(method: HandMethod, params: unknown, token: string | undefined): unknown {
  try {
    return checkedCall(method, params, token);
  } catch (error) {
    if (!(error instanceof InvalidInput)) throw error;
    throw new JSONRPCErrorException(error.message, JSONRPCErrorCode.InvalidParams);
  }
}
