import type { RequestListener, Server } from 'node:http';
import type { Api } from '@jsonrpc-kit/core';
import { apiTransport } from './api-transport.js';
import { type FetchApp, fetchTransport } from './fetch-transport.js';
import { type InjectApp, injectTransport } from './inject-transport.js';
import { socketTransport } from './socket-transport.js';
import type { Transport } from './transport.js';

/**
 * The way into an app, by what the app can do.
 *
 * @throws TypeError where it is none; the message says what it is instead
 */
export function transportOf(app: unknown): Transport {
  if (isApi(app)) return apiTransport(app);
  if (isFastify(app)) return injectTransport(app);
  if (isServer(app)) return socketTransport(app);
  if (isFetchApp(app)) return fetchTransport(app);
  if (isListener(app)) return socketTransport(app);
  throw new TypeError(
    `There is no way to send a request to ${describe(app)}. ` +
      'A Hono app, an Express app, a Fastify instance or an Api is needed.',
  );
}

export function isApi(app: unknown): app is Api {
  return can(app, 'bindEntrypoint') && can(app, 'onClosed');
}

// An instance that is not ready yet is a thenable; so this stands before what refuses promises.
export function isFastify(app: unknown): app is InjectApp {
  return can(app, 'inject') && can(app, 'ready');
}

function isServer(app: unknown): app is Server {
  return typeof app !== 'function' && can(app, 'address') && can(app, 'closeAllConnections');
}

function isFetchApp(app: unknown): app is FetchApp {
  return can(app, 'fetch');
}

/** Express's app takes a third argument, and is one for its `listen`; its routers have none. */
function isListener(app: unknown): app is RequestListener {
  if (typeof app !== 'function' || isClass(app)) return false;
  return app.length === 2 || (can(app, 'handle') && can(app, 'listen'));
}

function can(app: unknown, name: string): boolean {
  const isObject = (typeof app === 'object' && app !== null) || typeof app === 'function';
  return isObject && typeof (app as Record<string, unknown>)[name] === 'function';
}

function isClass(app: Function): boolean {
  return /^class\b/.test(Function.prototype.toString.call(app));
}

function describe(app: unknown): string {
  if (app === null || app === undefined) return String(app);
  if (typeof app === 'function') return describeFunction(app);
  if (can(app, 'then')) return 'a promise; await it first';
  if (can(app, 'addMethods')) return 'an Entrypoint; bind it: new Api().bindEntrypoint(entrypoint)';
  if (typeof app !== 'object') return `a ${typeof app}`;
  const name = (app as { constructor?: { name?: unknown } }).constructor?.name;
  return typeof name === 'string' && name !== 'Object' ? `an object of ${name}` : 'a plain object';
}

function describeFunction(app: Function): string {
  const { name } = app;
  if (isClass(app)) return `the class ${name}; make one: new ${name}()`;
  if (can(app, 'use')) return 'a router of Express; mount it: express().use(router)';
  return name === ''
    ? 'a function that takes no request and response; call it, if it makes the app'
    : `the function ${name}; call it, if it makes the app: ${name}()`;
}
