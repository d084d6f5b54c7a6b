import type { Api } from '@jsonrpc-kit/core';
import type { Expected } from '../requests.js';

/** An api, with the prefix at which an application mounts it. */
export interface MountedApi {
  readonly api: Api;
  /** For example `/bank`, or `/:tenant` with a parameter. Default: the root. */
  readonly prefix?: string;
}

/** An application that serves apis. Each framework creates it with the same routes. */
export interface Application {
  readonly apis: readonly MountedApi[];
  readonly middleware?: ApplicationMiddleware;
  /** Whether the server also accepts WebSockets. Only for apis without a prefix. Default: false. */
  readonly webSockets?: boolean;
}

/** Middleware of an application. It throws if a request has the header `rejected`. */
export interface ApplicationMiddleware {
  /** A header that the middleware sets before the api runs, together with a cookie `app=1`. */
  readonly header: readonly [name: string, value: string];
  /** Called for every request, and again when its response has been sent. */
  readonly onEvent: (event: 'request' | 'response') => void;
}

/** A framework, or a server without one, that serves an api. */
export interface Server {
  readonly name: string;
  /** Responses of the framework to requests that the api doesn't receive, by the name of the request. */
  readonly ownResponses: Readonly<Record<string, Expected>>;
  /**
   * Serves the application with two more routes: `/own` responds with "own", and `/throws` throws.
   * The error handler of the application responds with 500 and "handled". Other paths get 404 and
   * "not found".
   */
  readonly serve: (application: Application) => Promise<Serving>;
}

/** A running server. */
export interface Serving {
  readonly port: number;
  readonly close: () => Promise<void>;
}
