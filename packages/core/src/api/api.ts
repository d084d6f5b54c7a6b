import type { MaybePromise } from '../async/maybe-promise.js';
import { addBrand } from '../brand/brand.js';
import { settlesWithin } from '../async/timers.js';
import type { DependencyOverrides } from '../di/dependency-overrides.js';
import {
  isLifetime,
  lifetimeKinds,
  openAll,
  ProvidedResource,
  type ResourceLifetime,
} from '../di/provided-resources.js';
import { isResource, type Resource } from '../di/resource.js';
import type { AnyEntrypoint } from '../entrypoint/entrypoint.js';
import type { Logger } from '../logging/logger.js';
import type { ApiServer } from '../method/method-options.js';
import { checkOptions, frozenCopy } from '../options/check-options.js';
import { describeValue, nameOf } from '../options/describe-value.js';
import { isFunction } from '../options/option-kind.js';
import { ApiHost } from './api-host.js';
import {
  apiKinds,
  type ApiLicense,
  type ApiOptions,
  closeKinds,
  type CloseOptions,
} from './api-options.js';
import { requireEntrypoint } from './require-api.js';

/** A callback of {@link Api.onClosed}, or a resource to close. */
interface ClosingStep {
  readonly run: () => MaybePromise<unknown>;
  /** Returns the log entry for a step that hangs. */
  readonly describe: () => readonly [details: object, message: string];
}

/** Milliseconds that running work has to finish by default, and a callback that is registered late. */
const CLOSE_TIMEOUT = 10_000;

/**
 * The entrypoints of an application, with the options and resources that they share.
 *
 * ```ts
 * const api = new Api({ title: 'Bank', version: '1.0.0' });
 * api.bindEntrypoint(v1);
 * ```
 */
export class Api implements AsyncDisposable {
  static {
    addBrand(this.prototype, 'Api');
  }

  /** The title in the API schemas. */
  readonly title: string;
  /** The version in the API schemas. */
  readonly version: string;
  /** The description in the API schemas. */
  readonly description: string | undefined;
  /** The license in the OpenAPI schema. */
  readonly license: ApiLicense | undefined;
  /** Descriptions of tags in the OpenAPI schema, by their names. */
  readonly tags: Readonly<Record<string, string>>;
  /** The servers in the API schemas; empty if none were passed. */
  readonly servers: readonly ApiServer[];
  /** Replaces dependencies and resources in tests. */
  readonly dependencyOverrides: DependencyOverrides;
  /** For adapters and plugins, which read it with `adapterApi()` from `@jsonrpc-kit/core/adapter`. */
  readonly '~adapter': unknown;
  readonly #host: ApiHost;
  readonly #onClosed: ClosingStep[] = [];
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
    this.license = options.license;
    this.tags = Object.freeze({ ...options.tags });
    this.servers = frozenCopy(options.servers);
    this.#host = new ApiHost(options);
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
    return this.#host.router.entrypoints;
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
   * @throws TypeError if the value isn't an `Entrypoint` of this version of the package, its path is
   *   already in use, or the api is mounted
   */
  bindEntrypoint(entrypoint: AnyEntrypoint): this {
    requireEntrypoint('Api: bindEntrypoint()', entrypoint);
    this.#host.bindEntrypoint(entrypoint);
    return this;
  }

