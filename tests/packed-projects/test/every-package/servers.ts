import { serve } from '@hono/node-server';
import type { Api } from '@jsonrpc-kit/core';
import { jsonRpc as onExpress } from '@jsonrpc-kit/express';
import { jsonRpc as onFastify } from '@jsonrpc-kit/fastify';
import { jsonRpc as onHono } from '@jsonrpc-kit/hono';
import { closeOnSignals, jsonRpc as onNode } from '@jsonrpc-kit/node';
import express from 'express';
import fastify from 'fastify';
import { Hono } from 'hono';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Running {
  readonly address: string;
  readonly close: () => Promise<void>;
}

/** A server for each adapter, on a free port of the loopback interface. */
export const servers = {
  node: (api) => running(createServer(onNode(api)), api),
  express: (api) => running(createServer(express().use(onExpress(api))), api),
  hono: async (api) => {
    const { fetch } = new Hono().route('/', onHono(api));
    const server = serve({ fetch, port: 0, hostname: '127.0.0.1' }) as Server;
    return running(server, api);
  },
  fastify: async (api) => {
    const app = fastify();
    await app.register(onFastify, { api });
    const address = await app.listen({ port: 0, host: '127.0.0.1' });
    return { address, close: async () => app.close() };
  },
} satisfies Readonly<Record<string, (api: Api) => Promise<Running>>>;

async function running(server: Server, api: Api): Promise<Running> {
  const close = closeOnSignals(server, api, { signals: [] });
  if (!server.listening) {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  }
  const { port } = server.address() as AddressInfo;
  return { address: `http://127.0.0.1:${port}`, close };
}
