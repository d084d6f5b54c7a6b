import { serve as serveHono } from '@hono/node-server';
import type { Api } from '@jsonrpc-kit/core';
import { jsonRpc as fetchHandler } from '@jsonrpc-kit/core/fetch';
import { jsonRpc as expressRouter } from '@jsonrpc-kit/express';
import { jsonRpc as fastifyPlugin } from '@jsonrpc-kit/fastify';
import { jsonRpc as honoApp } from '@jsonrpc-kit/hono';
import { jsonRpc as listener } from '@jsonrpc-kit/node';
import express from 'express';
import Fastify from 'fastify';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server that accepts requests. */
export interface Running {
  readonly url: string;
  /** Sends requests to a server without a socket. */
  readonly fetch?: typeof fetch;
  readonly close: () => Promise<void>;
}

/** Serves an api with each adapter, on a free port of this machine. */
export const servers: Readonly<Record<string, (api: Api) => Promise<Running>>> = {
  node: (api) => listen(createServer(listener(api)), api),
  hono: (api) =>
    new Promise((resolve) => {
      const server = serveHono(
        { fetch: honoApp(api).fetch, port: 0, hostname: '127.0.0.1' },
        () => {
          resolve(running(server as Server, api));
        },
      );
    }),
  express: (api) => listen(createServer(express().use(expressRouter(api))), api),
  fastify: async (api) => {
    const app = Fastify();
    await app.register(fastifyPlugin, { api });
    const url = await app.listen({ port: 0, host: '127.0.0.1' });
    return { url, close: () => app.close() };
  },
};

/** Serves an api without a socket, from web requests to web responses, as fetch runtimes do. */
export const fetchServers: Readonly<Record<string, (api: Api) => Promise<Running>>> = {
  'fetch of hono': async (api) => {
    const app = honoApp(api);
    return {
      url: 'http://shop.example',
      fetch: async (input, init) => app.fetch(new Request(input, init)),
      close: () => api.close(),
    };
  },
  'fetch of the core': async (api) => {
    const handler = fetchHandler(api);
    return {
      url: 'http://shop.example',
      fetch: (input, init) => handler(new Request(input, init)),
      close: () => api.close(),
    };
  },
};

function listen(server: Server, api: Api): Promise<Running> {
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve(running(server, api)));
  });
}

function running(server: Server, api: Api): Running {
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: async () => {
      await api.close();
      await new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      });
    },
  };
}
