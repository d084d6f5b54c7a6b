import { createServer, type RequestListener, type Server } from 'node:http';
import { Api, Entrypoint, params } from '@jsonrpc-kit/core';
import { jsonRpc } from '@jsonrpc-kit/node';
import express from 'express';
import jayson from 'jayson/promise/index.js';
import {
  JSONRPCErrorCode,
  JSONRPCErrorException,
  type JSONRPCRequest,
  JSONRPCServer,
} from 'json-rpc-2.0';
import * as v from 'valibot';

/** A server with the methods that the audit calls, written as its documentation shows. */
export interface Peer {
  /** The name of its package. */
  readonly name: string;
  /** Describes the setup on the page. */
  readonly setup: string;
  readonly createServer: () => Server;
}

type Params = readonly unknown[] | Readonly<Record<string, unknown>>;

/** Creates methods that check their params, and throw this value for wrong ones. */
const methods = (invalidParams: unknown) => ({
  subtract: (input: Params) => {
    const [minuend, subtrahend]: readonly unknown[] = Array.isArray(input)
      ? input
      : [Reflect.get(input ?? {}, 'minuend'), Reflect.get(input ?? {}, 'subtrahend')];
    if (typeof minuend !== 'number' || typeof subtrahend !== 'number') throw invalidParams;
    return minuend - subtrahend;
  },
  sum: (terms: readonly number[]) => terms.reduce((sum, term) => sum + term, 0),
  get_data: () => ['hello', 5],
  update: () => undefined,
  notify_hello: () => undefined,
  notify_sum: () => undefined,
  echo: (input: Params) => input,
  throws: ({ secret }: { secret: string }) => {
    throw new Error(secret);
  },
  wait: ({ milliseconds }: { milliseconds: number }) => wait(milliseconds),
});

function wait(milliseconds: number): Promise<number> {
  return new Promise((resolve) => {
    setTimeout(() => resolve(milliseconds), milliseconds);
  });
}

export const peers: readonly Peer[] = [
  {
    name: '@jsonrpc-kit/core',
    setup: 'behind `@jsonrpc-kit/node`',
    createServer: () => createServer(kitListener()),
  },
  {
    name: 'jayson',
    setup: 'its own HTTP server, methods as promises',
    createServer: () => {
      const own = Object.entries(methods({ code: -32602, message: 'Invalid params' }));
      const asynchronous = own.map(([name, method]) => [
        name,
        async (input: never) => method(input),
      ]);
      return new jayson.Server(Object.fromEntries(asynchronous)).http();
    },
  },
  {
    name: 'json-rpc-2.0',
    setup: 'behind Express, `express.json()` and `receive()`, as its README shows',
    createServer: () => {
      const server = jsonRpcServer();
      const app = express().set('env', 'test').use(express.json());
      app.post('/', (request, response, next) => {
        server.receive(request.body as JSONRPCRequest).then((result) => {
          if (result) response.json(result);
          else response.sendStatus(204);
        }, next);
      });
      return createServer(app);
    },
  },
  {
    name: 'json-rpc-2.0',
    setup: 'behind Express, `express.text()` and `receiveJSON()`',
    createServer: () => {
      const server = jsonRpcServer();
      const app = express()
        .set('env', 'test')
        .use(express.text({ type: 'application/json' }));
      app.post('/', (request, response, next) => {
        server.receiveJSON(request.body as string).then((result) => {
          if (result) response.json(result);
          else response.sendStatus(204);
        }, next);
      });
      return createServer(app);
    },
  },
];

function jsonRpcServer(): JSONRPCServer {
  // Without a listener the server writes every error to the console.
  const server = new JSONRPCServer({ errorListener: () => undefined });
  const invalidParams = new JSONRPCErrorException('Invalid params', JSONRPCErrorCode.InvalidParams);
  for (const [name, method] of Object.entries(methods(invalidParams))) {
    server.addMethod(name, (input) => method(input as never) as unknown);
  }
  return server;
}

function kitListener(): RequestListener {
  const rpc = new Entrypoint('/', { paramStructure: 'either' });
  const numbers = v.array(v.number());
  rpc.method(
    'subtract',
    { args: { minuend: v.number(), subtrahend: v.number() } },
    ({ minuend, subtrahend }) => minuend - subtrahend,
  );
  rpc.method('sum', { args: { terms: params(numbers) } }, ({ terms }) =>
    terms.reduce((sum, term) => sum + term, 0),
  );
  rpc.method('get_data', {}, () => ['hello', 5]);
  for (const name of ['update', 'notify_hello', 'notify_sum']) {
    rpc.method(name, { args: { terms: params(numbers) } }, () => undefined);
  }
  rpc.method('echo', { args: { all: params(v.unknown()) } }, ({ all }) => all);
  rpc.method('throws', { args: { secret: v.string() } }, ({ secret }) => {
    throw new Error(secret);
  });
  rpc.method('wait', { args: { milliseconds: v.number() } }, (args) => wait(args.milliseconds));
  // Some methods fail on purpose.
  const logger = { error: () => undefined, warn: () => undefined };
  return jsonRpc(new Api({ logger }).bindEntrypoint(rpc));
}
