import { createServer } from 'node:http';
import { createSecureServer } from 'node:http2';
import { createServer as createHttpsServer } from 'node:https';
import type { Api } from '@jsonrpc-kit/core';
import express from 'express';
import { closeOnSignals, jsonRpc } from './index.js';

declare const api: Api;
const app = express().use(jsonRpc(api));

// It closes what `app.listen()` returns, and the servers that an application is given to.
closeOnSignals(app.listen(8000), api);
closeOnSignals(createServer(app), api);
closeOnSignals(createHttpsServer({}, app), api);
closeOnSignals(createSecureServer({ allowHTTP1: true }), api, { timeout: 5 });
