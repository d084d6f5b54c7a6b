import { createServer as createHttp2Server } from 'node:http2';
import { createServer as createHttpsServer } from 'node:https';
import { createAdaptorServer, serve } from '@hono/node-server';
import type { Api } from '@jsonrpc-kit/core';
import { Hono } from 'hono';
import { closeOnSignals, jsonRpc } from './index.js';

declare const api: Api;
const { fetch } = new Hono().route('/', jsonRpc(api));

// closeOnSignals() accepts every kind of server that `@hono/node-server` returns.
closeOnSignals(serve({ fetch }), api);
closeOnSignals(serve({ fetch, createServer: createHttpsServer }), api);
closeOnSignals(serve({ fetch, createServer: createHttp2Server }), api);
closeOnSignals(createAdaptorServer({ fetch }), api, { timeout: 5 });
