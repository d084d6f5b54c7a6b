import { createServer, type Server } from 'node:http';
import express from 'express';
import jayson, { type JSONRPCRequest } from 'jayson';
import { checkedCall, InvalidInput } from '../by-hand/checked-call.js';
import { type HandMethod, handMethods } from '../by-hand/methods.js';
import { throughMiddlewares } from '../by-hand/middlewares.js';
import { TOKEN_HEADER } from '../service/greet.js';
import type { Setup } from '../service/setup.js';
import { PATH } from './contestant.js';

interface Context {
  readonly token: string | undefined;
}

type Done = (error: unknown, result?: unknown) => void;
type JaysonMethod = (params: unknown, context: Context, done: Done) => void;

/** Its own HTTP server, which has no paths and hands methods no headers. */
export async function jaysonNode(setup: Setup): Promise<Server> {
  return serverOf(setup).http();
}

/** `express.json()` and its middleware; a header needs the context that its README shows. */
export async function jaysonExpress(setup: Setup): Promise<Server> {
  const server = serverOf(setup);
  const app = express();
  app.use(express.json({ limit: '1mb' }));
  if (setup.readsHeader) {
    app.post(PATH, (request, response) => {
      const context: Context = { token: request.get(TOKEN_HEADER) };
      server.call(request.body as JSONRPCRequest, context, (error: unknown, answer: unknown) => {
        response.json(error ?? answer);
      });
    });
  } else {
    app.post(PATH, server.middleware());
  }
  return createServer(app);
}

function serverOf(setup: Setup): InstanceType<typeof jayson.Server> {
  const methods: Record<string, JaysonMethod> = {};
  for (const [name, method] of handMethods(setup)) {
    const plain = (params: unknown, { token }: Context, done: Done): void =>
      finish(() => checkedCall(method, params, token), done);
    methods[name] = setup.hasMiddlewares ? guarded(method) : plain;
  }
  return new jayson.Server(methods, { useContext: true });
}

/** It has no middlewares. */
function guarded(method: HandMethod): JaysonMethod {
  return (params, { token }, done) =>
    finish(() => throughMiddlewares(async () => checkedCall(method, params, token)), done);
}

function finish(run: () => unknown, done: Done): void {
  try {
    const value = run();
    if (value instanceof Promise) value.then((result) => done(null, result), fail(done));
    else done(null, value);
  } catch (error) {
    fail(done)(error);
  }
}

function fail(done: Done) {
  return (error: unknown): void => {
    if (error instanceof InvalidInput) done({ code: -32602, message: error.message });
    else done({ code: -32603, message: 'Internal error' });
  };
}
