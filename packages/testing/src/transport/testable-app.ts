import type { Api } from '@jsonrpc-kit/core';
import type { FetchApp } from './fetch-transport.js';
import type { InjectApp } from './inject-transport.js';

/** What `node:http` calls for each request; an Express app is one. */
export type ListenerApp = (request: never, response: never) => unknown;

/** A server of `node:http`, listening or not. */
export interface ServerApp {
  listen(...args: never[]): unknown;
  address(): unknown;
  closeAllConnections(): void;
}

/**
 * What a test client sends to: a Hono app or any other with `fetch()`, an Express app or any other
 * listener of `node:http`, a server of it, a Fastify instance, or an `Api` alone. Known by what they
 * can do, so that nothing of a framework is imported here.
 */
export type TestableApp = Api | FetchApp | InjectApp | ListenerApp | ServerApp;
