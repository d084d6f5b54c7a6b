import { allowedHostsKind } from '../http/allowed-hosts.js';
import type { Logger } from '../logging/logger.js';
import { type ApiServer, servers } from '../method/method-options.js';
import type { OptionKinds } from '../options/check-options.js';
import { isObject } from '../options/describe-value.js';
import { isFunction, positiveOrInfinity, text, waitTime } from '../options/option-kind.js';

/** Options of an `Api`. */
export interface ApiOptions {
  /** The title in the API schemas. Default: `'JSON-RPC'`. */
  readonly title?: string | undefined;
  /** The version of the application in the API schemas. Default: `'0.1.0'`. */
  readonly version?: string | undefined;
  /** The description in the API schemas; may be Markdown. Default: none. */
  readonly description?: string | undefined;
  /** The servers in the API schemas. Default: the one that serves the schema. */
  readonly servers?: readonly ApiServer[] | undefined;
  /**
   * Receives the errors that clients don't learn of. Default: the framework's logger where it has one,
   * as in Fastify, otherwise `console` on standard error.
   */
  readonly logger?: Logger | undefined;
  /**
   * The most bytes of request bodies that running and waiting calls hold; beyond it, a request gets 503
   * with LimitExceeded. A parsed body takes about five times its bytes. Default: 256 MiB.
   */
  readonly maxPendingBytes?: number | undefined;
  /**
   * The hosts under which clients may address the api: `'api.bank.example'` for all of its ports, or
   * `'localhost:3000'`. Any other `Host` header gets 421, against DNS rebinding. Default: any host.
   */
  readonly allowedHosts?: readonly string[] | undefined;
}

export const apiKinds: OptionKinds<ApiOptions> = {
  title: text,
  version: text,
  description: text,
  servers,
  logger: {
    is: (value) => isObject(value) && isFunction(value['error']) && isFunction(value['warn']),
    must: 'an object with the functions error and warn',
    advice: () => 'Write { error(details, message) { … }, warn(details, message) { … } }.',
  },
  maxPendingBytes: positiveOrInfinity,
  allowedHosts: allowedHostsKind,
};

/** Options of `api.close()`. */
export interface CloseOptions {
  /**
   * Milliseconds for running work to finish before it is aborted; `Infinity` never aborts it.
   * Default: 10,000.
   */
  readonly timeout?: number | undefined;
  /** Milliseconds for aborted work to roll back. Default: 1,000. */
  readonly abortTimeout?: number | undefined;
}

export const closeKinds: OptionKinds<CloseOptions> = { timeout: waitTime, abortTimeout: waitTime };
