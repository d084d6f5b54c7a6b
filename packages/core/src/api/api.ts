import { DependencyOverrides } from '../args/dependency-overrides.js';
import { RunningCalls } from '../dispatch/running-calls.js';
import type { AnyEntrypoint } from '../entrypoint/any-entrypoint.js';
import { Endpoint } from '../entrypoint/endpoint.js';
import { PendingBytes } from '../entrypoint/pending-bytes.js';
import { shuttingDown } from '../entrypoint/refusals.js';
import type { HttpAnswer } from '../exchange/http-answer.js';
import type { HttpRequest } from '../exchange/http-request.js';
import { ApiLogger } from '../flow/api-logger.js';
import type { Logger } from '../flow/logger.js';
import type { MaybePromise } from '../flow/maybe-promise.js';
import { settlesWithin } from '../flow/settles-within.js';
import type { ApiServer } from '../method/api-server.js';
import { builtIn, type BuiltInName } from '../method/built-in.js';
import { servers } from '../method/option-kinds.js';
import { checkOptions, type OptionKinds } from '../options/check-options.js';
import { duration, isFunction, positiveOrInfinity, text } from '../options/option-kind.js';
import { isObject } from '../options/shown.js';
import { Router, type Mount, type PageRoute } from './router.js';

/** How an {@link Api} is described, and where it logs. */
export interface ApiOptions {
  /** For the documents. Default: `'JSON-RPC'`. */
  readonly title?: string | undefined;
  /** Of the application, for the documents. Default: `'0.1.0'`. */
  readonly version?: string | undefined;
  /** For the documents, which take Markdown. Default: none. */
  readonly description?: string | undefined;
  /** Where the api is reached, for the documents. Default: where the document is served. */
  readonly servers?: readonly ApiServer[] | undefined;
  /**
   * Where errors are reported that no client is told of. Default: the framework's own where it has
   * one, as Fastify does, else `console`, on standard error.
   */
  readonly logger?: Logger | undefined;
  /**
   * Bytes of the request bodies that running and waiting calls hold; beyond it a request gets 503
   * with LimitExceeded. A parsed body takes about five times its bytes. Default: 256 MiB.
   */
  readonly maxPendingBytes?: number | undefined;
}

const KINDS: OptionKinds<ApiOptions> = {
  title: text,
  version: text,
  description: text,
  servers,
  logger: {
    is: (value) => isObject(value) && isFunction(value['error']) && isFunction(value['warn']),
    must: 'an object with the functions error and warn',
    instead: () => 'write { error(details, message) { … }, warn(details, message) { … } }',
  },
  maxPendingBytes: positiveOrInfinity,
};

/** How long {@link Api.close} waits. */
export interface CloseOptions {
  /**
   * Milliseconds for what is running to finish before it is aborted; `Infinity` never aborts it.
   * Default: 10,000.
   */
  readonly timeout?: number | undefined;
  /** Milliseconds for what was aborted to roll back. Default: 1,000. */
  readonly abortTimeout?: number | undefined;
}

const CLOSE_KINDS: OptionKinds<CloseOptions> = { timeout: duration, abortTimeout: duration };

/**
 * The application: entrypoints, and what they share.
 *
 * ```ts
 * const api = new Api({ title: 'Bank', version: '1.0.0' });
 * api.bindEntrypoint(v1);
 * ```
 */
export class Api {
  /** As it was given, or its default. */
  readonly title: string;
  /** As it was given, or its default. */
  readonly version: string;
  /** As it was given. */
  readonly description: string | undefined;
  /** As they were given; empty where there were none. */
  readonly servers: readonly ApiServer[];
  /** Replacements for dependencies, at every depth. */
  readonly dependencyOverrides: DependencyOverrides = new DependencyOverrides();
  readonly #logger: ApiLogger;
  readonly #router = new Router();
  readonly #running = new RunningCalls();
  readonly #pendingBytes: PendingBytes;
  readonly #onEntrypoint: ((entrypoint: AnyEntrypoint) => void)[] = [];
  readonly #onClosed: (() => MaybePromise<unknown>)[] = [];
  #closed: Promise<void> | undefined;

  /**
   * The application: entrypoints, and what they share.
   *
   * @throws TypeError where an option can't be used; the message names it
   */
  constructor(options: ApiOptions = {}) {
    checkOptions('Api', options, KINDS);
    this.title = options.title ?? 'JSON-RPC';
    this.version = options.version ?? '0.1.0';
    this.description = options.description;
    this.servers = options.servers ?? [];
    this.#logger = new ApiLogger(options.logger);
    this.#pendingBytes = new PendingBytes(options.maxPendingBytes ?? 256 * 1024 * 1024);
  }

