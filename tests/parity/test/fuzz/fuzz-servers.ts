import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import { jsonRpc as fetchRpc } from '@jsonrpc-kit/core/fetch';
import { jsonRpc as expressRpc } from '@jsonrpc-kit/express';
import { jsonRpc as fastifyRpc } from '@jsonrpc-kit/fastify';
import { jsonRpc as honoRpc } from '@jsonrpc-kit/hono';
import { jsonRpc as nodeRpc } from '@jsonrpc-kit/node';
import express from 'express';
import fastify from 'fastify';
import { Hono } from 'hono';
import { fuzzApi } from './fuzz-api.js';

/** A server with one adapter, on its own port. */
export interface FuzzServer {
  readonly adapter: string;
  readonly port: number;
  /** Whether the runtime normalizes the URL before the adapter receives it, which can change the path. */
  readonly normalizesUrls: boolean;
}

const FETCH_ADAPTER = 'core/fetch';

/** Starts a server for each adapter. */
export async function startFuzzServers(): Promise<{
  readonly servers: readonly FuzzServer[];
  readonly close: () => void;
}> {
  const fastifyApp = fastify();
  await fastifyApp.register(fastifyRpc, { api: fuzzApi() });
  await fastifyApp.ready();
  const { fetch } = new Hono().route('/', honoRpc(fuzzApi()));
  const listeners: readonly (readonly [adapter: string, server: Server])[] = [
    ['node:http', createServer(nodeRpc(fuzzApi()))],
    // By default, `createAdaptorServer` creates a server of node:http.
    ['Hono', createAdaptorServer({ fetch }) as Server],
    [FETCH_ADAPTER, createAdaptorServer({ fetch: fetchRpc(fuzzApi()) }) as Server],
    // In the environment `test`, Express doesn't log the errors of malformed targets to the console.
    ['Express', createServer(express().set('env', 'test').use(expressRpc(fuzzApi())))],
    ['Fastify', fastifyApp.server],
  ];
  const servers = await Promise.all(
    listeners.map(async ([adapter, server]) => ({
      adapter,
      port: await listen(server),
      normalizesUrls: adapter === FETCH_ADAPTER,
    })),
  );
  const close = (): void => {
    for (const [, server] of listeners) {
      server.close();
      server.closeAllConnections();
    }
  };
  return { servers, close };
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((listening) => {
    server.listen(0, '127.0.0.1', listening);
  });
  return (server.address() as AddressInfo).port;
}
