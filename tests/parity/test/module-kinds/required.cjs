const { serve } = require('./serve.mjs');

void serve({
  core: require('@jsonrpc-kit/core'),
  schema: require('@jsonrpc-kit/schema'),
  adapters: {
    node: require('@jsonrpc-kit/node'),
    coreFetch: require('@jsonrpc-kit/core/fetch'),
    express: require('@jsonrpc-kit/express'),
    fastify: require('@jsonrpc-kit/fastify'),
    hono: require('@jsonrpc-kit/hono'),
  },
  frameworks: {
    express: require('express'),
    fastify: require('fastify'),
    hono: require('hono'),
    nodeServer: require('@hono/node-server'),
  },
});