  /** Never throws: where the application's does, it writes to standard error. */
  get logger(): Logger {
    return this.#logger;
  }

  /** The bound entrypoints in the order of their binding. */
  get entrypoints(): readonly AnyEntrypoint[] {
    return this.#router.entrypoints;
  }

  /**
   * Serves the entrypoint at its path. Bind all of them before an adapter mounts the api, as it mounts
   * what is there.
   *
   * @throws TypeError where another entrypoint, or a page, has its path
   */
  bindEntrypoint(entrypoint: AnyEntrypoint): this {
    const services = {
      logger: this.#logger,
      overrides: this.dependencyOverrides,
      running: this.#running,
      pendingBytes: this.#pendingBytes,
    };
    this.#router.addEntrypoint(new Endpoint(entrypoint, services));
    for (const callback of this.#onEntrypoint) callback(entrypoint);
    return this;
  }

  /**
   * For packages that add something to every entrypoint: calls back for those that are bound, and
   * for each that will be.
   */
  onEntrypoint(callback: (entrypoint: AnyEntrypoint) => void): this {
    this.#onEntrypoint.push(callback);
    for (const entrypoint of this.entrypoints) callback(entrypoint);
    return this;
  }

  /**
   * For packages that answer a name which JSON-RPC reserves, on one entrypoint of this api. It has no
   * parameters; of what the entrypoint puts around its methods only the middlewares and the
   * dependencies of the HTTP request stand around it.
   *
   * @throws TypeError where the entrypoint is not bound, or the name is answered already
   */
  addBuiltIn(entrypoint: AnyEntrypoint, name: BuiltInName, handler: () => unknown): this {
    this.#router.endpointOf(entrypoint).addBuiltIn(builtIn(name, handler));
    return this;
  }

  /** For packages that add pages, as the documents are: they are mounted by every adapter. */
  addPage(page: PageRoute): this {
    this.#router.addPage(page, this.#logger);
    return this;
  }

  /** For adapters: the framework's logger, which is taken where the application gave none. */
  offerLogger(logger: Logger): void {
    this.#logger.offer(logger);
  }

  /** The paths that an adapter mounts, all verbs of them. */
  get mounts(): readonly Mount[] {
    return this.#router.mounts;
  }

  /**
   * For adapters, each of which calls it once for it all to be there: from here on it is an error to
   * bind an entrypoint or to add a page, whether the framework is told the paths or not.
   */
  takeMounts(): readonly Mount[] {
    return this.#router.takeMounts();
  }

  /** For adapters. Undefined where the path is none of the api's; never rejects. */
  handle(request: HttpRequest): MaybePromise<HttpAnswer> | undefined {
    const route = this.#router.match(request.path);
    return this.isClosed && route !== undefined ? shuttingDown() : route?.(request);
  }

  /** Whether {@link close} was called. */
  get isClosed(): boolean {
    return this.#running.isClosing;
  }

  /**
   * Takes no new calls (they are answered with 503), lets running calls, notifications, background
   * tasks and teardowns finish, and aborts what is left after `timeout`. Called again it gives the
   * same promise. It rejects never; what did not end is logged.
   *
   * @throws RangeError where a time is negative or NaN; the api stays open
   */
  close(options: CloseOptions = {}): Promise<void> {
    checkOptions('api.close', options, CLOSE_KINDS);
    this.#running.isClosing = true;
    return (this.#closed ??= this.#drain(options).then(() => this.#closeRest()));
  }

  /**
   * For what the methods use, as a database or a pool of threads: called once, when {@link close} has
   * let everything end, and `close` waits for it. Several are called one after another, the last that
   * was added first, as a later one may need what was there before it. One that fails is logged. One
   * that is added after the end is called then.
   */
  onClosed(callback: () => MaybePromise<unknown>): this {
    this.#onClosed.push(callback);
    void this.#closed?.then(() => this.#closeRest());
    return this;
  }

  async #closeRest(): Promise<void> {
    for (let callback = this.#onClosed.pop(); callback; callback = this.#onClosed.pop()) {
      try {
        await callback();
      } catch (err) {
        this.logger.error({ err }, 'What stood behind the api could not be closed');
      }
    }
  }

  async #drain({ timeout = 10_000, abortTimeout = 1_000 }: CloseOptions): Promise<void> {
    const { work } = this.#running;
    if (await settlesWithin(work.whenIdle(), timeout)) return;
    const reason = new DOMException('The server is shutting down', 'AbortError');
    const calls = this.#running.abortAll(reason);
    this.logger.warn({ calls }, 'The shutdown aborts what has not ended in time');
    if (await settlesWithin(work.whenIdle(), abortTimeout)) return;
    this.logger.warn({ unfinished: work.count }, 'Closed with work that did not end');
  }
}
