import { createServer } from 'node:http';
import { createSecureServer } from 'node:http2';
import { createServer as createHttpsServer } from 'node:https';
import type { Api } from '@jsonrpc-kit/core';
import express from 'express';
import { closeOnSignals, jsonRpc } from './index.js';

declare const api: Api;
const app = express().use(jsonRpc(api));

// closeOnSignals() accepts the server from `app.listen()`, and servers that were created with the application.
closeOnSignals(app.listen(8000), api);
closeOnSignals(createServer(app), api);
closeOnSignals(createHttpsServer({}, app), api);
closeOnSignals(createSecureServer({ allowHTTP1: true }), api, { timeout: 5 });
