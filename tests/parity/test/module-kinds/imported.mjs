import * as nodeServer from '@hono/node-server';
import * as core from '@jsonrpc-kit/core';
import * as coreFetch from '@jsonrpc-kit/core/fetch';
import * as expressAdapter from '@jsonrpc-kit/express';
import * as fastifyAdapter from '@jsonrpc-kit/fastify';
import * as honoAdapter from '@jsonrpc-kit/hono';
import * as node from '@jsonrpc-kit/node';
import * as schema from '@jsonrpc-kit/schema';
import express from 'express';
import fastify from 'fastify';
import * as hono from 'hono';
import { serve } from './serve.mjs';

await serve({
  core,
  schema,
  adapters: {
    node,
    coreFetch,
    express: expressAdapter,
    fastify: fastifyAdapter,
    hono: honoAdapter,
  },
  frameworks: { express, fastify, hono, nodeServer },
});
