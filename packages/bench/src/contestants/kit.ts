import { createServer, type Server } from 'node:http';
import type { Api } from '@jsonrpc-kit/core';
import { type Framework, type MakeServer, PATH } from './contestant.js';
import { kitApi } from './kit-api.js';

export interface KitOptions {
  readonly framework: Framework;
  /** Whether `@jsonrpc-kit/core/context` is imported, as an application does that uses it. */
  readonly hasContext: boolean;
}

/** jsonrpc-kit behind a framework, with nothing else in the application. */
export async function kit({ framework, hasContext }: KitOptions): Promise<MakeServer> {
  if (hasContext) await import('@jsonrpc-kit/core/context');
  const serve = await serveApi[framework]();
  return (setup) => serve(kitApi(PATH, setup));
}

type Serve = (api: Api) => Promise<Server>;

/** Loads an adapter and its framework. What it returns creates a server that isn't listening yet. */
export const serveApi: Readonly<Record<Framework, () => Promise<Serve>>> = {
  node: async () => {
    const { jsonRpc } = await import('@jsonrpc-kit/node');
    return async (api) => createServer(jsonRpc(api));
  },
  hono: async () => {
    const [{ jsonRpc }, { Hono }, { honoServer }] = await Promise.all([
      import('@jsonrpc-kit/hono'),
      import('hono'),
      import('./hono-server.js'),
    ]);
    return async (api) => honoServer(new Hono().route('/', jsonRpc(api)));
  },
  express: async () => {
    const [{ jsonRpc }, { default: express }] = await Promise.all([
      import('@jsonrpc-kit/express'),
      import('express'),
    ]);
    return async (api) => createServer(express().use(jsonRpc(api)));
  },
  fastify: async () => {
    const [{ jsonRpc }, { fastify }] = await Promise.all([
      import('@jsonrpc-kit/fastify'),
      import('fastify'),
    ]);
    return async (api) => {
      const app = fastify();
      await app.register(jsonRpc, { api });
      await app.ready();
      return app.server;
    };
  },
};
