import { createServer, type Server } from 'node:http';
import {
  Api,
  dependency,
  Entrypoint,
  header,
  type JsonRpcMiddleware,
  params,
} from '@jsonrpc-kit/core';
import { MCP_PATH, PATH, SERVER_INFO } from '../service/protocols.js';
import * as service from '../service/service.js';
import type { CreateServer, Framework } from './framework.js';

/** What a variant of jsonrpc-kit loads before its server is created. */
const preparations = {
  kit: async () => {},
  'kit-context': async () => import('@jsonrpc-kit/core/context'),
  'kit-otel': async () => (await import('./otel.js')).instrument(),
  'kit-metrics': async () => (await import('./otel.js')).recordMetrics(),
  'kit-traces': async () => (await import('./otel.js')).recordTraces(),
};

/** A variant of jsonrpc-kit: with nothing else, with AsyncLocalStorage, or with OpenTelemetry. */
export type KitVariant = keyof typeof preparations;

/** jsonrpc-kit behind a framework. */
export async function kit(framework: Framework, variant: KitVariant): Promise<CreateServer> {
  await preparations[variant]();
  const serve = await serveApi[framework]();
  return (setup) => serve(createApi(setup));
}

/** jsonrpc-kit behind a framework, whose methods are tools of the Model Context Protocol as well. */
export async function kitMcp(framework: Framework): Promise<CreateServer> {
  const { serveMcp } = await import('@jsonrpc-kit/mcp');
  const serve = await serveApi[framework]();
  return (setup) => {
    const api = createApi(setup);
    serveMcp(api, { path: MCP_PATH, methods: () => true });
    return serve(api);
  };
}

/** Imports an adapter and its framework; the result creates a server that isn't listening yet. */
export const serveApi: Readonly<Record<Framework, () => Promise<(api: Api) => Promise<Server>>>> = {
  node: async () => {
    const { jsonRpc } = await import('@jsonrpc-kit/node');
    return async (api) => createServer(jsonRpc(api));
  },
  hono: async () => {
    const { jsonRpc } = await import('@jsonrpc-kit/hono');
    const { createAdaptorServer } = await import('@hono/node-server');
    const { Hono } = await import('hono');
    return async (api) => {
      const { fetch } = new Hono().route('/', jsonRpc(api));
      return createAdaptorServer({ fetch }) as Server;
    };
  },
  express: async () => {
    const { jsonRpc } = await import('@jsonrpc-kit/express');
    const { default: express } = await import('express');
    // Outside production Express writes the errors of malformed requests to the console.
    return async (api) => createServer(express().set('env', 'test').use(jsonRpc(api)));
  },
  fastify: async () => {
    const { jsonRpc } = await import('@jsonrpc-kit/fastify');
    const { fastify } = await import('fastify');
    return async (api) => {
      const app = fastify();
      await app.register(jsonRpc, { api });
      await app.ready();
      return app.server;
    };
  },
};

function createApi(setup: service.Setup): Api {
  const { addEntries, add, balanceEntries, Balance, Greeting, Order, Sum, Token } = service;
  const middleware: JsonRpcMiddleware = (_context, next) => service.middleware(next);
  const middlewares = setup.hasMiddlewares ? [middleware, middleware, middleware] : [];
  const rpc = new Entrypoint(PATH, { middlewares });
  const session = dependency({}, service.openSession);
  const account = dependency({ session }, (args) => service.findAccount(args.session));

  rpc.method('add', { args: addEntries, result: Sum }, add);
  rpc.method('place', { args: { order: params(Order) }, result: Order }, ({ order }) =>
    service.place(order),
  );
  rpc.method(
    'greet',
    { args: { token: header(Token, { alias: service.TOKEN_HEADER }) }, result: Greeting },
    ({ token }) => service.greet(token),
  );
  rpc.method('balance', { args: { ...balanceEntries, account }, result: Balance }, (args) =>
    service.balance(args.account, args),
  );
  for (const name of service.fillerNames(setup)) {
    rpc.method(name, { args: addEntries, result: Sum }, add);
  }
  return new Api({ title: SERVER_INFO.name, version: SERVER_INFO.version }).bindEntrypoint(rpc);
}
