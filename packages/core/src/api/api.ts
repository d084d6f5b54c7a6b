import { DependencyOverrides } from '../args/dependency-overrides.js';
import { isResource, type Resource } from '../args/resource.js';
import { RunningCalls } from '../dispatch/running-calls.js';
import type { AnyEntrypoint } from '../entrypoint/any-entrypoint.js';
import { Endpoint } from '../entrypoint/endpoint.js';
import { neededResources } from '../entrypoint/needed-resources.js';
import { PendingBytes } from '../entrypoint/pending-bytes.js';
import { shuttingDown } from '../entrypoint/refusals.js';
import { AllowedHosts, allowedHostsKind, misdirected } from '../exchange/allowed-hosts.js';
import type { HttpAnswer } from '../exchange/http-answer.js';
import type { HttpRequest } from '../exchange/http-request.js';
import { ApiLogger } from '../flow/api-logger.js';
import type { Logger } from '../flow/logger.js';
import { isPromise, type MaybePromise } from '../flow/maybe-promise.js';
import { settlesWithin } from '../flow/settles-within.js';
import { ProvidedResource, ProvidedResources } from '../lifetime/provided-resources.js';
import type { ApiServer } from '../method/api-server.js';
import { builtIn, type BuiltInName } from '../method/built-in.js';
import { servers } from '../method/option-kinds.js';
import { checkOptions, type OptionKinds } from '../options/check-options.js';
import { frozenCopy } from '../options/frozen-copy.js';
import { duration, isFunction, positiveOrInfinity, text } from '../options/option-kind.js';
import { isObject, shown } from '../options/shown.js';
import { requireEntrypoint } from './require-argument.js';
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
  /**
   * The hosts under which the api may be addressed, as `'api.bank.example'` for every port of it or
   * `'localhost:3000'`. Any other `Host` header gets 421, against DNS rebinding. Default: any host.
   */
  readonly allowedHosts?: readonly string[] | undefined;
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
  allowedHosts: allowedHostsKind,
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
/** A resource's value, or a function that opens it; a value that is a function needs one around it. */
export type ProvidedValue<Value> =
  | (() => MaybePromise<Value>)
  | (Value extends (...args: never) => unknown ? never : Value);

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
  /** Replacements for dependencies and resources in tests. */
  readonly dependencyOverrides: DependencyOverrides = new DependencyOverrides();
  readonly #logger: ApiLogger;
  readonly #allowedHosts: AllowedHosts | undefined;
  readonly #router = new Router();
  readonly #running = new RunningCalls();
  readonly #pendingBytes: PendingBytes;
  readonly #resources = new ProvidedResources();
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
    this.servers = frozenCopy(options.servers);
    this.#logger = new ApiLogger(options.logger);
    this.#pendingBytes = new PendingBytes(options.maxPendingBytes ?? 256 * 1024 * 1024);
    this.#allowedHosts = options.allowedHosts && new AllowedHosts(options.allowedHosts);
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
   * @throws TypeError if it isn't an `Entrypoint`, or another entrypoint or page has its path
   */
  bindEntrypoint(entrypoint: AnyEntrypoint): this {
    requireEntrypoint('Api: bindEntrypoint()', entrypoint);
    const services = {
      logger: this.#logger,
      overrides: this.dependencyOverrides,
      resources: this.#resources,
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

  /**
   * Supplies a resource: a value, or a function that opens it, synchronous or not. `close` is called
   * with the value when {@link close} has let everything finish, the last provided first.
   *
   * The function is called once, when the api is mounted, or else by {@link open} or the first call
   * that needs the value. Calls wait for it. A failure is logged, and the calls that need the value get
   * InternalError; the next one tries again. Await {@link open} to have it fail the start instead.
   *
   * A function always opens the value. Provide a value that is itself a function as
   * `provide(hash, () => hashPassword)`.
   *
   * Providing again before the api is mounted replaces the earlier value, as a test does.
   *
   * ```ts
   * api.provide(database, () => openDatabase(), (db) => db.close());
   * ```
   *
   * @throws TypeError if the first argument isn't a resource, the second is a promise, the third isn't
   *   a function, or the api is mounted or the resource is in use
   */
  provide<Value>(
    resource: Resource<Value>,
    value: ProvidedValue<NoInfer<Value>>,
    close?: (value: NoInfer<Value>) => unknown,
  ): this {
    this.#checkProvided(resource, value, close);
    // A resource's close function takes its value.
    const provided = new ProvidedResource(resource, value, close as (value: unknown) => unknown);
    this.#resources.set(resource, provided);
    return this.onClosed(() => provided.close());
  }

  /**
   * Opens the resources that bound methods and dependencies need. Adapters begin to when they mount the
   * api; await this before the server listens to have a failure end the start.
   *
   * ```ts
   * await api.open();
   * server.listen(8000);
   * ```
   *
   * @throws TypeError if a resource isn't provided, and Error if one can't be opened; the message names
   *   it
   */
  async open(): Promise<void> {
    await Promise.all(Array.from(this.#neededResources(), async (provided) => provided.open()));
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
   * bind an entrypoint, to add a page or to provide a resource. Begins to open the resources.
   *
   * @throws TypeError if a resource isn't provided; the message names it and what needs it
   */
  takeMounts(): readonly Mount[] {
    const needed = this.#neededResources();
    const mounts = this.#router.takeMounts();
    for (const provided of needed) {
      const opened = provided.open();
      if (!isPromise(opened)) continue;
      opened.catch((err: unknown) => this.logger.error({ err }, 'Resource could not be opened'));
    }
    return mounts;
  }

  /** For adapters. Undefined where the path is none of the api's; never rejects. */
  handle(request: HttpRequest): MaybePromise<HttpAnswer> | undefined {
    const route = this.#router.match(request.path);
    if (route === undefined) return undefined;
    if (this.isClosed) return shuttingDown();
    return this.#allowedHosts?.allow(request) === false ? misdirected() : route(request);
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
   *
   * @throws TypeError if it isn't a function
   */
  onClosed(callback: () => MaybePromise<unknown>): this {
    if (!isFunction(callback)) {
      throw new TypeError(
        `Api: onClosed() needs a function, not ${shown(callback)}. Write api.onClosed(() => db.close()).`,
      );
    }
    this.#onClosed.push(callback);
    void this.#closed?.then(() => this.#closeRest());
    return this;
  }

  #checkProvided(resource: unknown, value: unknown, close: unknown): void {
    if (!isResource(resource)) {
      throw new TypeError(
        `Api: provide() needs a resource, not ${shown(resource)}. Declare it first: const database = ` +
          `resource('database').`,
      );
    }
    const { name } = resource;
    const where = `Api: provide(${name})`;
    if (value instanceof Promise) {
      throw new TypeError(
        `${where}: the value is a promise. Pass the function that opens it: ` +
          `api.provide(${name}, () => …).`,
      );
    }
    if (close !== undefined && !isFunction(close)) {
      throw new TypeError(`${where}: the third argument must be a function, not ${shown(close)}.`);
    }
    if (this.#router.isMounted || this.#resources.get(resource)?.isInUse === true) {
      throw new TypeError(
        `${where} comes too late: ${this.#router.isMounted ? 'the api is mounted' : 'it is in use'} ` +
          `already. Provide it before, or replace it with api.dependencyOverrides.set(${name}, …).`,
      );
    }
  }

  /** @throws TypeError if one of them is not provided */
  #neededResources(): ReadonlySet<ProvidedResource> {
    const needed = new Set<ProvidedResource>();
    for (const entrypoint of this.entrypoints) {
      for (const [resource, user] of neededResources(entrypoint, this.dependencyOverrides)) {
        const provided = this.#resources.get(resource);
        if (provided === undefined) throw notProvided(resource, user);
        needed.add(provided);
      }
    }
    return needed;
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

function notProvided({ name }: Resource, user: string): TypeError {
  return new TypeError(
    `Api: ${user} needs the resource "${name}", which isn't provided. Write ` +
      `api.provide(${name}, …) before the api is mounted.`,
  );
}
