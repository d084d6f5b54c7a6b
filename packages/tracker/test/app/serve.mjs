// Serves one api with every adapter for Node. Sends the ports to the parent process and exits on its signal.

import { once } from 'node:events';
import { createServer } from 'node:http';
import { createAdaptorServer } from '@hono/node-server';
import { Api, Entrypoint } from '@jsonrpc-kit/core';
import { jsonRpc as expressJsonRpc } from '@jsonrpc-kit/express';
import { jsonRpc as fastifyJsonRpc } from '@jsonrpc-kit/fastify';
import { jsonRpc as honoJsonRpc } from '@jsonrpc-kit/hono';
import { serveMcp } from '@jsonrpc-kit/mcp';
import { jsonRpc as nodeJsonRpc } from '@jsonrpc-kit/node';
import * as Sentry from '@sentry/node';
import express from 'express';
import fastify from 'fastify';
import { Hono } from 'hono';
import * as v from 'valibot';
import { init } from './init.mjs';

const { instrumentation } = JSON.parse(process.env.TRACKER_APP ?? '{}');
if (instrumentation === 'off' || instrumentation === 'on, without spans') init();

function createApi() {
  const rpc = new Entrypoint('/rpc');
  const ping = rpc.method('ping', {}, () => 'pong');
  rpc.method('crash', { args: { name: v.string(), secret: v.string() } }, async ({ name }) => {
    Sentry.setTag(`tag-${name}`, 'set');
    Sentry.addBreadcrumb({ message: `crumb-${name}` });
    // Lets the other calls set their tags.
    await new Promise((resolve) => setImmediate(resolve));
    throw new Error(`crashed ${name}`);
  });
  rpc.method('note', { args: { name: v.string() } }, async ({ name }) => {
    await new Promise((resolve) => setImmediate(resolve));
    throw new Error(`noted ${name}`);
  });
  const logger = { error: () => undefined, warn: () => undefined };
  const api = new Api({ logger }).bindEntrypoint(rpc);
  serveMcp(api, { methods: [ping] });
  return api;
}

async function listening(server) {
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server.address().port;
}

const fastifyApp = fastify();
await fastifyApp.register(fastifyJsonRpc, { api: createApi() });
await fastifyApp.listen({ port: 0, host: '127.0.0.1' });
const honoApp = new Hono();
honoApp.use(async (context, next) => {
  if (context.req.header('reported') !== undefined) Sentry.captureMessage('in the middleware');
  await next();
});
honoApp.route('/', honoJsonRpc(createApi()));
const ports = {
  Hono: await listening(createAdaptorServer({ fetch: honoApp.fetch })),
  Express: await listening(createServer(express().use(expressJsonRpc(createApi())))),
  Fastify: fastifyApp.server.address().port,
  'node:http': await listening(createServer(nodeJsonRpc(createApi()))),
};

if (instrumentation === 'on, later') init();

process.send?.(ports);
await once(process, 'message');
await Sentry.close(5000);
process.exit();