  /**
   * Supplies the value of a resource, or an object with the functions that open and close it.
   *
   * ```ts
   * api.provide(clock, systemClock);
   * api.provide(database, { open: () => openDatabase(), close: (db) => db.close() });
   * ```
   *
   * `open` is called once: when the api is mounted, or earlier by {@link open} or the first call that
   * needs the value. Calls wait for the value. If its promise is rejected, the error is logged, calls
   * that need the value get InternalError, and the next call tries again. To make the start of the
   * server fail instead, await {@link open}. A function that throws before it returns a promise also
   * fails the mount. {@link close} calls `close` with the value after all work has
   * ended, in reverse order of the `provide()` calls.
   *
   * To replace a value, for example in a test, provide it again before the api is mounted. To provide a
   * value that is itself an object literal with the function `open`, return it from `open`.
   *
   * @throws TypeError if the first argument isn't a resource, the second is a promise, `close` isn't a
   *   function, the api is already mounted, or the resource is already in use
   */
  provide<Value>(
    resource: Resource<Value>,
    value: NoInfer<Value> | ResourceLifetime<NoInfer<Value>>,
  ): this {
    this.#checkProvided(resource, value);
    const provided = new ProvidedResource(resource, isLifetime(value) ? value : { value });
    this.#host.resources.set(resource, provided);
    return this.#addClosingStep({
      run: () => provided.close(),
      describe: () => [
        { resource: resource.name },
        `Resource hangs while ${provided.isOpening ? 'opening' : 'closing'}`,
      ],
    });
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
   *   the resource. If several fail within a second, it is an AggregateError, whose message names them all.
   */
  async open(): Promise<void> {
    await openAll(this.#host.neededResources());
  }

  /**
   * Stops accepting calls (new ones get 503), lets running calls, notifications, background tasks and
   * teardowns finish, and aborts the rest after `timeout`. Then closes the resources. A second call
   * returns the same promise. The promise never rejects, and is fulfilled after the sum of the timeouts
   * even if a call, a resource or a callback hangs, which is logged.
   *
   * @throws RangeError if a timeout is negative or NaN; the api then stays open
   */
  close(options: CloseOptions = {}): Promise<void> {
    checkOptions('api.close()', options, closeKinds);
    const { timeout = CLOSE_TIMEOUT, abortTimeout = 1_000 } = options;
    const onClosedTimeout =
      options.onClosedTimeout ?? (timeout === Infinity ? CLOSE_TIMEOUT : timeout);
    const end = performance.now() + timeout + abortTimeout + onClosedTimeout;
    return (this.#closed ??= this.#host
      .drain(timeout, abortTimeout)
      // Only calls may take forever.
      .then(() => this.#runOnClosed(end === Infinity ? performance.now() + onClosedTimeout : end)));
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
    const name = nameOf(callback);
    return this.#addClosingStep({
      run: callback,
      describe: () => [{ callback: name }, 'onClosed callback hangs'],
    });
  }

  #addClosingStep(step: ClosingStep): this {
    this.#onClosed.push(step);
    void this.#closed?.then(() => this.#runOnClosed(performance.now() + CLOSE_TIMEOUT));
    return this;
  }

  async #runOnClosed(end: number): Promise<void> {
    for (let step = this.#onClosed.pop(); step; step = this.#onClosed.pop()) {
      const running = this.#runClosingStep(step);
      const left = Math.max(end - performance.now(), 0);
      // A callback that hangs leaves half of the time to those after it.
      if (await settlesWithin(running, this.#onClosed.length === 0 ? left : left / 2)) continue;
      this.#host.hasUnfinishedWork = true;
      this.logger.warn(...step.describe());
    }
  }

  async #runClosingStep({ run }: ClosingStep): Promise<void> {
    try {
      await run();
    } catch (err) {
      this.logger.error({ err }, 'onClosed callback failed');
    }
  }

  #checkProvided(resource: unknown, value: unknown): void {
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
          `api.provide(${name}, { open: () => … }).`,
      );
    }
    if (isLifetime(value)) checkOptions(where, value, lifetimeKinds);
    const { isMounted } = this.#host.router;
    if (isMounted || this.#host.resources.get(resource)?.isInUse === true) {
      throw new TypeError(
        `${where}: ${isMounted ? 'the api is already mounted' : 'the resource is already in use'}. ` +
          `Provide it earlier, or replace it with api.dependencyOverrides.set(${name}, …).`,
      );
    }
  }
}
