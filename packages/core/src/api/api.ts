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

/**
 * The value of a resource, or a function that opens the resource. To provide a value that is itself a
 * function, return it from a function.
 */
export type ProvidedValue<Value> =
  | (() => MaybePromise<Value>)
  | (Value extends (...args: never) => unknown ? never : Value);

/**
 * The entrypoints of an application, with the options and resources that they share.
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
  /** Replaces dependencies and resources in tests. */
  readonly dependencyOverrides: DependencyOverrides;
  /** For adapters and plugins, which read it with `adapterApi()` from `@jsonrpc-kit/core/adapter`. */
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

  /**
   * The api's logger. It never throws: if the logger of the application throws, the entry is written to
   * standard error.
   */
  get logger(): Logger {
    return this.#host.logger;
  }

  /** The entrypoints in the order in which they were bound. */
  get entrypoints(): readonly AnyEntrypoint[] {
    return this.#host.entrypoints;
  }

  /**
   * Whether the process is about to stop, because `closeOnSignals()` has received a signal or
   * {@link close} was called. Make your health check fail while it is true, so that load balancers send
   * calls to other processes.
   */
  get isShuttingDown(): boolean {
    return this.#host.isShuttingDown;
  }

  /**
   * Serves the entrypoint at its path. Bind all entrypoints before an adapter mounts the api.
   *
   * @throws TypeError if the value isn't an `Entrypoint`, its path is already in use, or the api is
   *   mounted
   */
  bindEntrypoint(entrypoint: AnyEntrypoint): this {
    requireEntrypoint('Api: bindEntrypoint()', entrypoint);
    this.#host.bindEntrypoint(entrypoint);
    return this;
  }

  /**
   * Supplies the value of a resource, or a synchronous or asynchronous function that opens it.
   * {@link close} calls the third argument with the value after all work has ended, in reverse order of
   * the `provide()` calls.
   *
   * The function is called once: when the api is mounted, or earlier by {@link open} or the first call
   * that needs the value. Calls wait for the value. If the function fails, the error is logged, calls
   * that need the value get InternalError, and the next call tries again. To make the start of the
   * server fail instead, await {@link open}.
   *
   * A function is always called to open the resource. If the value is itself a function, return it from
   * another one: `provide(hash, () => hashPassword)`. To replace a value, for example in a test,
   * provide it again before the api is mounted.
   *
   * ```ts
   * api.provide(database, () => openDatabase(), (db) => db.close());
   * ```
   *
   * @throws TypeError if the first argument isn't a resource, the second is a promise, the third isn't
   *   a function, the api is already mounted, or the resource is already in use
   */
  provide<Value>(
    resource: Resource<Value>,
    value: ProvidedValue<NoInfer<Value>>,
    close?: (value: NoInfer<Value>) => unknown,
  ): this {
    this.#checkProvided(resource, value, close);
    // The types of the parameters guarantee that `close` accepts the value.
    const provided = new ProvidedResource(resource, value, close as (value: unknown) => unknown);
    this.#host.resources.set(resource, provided);
    return this.onClosed(() => provided.close());
  }

  /**
   * Opens the resources that the bound methods and dependencies need. Adapters start this when they
   * mount the api, but most of them don't wait for it. Await it before the server listens, so that the
   * server doesn't start if a resource can't be opened.
   *
   * ```ts
   * await api.open();
   * server.listen(8000);
   * ```
   *
   * @throws TypeError if a resource isn't provided, and Error if one can't be opened; the message names
   *   the resource
   */
  async open(): Promise<void> {
    await Promise.all(Array.from(this.#host.neededResources(), async (one) => one.open()));
  }

  /**
   * Stops accepting calls (new ones get 503), lets running calls, notifications, background tasks and
   * teardowns finish, and aborts the rest after `timeout`. A second call returns the same promise. The
   * promise never rejects; work that doesn't end in time is logged.
   *
   * @throws RangeError if `timeout` or `abortTimeout` is negative or NaN; the api then stays open
   */
  close(options: CloseOptions = {}): Promise<void> {
    checkOptions('api.close()', options, closeKinds);
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
   * close a thread pool. The functions run one after another, in reverse order of registration.
   * Failures are logged. If the api is already closed, the function runs immediately.
   *
   * @throws TypeError if the argument isn't a function
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
        `${where}: ${this.#host.isMounted ? 'the api is already mounted' : 'the resource is already in use'}. ` +
          `Provide it earlier, or replace it with api.dependencyOverrides.set(${name}, …).`,
      );
    }
  }
}
