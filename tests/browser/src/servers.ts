import { once } from 'node:events';
import { createServer, type Server as HttpServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import type { Api } from '@jsonrpc-kit/core';
import { jsonRpc as expressRpc } from '@jsonrpc-kit/express';
import { jsonRpc as fastifyRpc } from '@jsonrpc-kit/fastify';
import { jsonRpc as honoRpc } from '@jsonrpc-kit/hono';
import createExpress from 'express';
import createFastify from 'fastify';
import { Hono } from 'hono';

export interface RunningServer {
  /** For example `http://127.0.0.1:1234`. */
  readonly origin: string;
  readonly close: () => Promise<void>;
}

/** A framework that serves an api on a free port of the loopback interface. */
export interface Framework {
  readonly name: string;
  /** @param prefix The path of the api, such as `/bank`. Default: the root. */
  readonly serve: (api: Api, prefix?: string) => Promise<RunningServer>;
}

export const hono: Framework = {
  name: 'Hono',
  serve: (api, prefix = '/') => serveHono(new Hono().route(prefix, honoRpc(api))),
};

const express: Framework = {
  name: 'Express',
  serve: (api, prefix = '/') => listen(createServer(createExpress().use(prefix, expressRpc(api)))),
};

const fastify: Framework = {
  name: 'Fastify',
  serve: async (api, prefix = '') => {
    const app = createFastify();
    await app.register(fastifyRpc, { api, prefix });
    await app.ready();
    return listen(app.server);
  },
};

export const frameworks: readonly Framework[] = [hono, express, fastify];

function serveHono(app: Hono): Promise<RunningServer> {
  return listen(honoServer(app));
}

/** Creates the server of an app, which doesn't listen yet. */
export function honoServer({ fetch }: Hono): HttpServer {
  // Without options for HTTP/2, `createAdaptorServer` creates a server of `node:http`.
  return createAdaptorServer({ fetch }) as HttpServer;
}

/** Listens on a port of the loopback interface. Default: a free one. */
export async function listen(server: HttpServer, ownPort = 0): Promise<RunningServer> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  server.listen(ownPort, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      // A browser keeps its connections open. The server doesn't count those that were upgraded.
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
