import { createServer } from 'node:http';
import { createSecureServer, createServer as createHttp2Server } from 'node:http2';
import { createServer as createHttpsServer } from 'node:https';
import { createServer as createTcpServer } from 'node:net';
import type { Api } from '@jsonrpc-kit/core';
import { closeOnSignals } from './close-on-signals.js';

declare const api: Api;

// closeOnSignals() accepts servers of node:http, node:https and node:http2.
closeOnSignals(createServer(), api);
closeOnSignals(createHttpsServer({}), api, { timeout: Infinity, onClosed: () => undefined });
closeOnSignals(createHttp2Server(), api);
closeOnSignals(createSecureServer({ allowHTTP1: true }), api);

// Each option may be undefined.
closeOnSignals(createServer(), api, {
  signals: undefined,
  shutdownDelay: undefined,
  timeout: undefined,
  onClosed: undefined,
});

// @ts-expect-error -- the object has no events
closeOnSignals({ close: () => undefined }, api);
// @ts-expect-error -- there is no signal with this name
closeOnSignals(createTcpServer(), api, { signals: ['SIGSTP'] });
