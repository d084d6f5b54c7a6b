import type { Api } from '@jsonrpc-kit/core';
import type { Expected } from '../requests.js';

/** An api in its place: below a prefix, or at the root. */
export interface Mounted {
  readonly api: Api;
  /** As `/bank`; it may have a parameter, as `/:tenant`. */
  readonly prefix?: string;
}

/** An application around the apis, of the same parts in each framework. */
export interface Application {
  readonly apis: readonly Mounted[];
  /** Middleware in front of everything, or hooks around it. */
  readonly around?: Around;
}

/** What the middleware of an application does. To a request with the header `refused` it throws. */
export interface Around {
  /** Set before the api is asked, beside a cookie `app=1`. */
  readonly header: readonly [name: string, value: string];
  /** Called for every request, and again when its response is over. */
  readonly told: (event: 'request' | 'response') => void;
}

/** One of the ways to serve an api. */
export interface Server {
  readonly name: string;
  /** Where the framework has an answer before anybody else sees the request, by the request's name. */
  readonly answersItself: Readonly<Record<string, Expected>>;
  /**
   * Serves the application, with three routes of its own: `/own` answers "own", `/throws` ends in
   * the application's error handler, which answers 500 with "handled", and what is nobody's is
   * answered 404 with "nobody's". Gives the port, and what closes it.
   */
  readonly serve: (application: Application) => Promise<Serving>;
}

export interface Serving {
  readonly port: number;
  readonly close: () => Promise<void>;
}
