import { checkOptions, type OptionKinds } from '../options/check-options.js';
import { listOf, positive, positiveOrInfinity, timeLimit } from '../options/option-kind.js';

/** Limits of connections. */
export interface ConnectionOptions {
  /**
   * The connections of the api; beyond it, an upgrade gets 503. Default: 10,000.
   */
  readonly maxConnections?: number | undefined;
  /**
   * The subscriptions of the api, those of event streams included; beyond it, a call gets LimitExceeded.
   * Default: 10,000.
   */
  readonly maxSubscriptions?: number | undefined;
  /**
   * The subscriptions of one connection, or of one event stream; beyond it, a call gets LimitExceeded.
   * Default: 100.
   */
  readonly maxSubscriptionsPerConnection?: number | undefined;
  /**
   * The bytes that the process holds for one client that reads slowly. Beyond it, its subscriptions
   * produce no more events, and its messages aren't read. Default: 1 MiB.
   */
  readonly maxBufferedBytes?: number | undefined;
  /**
   * The messages of one connection that have no response yet. Beyond it, no more messages are read; a
   * runtime that can't pause closes the connection with 1008. Default: 1,000.
   */
  readonly maxWaitingMessages?: number | undefined;
  /** The bytes of these messages. Default: 1 MiB. */
  readonly maxWaitingBytes?: number | undefined;
  /** Milliseconds of silence after which a connection is pinged; Deno and Workers ignore it. Default: 30,000. */
  readonly pingInterval?: number | undefined;
  /** Milliseconds of silence after a ping that end a connection; Deno and Workers ignore it. Default: 30,000. */
  readonly pongTimeout?: number | undefined;
  /**
   * Milliseconds after which a response with events ends with a last word that asks the client to
   * subscribe again; `Infinity` for no limit. Default: 900,000.
   */
  readonly maxStreamLifetime?: number | undefined;
  /**
   * The values of the `Origin` header, such as `'https://bank.example'`, whose pages may open connections,
   * in addition to the origin of the server. Requests without the header are always accepted. Default:
   * none.
   */
  readonly allowedOrigins?: readonly string[] | undefined;
}

/** The options with defaults applied. */
export type ConnectionSettings = Readonly<
  Required<{ [Name in keyof ConnectionOptions]: NonNullable<ConnectionOptions[Name]> }>
>;

const KINDS: OptionKinds<ConnectionOptions> = {
  maxConnections: positiveOrInfinity,
  maxSubscriptions: positiveOrInfinity,
  maxSubscriptionsPerConnection: positiveOrInfinity,
  maxBufferedBytes: positive,
  maxWaitingMessages: positive,
  maxWaitingBytes: positive,
  pingInterval: timeLimit,
  pongTimeout: timeLimit,
  maxStreamLifetime: timeLimit,
  allowedOrigins: listOf({
    is: (value) => typeof value === 'string' && /^[a-z][\w+.-]*:\/\/[^/\s]+$/i.test(value),
    must: 'an origin',
    advice: "Write 'https://bank.example', without a path.",
  }),
};

/** @throws TypeError or RangeError if an option is invalid; the message names it */
export function resolveConnectionOptions(options: ConnectionOptions = {}): ConnectionSettings {
  checkOptions('Api: connections', options, KINDS);
  return Object.freeze({
    maxConnections: options.maxConnections ?? 10_000,
    maxSubscriptions: options.maxSubscriptions ?? 10_000,
    maxSubscriptionsPerConnection: options.maxSubscriptionsPerConnection ?? 100,
    maxBufferedBytes: options.maxBufferedBytes ?? 1024 * 1024,
    maxWaitingMessages: options.maxWaitingMessages ?? 1_000,
    maxWaitingBytes: options.maxWaitingBytes ?? 1024 * 1024,
    pingInterval: options.pingInterval ?? 30_000,
    pongTimeout: options.pongTimeout ?? 30_000,
    maxStreamLifetime: options.maxStreamLifetime ?? 15 * 60_000,
    allowedOrigins: (options.allowedOrigins ?? []).map((origin) => origin.toLowerCase()),
  });
}
