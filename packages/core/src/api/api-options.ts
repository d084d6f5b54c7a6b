import type { MapError } from '../errors/map-error.js';
import { allowedHostsKind } from '../http/allowed-hosts.js';
import type { Logger } from '../logging/logger.js';
import { type ApiServer, servers } from '../method/method-options.js';
import type { OptionKinds } from '../options/check-options.js';
import { isObject } from '../options/describe-value.js';
import {
  callback,
  isFunction,
  object,
  positiveOrInfinity,
  text,
  waitTime,
} from '../options/option-kind.js';
import type { ConnectionOptions } from '../subscription/connection-options.js';

/** The license of an api (OpenAPI 3.1: License Object). */
export interface ApiLicense {
  /** The name, such as `'Apache 2.0'`. */
  readonly name: string;
  /** The SPDX identifier, such as `'Apache-2.0'`. Not together with `url`. */
  readonly identifier?: string | undefined;
  /** Where the text of the license is. */
  readonly url?: string | undefined;
}

/** Options of an `Api`. */
export interface ApiOptions {
  /** The title in the API schemas. Default: `'JSON-RPC'`. */
  readonly title?: string | undefined;
  /** The version of the application in the API schemas. Default: `'0.1.0'`. */
  readonly version?: string | undefined;
  /** The description in the API schemas; may be Markdown. Default: none. */
  readonly description?: string | undefined;
  /** The license in the OpenAPI schema. Default: none. */
  readonly license?: ApiLicense | undefined;
  /**
   * Descriptions of tags in the OpenAPI schema, by their names; may be Markdown. Default: none. A tag that
   * is the name of an entrypoint says so.
   */
  readonly tags?: Readonly<Record<string, string>> | undefined;
  /** The servers in the API schemas. Default: the server that serves the schema. */
  readonly servers?: readonly ApiServer[] | undefined;
  /**
   * Receives the errors that aren't sent to clients. Default: the logger of a framework that has one,
   * such as Fastify, otherwise `console`, which writes to standard error.
   */
  readonly logger?: Logger | undefined;
  /**
   * Converts errors of the application to typed errors, after the `mapError` of the entrypoint. Default:
   * such an error is InternalError.
   */
  readonly mapError?: MapError | undefined;
  /**
   * The maximum number of bytes that the process holds for the clients of the api: the messages of
   * running and waiting calls, estimated from their structure before they are parsed, and responses that
   * their clients haven't received. Beyond it, new requests get 503 with LimitExceeded, and the response
   * that has been unread longest is closed.
   * Default: an eighth of the limit of V8's heap, or 64 MiB on runtimes that don't report the limit.
   */
  readonly maxHeldBytes?: number | undefined;
  /**
   * The accepted values of the `Host` header, as a protection against DNS rebinding:
   * `'api.bank.example'` for any port, or `'localhost:3000'`. Any other value gets 421. Default: any
   * host.
   */
  readonly allowedHosts?: readonly string[] | undefined;
  /** Limits of connections. */
  readonly connections?: ConnectionOptions | undefined;
}

export const apiKinds: OptionKinds<ApiOptions> = {
  title: text,
  version: text,
  description: text,
  license: {
    is: (value) => isObject(value) && typeof value['name'] === 'string',
    must: 'a license',
    advice: "Write { name: 'Apache 2.0', identifier: 'Apache-2.0' }.",
  },
  tags: {
    is: (value) =>
      isObject(value) &&
      !Array.isArray(value) &&
      Object.values(value).every((each) => typeof each === 'string'),
    must: 'an object of descriptions',
    advice: "Write { money: 'Deposits and transfers' }.",
  },
  servers,
  logger: {
    is: (value) => isObject(value) && isFunction(value['error']) && isFunction(value['warn']),
    must: 'an object with the functions error and warn',
    advice: 'Write { error(details, message) { … }, warn(details, message) { … } }.',
  },
  mapError: callback,
  maxHeldBytes: positiveOrInfinity,
  allowedHosts: allowedHostsKind,
  // Checked by resolveConnectionOptions().
  connections: object,
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
  /**
   * Milliseconds that resources and `onClosed()` callbacks have to close, in addition to the time that
   * `timeout` and `abortTimeout` have left. Default: as `timeout`, and 10,000 if that is `Infinity`.
   */
  readonly onClosedTimeout?: number | undefined;
}

export const closeKinds: OptionKinds<CloseOptions> = {
  timeout: waitTime,
  abortTimeout: waitTime,
  onClosedTimeout: waitTime,
};
