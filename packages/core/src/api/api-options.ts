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
  /** The servers in the API schemas. Default: the server that serves the schema. */
  readonly servers?: readonly ApiServer[] | undefined;
  /**
   * Receives the errors that aren't sent to clients. Default: the logger of a framework that has one,
   * such as Fastify, otherwise `console`, which writes to standard error.
   */
  readonly logger?: Logger | undefined;
  /**
   * The maximum number of bytes in the request bodies of all running and waiting calls; beyond it, a
   * request gets 503 with LimitExceeded. A parsed body uses about five times as much memory.
   * Default: 256 MiB.
   */
  readonly maxPendingBytes?: number | undefined;
  /**
   * The accepted values of the `Host` header, as a protection against DNS rebinding:
   * `'api.bank.example'` for any port, or `'localhost:3000'`. Any other value gets 421. Default: any
   * host.
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
   * Milliseconds that running work has to finish before it is aborted; `Infinity` never aborts it.
   * Default: 10,000.
   */
  readonly timeout?: number | undefined;
  /** Milliseconds that aborted work has to roll back. Default: 1,000. */
  readonly abortTimeout?: number | undefined;
}

export const closeKinds: OptionKinds<CloseOptions> = { timeout: waitTime, abortTimeout: waitTime };
