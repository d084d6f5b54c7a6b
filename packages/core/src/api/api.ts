import type { MaybePromise } from '../async/maybe-promise.js';
import type { DependencyOverrides } from '../di/dependency-overrides.js';
import { ProvidedResource } from '../di/provided-resources.js';
import { isResource, type Resource } from '../di/resource.js';
import type { AnyEntrypoint } from '../entrypoint/entrypoint.js';
import type { Logger } from '../logging/logger.js';
import type { ApiServer } from '../method/method-options.js';
import { checkOptions, frozenCopy } from '../options/check-options.js';
import { describeValue } from '../options/describe-value.js';
import { isFunction } from '../options/option-kind.js';
import { ApiHost } from './api-host.js';
import { apiKinds, type ApiOptions, closeKinds, type CloseOptions } from './api-options.js';
import { requireEntrypoint } from './require-api.js';

/** The value of a resource, or a function that opens it. Wrap a value that is itself a function. */
export type ProvidedValue<Value> =
  | (() => MaybePromise<Value>)
  | (Value extends (...args: never) => unknown ? never : Value);

/**
 * The application: its entrypoints, and what they share.
 *
 * ```ts
 * const api = new Api({ title: 'Bank', version: '1.0.0' });
 * api.bindEntrypoint(v1);
 * ```
 */
export class Api implements AsyncDisposable {
  /** The title in the API schemas. */
  readonly title: string;
  /** The version in the API schemas. */
  readonly version: string;
  /** The description in the API schemas. */
  readonly description: string | undefined;
  /** The servers in the API schemas; empty if none were passed. */
  readonly servers: readonly ApiServer[];
  /** Replacements for dependencies and resources in tests. */
  readonly dependencyOverrides: DependencyOverrides;
  /** For adapters and plugins, through `adapterApi()` of `@jsonrpc-kit/core/adapter`. */
  readonly '~adapter': unknown;
  readonly #host: ApiHost;
  readonly #onClosed: (() => MaybePromise<unknown>)[] = [];
  #closed: Promise<void> | undefined;

  /**
   * Creates an api without entrypoints.
   *
   * @throws TypeError or RangeError if an option is invalid; the message names it
   */
  constructor(options: ApiOptions = {}) {
    checkOptions('Api', options, apiKinds);
    this.title = options.title ?? 'JSON-RPC';
    this.version = options.version ?? '0.1.0';
    this.description = options.description;
    this.servers = frozenCopy(options.servers);
    this.#host = new ApiHost({
      logger: options.logger,
      maxPendingBytes: options.maxPendingBytes ?? 256 * 1024 * 1024,
      allowedHosts: options.allowedHosts,
    });
    this['~adapter'] = this.#host;
    this.dependencyOverrides = this.#host.overrides;
  }

  /** The api's logger. It never throws: if the application's logger does, it writes to standard error. */
  get logger(): Logger {
    return this.#host.logger;
  }

  /** The bound entrypoints, in the order of their binding. */
  get entrypoints(): readonly AnyEntrypoint[] {
    return this.#host.entrypoints;
  }

  /**
   * Whether the process is about to stop: `closeOnSignals()` has received a signal, or {@link close} was
   * called. From then on, let the health check of a load balancer fail, so that it sends calls elsewhere.
   */
  get isShuttingDown(): boolean {
    return this.#host.isShuttingDown;
  }

  /**
   * Serves the entrypoint at its path. Bind all entrypoints before an adapter mounts the api.
   *
   * @throws TypeError if it isn't an `Entrypoint`, or another entrypoint or page has its path
   */
  bindEntrypoint(entrypoint: AnyEntrypoint): this {
    requireEntrypoint('Api: bindEntrypoint()', entrypoint);
    this.#host.bindEntrypoint(entrypoint);
    return this;
  }

  /**
   * Supplies a resource: a value, or a function that opens it, synchronous or not. {@link close} calls
   * the third argument with the value after all work has ended, the last provided resource first.
   *
   * The function is called once: when the api is mounted, or earlier by {@link open} or by the first
   * call that needs the value. Calls wait for it. A failure is logged, the calls that need the value get
   * InternalError, and the next one tries again. Await {@link open} to make a failure end the start.
   *
   * A function always opens the value. Provide a value that is itself a function as
   * `provide(hash, () => hashPassword)`. To replace a value, as a test does, provide it again before the
   * api is mounted.
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
    this.#host.resources.set(resource, provided);
    return this.onClosed(() => provided.close());
  }

  /**
   * Opens the resources that bound methods and dependencies need. Adapters start this when they mount
   * the api; await it before the server listens to make a failure end the start.
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
    await Promise.all(Array.from(this.#host.neededResources(), async (one) => one.open()));
  }

  /**
   * Stops accepting calls (new ones get 503), lets running calls, notifications, background tasks and
   * teardowns finish, and aborts the rest after `timeout`. A second call returns the same promise. Never
   * rejects; work that did not end is logged.
   *
   * @throws RangeError if a time is negative or NaN; the api stays open
   */
  close(options: CloseOptions = {}): Promise<void> {
    checkOptions('api.close', options, closeKinds);
    const { timeout = 10_000, abortTimeout = 1_000 } = options;
    this.#host.startClosing();
    return (this.#closed ??= this.#host
      .drain(timeout, abortTimeout)
      .then(() => this.#runOnClosed()));
  }

  /** Calls {@link close} without options, for `await using`. */
  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  /**
   * Registers a function that {@link close} calls and awaits after all work has ended, for example to
   * close a thread pool. Functions run one after another, the last registered first. A failure is
   * logged. A function that is registered after the end runs immediately.
   *
   * @throws TypeError if it isn't a function
   */
  onClosed(callback: () => MaybePromise<unknown>): this {
    if (!isFunction(callback)) {
      throw new TypeError(
        `Api: onClosed() needs a function, not ${describeValue(callback)}. Write ` +
          `api.onClosed(() => pool.close()).`,
      );
    }
    this.#onClosed.push(callback);
    void this.#closed?.then(() => this.#runOnClosed());
    return this;
  }

  async #runOnClosed(): Promise<void> {
    for (let callback = this.#onClosed.pop(); callback; callback = this.#onClosed.pop()) {
      try {
        await callback();
      } catch (err) {
        this.logger.error({ err }, 'onClosed callback failed');
      }
    }
  }

  #checkProvided(resource: unknown, value: unknown, close: unknown): void {
    if (!isResource(resource)) {
      throw new TypeError(
        `Api: provide() needs a resource, not ${describeValue(resource)}. Declare it first: const database = ` +
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
      throw new TypeError(
        `${where}: the third argument must be a function, not ${describeValue(close)}.`,
      );
    }
    if (this.#host.isMounted || this.#host.resources.get(resource)?.isInUse === true) {
      throw new TypeError(
        `${where} comes too late: ${this.#host.isMounted ? 'the api is mounted' : 'it is in use'} ` +
          `already. Provide it before, or replace it with api.dependencyOverrides.set(${name}, …).`,
      );
    }
  }
}
