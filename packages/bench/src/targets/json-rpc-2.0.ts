import { createServer, type Server } from 'node:http';
import express from 'express';
import { fastify } from 'fastify';
import {
  JSONRPCErrorCode,
  JSONRPCErrorException,
  type JSONRPCRequest,
  JSONRPCServer,
} from 'json-rpc-2.0';
import { baselineMethods, callChecked, InvalidInput } from '../baselines/methods.js';
import { PATH } from '../service/protocols.js';
import { middleware, type Setup, TOKEN_HEADER } from '../service/service.js';

/** The values that methods get in addition to the params. */
interface ServerParams {
  readonly token: string | undefined;
}

/** json-rpc-2.0 behind Express, as its README shows: `express.json()`, `receive()`, `response.json()`. */
export async function jsonRpc20Express(setup: Setup): Promise<Server> {
  const server = createJsonRpcServer(setup);
  const app = express();
  app.use(express.json({ limit: '1mb' }));
  app.post(PATH, (request, response, next) => {
    const token = request.get(TOKEN_HEADER);
    server.receive(request.body as JSONRPCRequest, { token }).then((result) => {
      if (result) response.json(result);
      else response.sendStatus(204);
    }, next);
  });
  return createServer(app);
}

export async function jsonRpc20Fastify(setup: Setup): Promise<Server> {
  const server = createJsonRpcServer(setup);
  const app = fastify();
  app.post(PATH, async (request, reply) => {
    const token = request.headers[TOKEN_HEADER] as string | undefined;
    const result = await server.receive(request.body as JSONRPCRequest, { token });
    return result ?? reply.code(204).send();
  });
  await app.ready();
  return app.server;
}

function createJsonRpcServer(setup: Setup): JSONRPCServer<ServerParams> {
  const server = new JSONRPCServer<ServerParams>({ errorListener: () => undefined });
  for (const [name, method] of baselineMethods(setup)) {
    server.addMethod(name, (params: unknown, { token }) => {
      try {
        return callChecked(method, params, token);
      } catch (error) {
        if (!(error instanceof InvalidInput)) throw error;
        throw new JSONRPCErrorException(error.message, JSONRPCErrorCode.InvalidParams);
      }
    });
  }
  if (setup.hasMiddlewares) {
    for (let count = 0; count < 3; count += 1) {
      server.applyMiddleware((next, request, params) =>
        middleware(async () => next(request, params)),
      );
    }
  }
  return server;
}
