import type { RequestListener, Server } from 'node:http';
import type { Api } from '@jsonrpc-kit/core';
import {
  apiTransport,
  type FetchApp,
  fetchTransport,
  type InjectApp,
  injectTransport,
} from './in-memory-transports.js';
import { socketTransport } from './socket-transport.js';
import type { Transport } from './transport.js';

/** A request listener of `node:http`, such as an Express app. */
export type ListenerApp = (request: never, response: never) => unknown;

/** A server of `node:http`, listening or not. */
export interface ServerApp {
  listen(...args: never[]): unknown;
  address(): unknown;
  closeAllConnections(): void;
}

/**
 * An app that a test client can send requests to: a Hono app or another app with `fetch()`, an Express
 * app or another listener of `node:http`, a server of `node:http`, a Fastify instance, or an `Api`. They
 * are recognized by their methods, so this package imports no framework.
 */
export type TestableApp = Api | FetchApp | InjectApp | ListenerApp | ServerApp;

/**
 * Returns the transport to an app.
 *
 * @throws TypeError if the value is not an app; the message says what it is
 */
export function transportTo(app: unknown): Transport {
  if (isApi(app)) return apiTransport(app);
  if (isFastify(app)) return injectTransport(app);
  if (isServer(app)) return socketTransport(app);
  if (isFetchApp(app)) return fetchTransport(app);
  if (isListener(app)) return socketTransport(app);
  throw new TypeError(
    `Can't send requests to ${describe(app)}. ` +
      'Pass a Hono app, an Express app, a Fastify instance or an Api.',
  );
}

export function isApi(app: unknown): app is Api {
  return hasMethod(app, 'bindEntrypoint') && hasMethod(app, 'onClosed');
}

export function isFastify(app: unknown): app is InjectApp {
  return hasMethod(app, 'inject') && hasMethod(app, 'ready');
}

function isServer(app: unknown): app is Server {
  const isObject = typeof app !== 'function';
  return isObject && hasMethod(app, 'address') && hasMethod(app, 'closeAllConnections');
}

function isFetchApp(app: unknown): app is FetchApp {
  return hasMethod(app, 'fetch');
}

/** An Express app and the listener of `@jsonrpc-kit/node` have a third parameter. Routers of Express lack `listen`. */
function isListener(app: unknown): app is RequestListener {
  if (typeof app !== 'function' || isClass(app)) return false;
  return app.length >= 2 && (!hasMethod(app, 'use') || hasMethod(app, 'listen'));
}

function hasMethod(app: unknown, name: string): boolean {
  const isObject = (typeof app === 'object' && app !== null) || typeof app === 'function';
  return isObject && typeof (app as Record<string, unknown>)[name] === 'function';
}

function isClass(app: Function): boolean {
  return /^class\b/.test(Function.prototype.toString.call(app));
}

function describe(app: unknown): string {
  if (app === null || app === undefined) return String(app);
  if (typeof app === 'function') return describeFunction(app);
  if (hasMethod(app, 'then')) return 'a promise; await it first';
  if (hasMethod(app, 'addMethods')) {
    return 'an Entrypoint; bind it: new Api().bindEntrypoint(entrypoint)';
  }
  if (typeof app !== 'object') return `a ${typeof app}`;
  const name = (app as { constructor?: { name?: unknown } }).constructor?.name;
  return typeof name === 'string' && name !== 'Object'
    ? `an instance of ${name}`
    : 'a plain object';
}

function describeFunction(app: Function): string {
  const { name } = app;
  if (isClass(app)) return `the class ${name}; create an instance: new ${name}()`;
  if (hasMethod(app, 'use')) return 'an Express router; mount it: express().use(router)';
  return name === ''
    ? 'a function with fewer than two parameters; if it creates the app, call it'
    : `the function ${name}; if it creates the app, call it: ${name}()`;
}
