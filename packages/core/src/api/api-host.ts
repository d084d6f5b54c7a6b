import type { MaybePromise } from '../async/maybe-promise.js';
import { isPromise } from '../async/maybe-promise.js';
import { settlesWithin } from '../async/timers.js';
import { Endpoint, PendingBytes } from '../call/endpoint.js';
import { handleRequest } from '../call/handle-request.js';
import { RunningCalls } from '../call/pending-work.js';
import { shuttingDownResponse } from '../call/rejections.js';
import { DependencyOverrides } from '../di/dependency-overrides.js';
import { type ProvidedResource, ProvidedResources } from '../di/provided-resources.js';
import type { Resource } from '../di/resource.js';
import { collectResources } from '../entrypoint/describe-methods.js';
import type { AnyEntrypoint } from '../entrypoint/entrypoint.js';
import { AllowedHosts, misdirectedResponse } from '../http/allowed-hosts.js';
import type { HttpRequest } from '../http/http-request.js';
import type { HttpResponse } from '../http/http-response.js';
import { callGuarded } from '../logging/call-guarded.js';
import { ApiLogger } from '../logging/api-logger.js';
import type { Logger } from '../logging/logger.js';
import { builtIn, type BuiltInName } from '../method/method.js';
import { type Mount, type PageRoute, Router } from './router.js';

/** The part of an `Api` that adapters and plugins use. */
export interface AdapterApi {
  /** The paths that an adapter mounts, with all their verbs. */
  readonly mounts: readonly Mount[];
  /**
   * Returns the mounts, marks the api as mounted and starts to open the resources. Each adapter calls
   * it once. Afterwards, binding an entrypoint, adding a page or providing a resource throws an error.
   *
   * @throws TypeError if a resource isn't provided; the message names the resource and a method that
   *   needs it
   */
  takeMounts(): readonly Mount[];
  /** Handles a request. Returns undefined if the path doesn't belong to the api. Never rejects. */
  handle(request: HttpRequest): MaybePromise<HttpResponse> | undefined;
  /**
   * Runs a durable notification that was stored as a job. The request contains one call to the
   * entrypoint, which must be bound. The overrides apply to this request only. Never rejects.
   */
  runJob(
    entrypoint: AnyEntrypoint,
    request: HttpRequest,
    overrides: DependencyOverrides,
  ): MaybePromise<HttpResponse>;
  /** Creates overrides that apply in addition to those of the api. */
  createOverrides(): DependencyOverrides;
  /** Sets `api.isShuttingDown` to true. The api still accepts calls. */
  announceShutdown(): void;
  /** Registers a function to call when `api.close()` starts, before running work ends. */
  onClosing(callback: () => void): void;
  /** Sets the logger of the framework, which the api uses unless the application has passed its own. */
  offerLogger(logger: Logger): void;
  /** Adds a page, such as an API schema, which every adapter mounts. */
  addPage(page: PageRoute): void;
  /**
   * Adds a method without parameters whose name is reserved by JSON-RPC. It runs inside the
   * entrypoint's middlewares and after its `dependencies`.
   *
   * @throws TypeError if the entrypoint isn't bound, or the name is already registered
   */
  addBuiltIn(entrypoint: AnyEntrypoint, name: BuiltInName, handler: () => unknown): void;
  /** Calls a function for every bound entrypoint, and later for each newly bound one. */
  onEntrypoint(callback: (entrypoint: AnyEntrypoint) => void): void;
}

/** The options of an `Api` that apply to requests. */
interface HostOptions {
  readonly logger: Logger | undefined;
  readonly maxPendingBytes: number;
  readonly allowedHosts: readonly string[] | undefined;
}

/** Serves the entrypoints and pages of one `Api`. */
export class ApiHost implements AdapterApi {
  readonly logger: ApiLogger;
  readonly overrides: DependencyOverrides = new DependencyOverrides();
  readonly resources: ProvidedResources = new ProvidedResources();
  readonly running: RunningCalls = new RunningCalls();
  isShuttingDown = false;
  readonly pendingBytes: PendingBytes;
  readonly #allowedHosts: AllowedHosts | undefined;
  readonly #router = new Router();
  readonly #onClosing: (() => void)[] = [];
  readonly #onEntrypoint: ((entrypoint: AnyEntrypoint) => void)[] = [];

  constructor({ logger, maxPendingBytes, allowedHosts }: HostOptions) {
    this.logger = new ApiLogger(logger);
    this.pendingBytes = new PendingBytes(maxPendingBytes);
    this.#allowedHosts = allowedHosts && new AllowedHosts(allowedHosts);
  }

  get entrypoints(): readonly AnyEntrypoint[] {
    return this.#router.entrypoints;
  }

  get isMounted(): boolean {
    return this.#router.isMounted;
  }

  get mounts(): readonly Mount[] {
    return this.#router.mounts;
  }

  bindEntrypoint(entrypoint: AnyEntrypoint): void {
    this.#router.addEntrypoint(new Endpoint(entrypoint, this));
    for (const callback of this.#onEntrypoint) callback(entrypoint);
  }

  onEntrypoint(callback: (entrypoint: AnyEntrypoint) => void): void {
    this.#onEntrypoint.push(callback);
    for (const entrypoint of this.entrypoints) callback(entrypoint);
  }

  runJob(
    entrypoint: AnyEntrypoint,
    request: HttpRequest,
    overrides: DependencyOverrides,
  ): MaybePromise<HttpResponse> {
    if (this.running.isClosing) return shuttingDownResponse();
    const endpoint = this.#router.endpointOf(entrypoint);
    return handleRequest(endpoint, request, { jobOverrides: overrides });
  }

  createOverrides(): DependencyOverrides {
    return new DependencyOverrides(this.overrides);
  }

  onClosing(callback: () => void): void {
    this.#onClosing.push(callback);
  }

  announceShutdown(): void {
    this.isShuttingDown = true;
  }

  /** Stops accepting calls, and calls the functions that {@link onClosing} registered. */
  startClosing(): void {
    if (this.running.isClosing) return;
    this.announceShutdown();
    this.running.isClosing = true;
    for (const callback of this.#onClosing) {
      callGuarded(this.logger, 'onClosing callback failed', callback);
    }
  }

  addBuiltIn(entrypoint: AnyEntrypoint, name: BuiltInName, handler: () => unknown): void {
    this.#router.endpointOf(entrypoint).addBuiltIn(builtIn(name, handler));
  }

  addPage(page: PageRoute): void {
    this.#router.addPage(page, this.logger);
  }

  offerLogger(logger: Logger): void {
    this.logger.offer(logger);
  }

  takeMounts(): readonly Mount[] {
    const needed = this.neededResources();
    const mounts = this.#router.takeMounts();
    for (const provided of needed) {
      const opened = provided.open();
      if (!isPromise(opened)) continue;
      opened.catch((err: unknown) => this.logger.error({ err }, 'Resource could not be opened'));
    }
    return mounts;
  }

  handle(request: HttpRequest): MaybePromise<HttpResponse> | undefined {
    const route = this.#router.match(request.path);
    if (route === undefined) return undefined;
    if (this.running.isClosing) return shuttingDownResponse();
    return this.#allowedHosts?.allow(request) === false ? misdirectedResponse() : route(request);
  }

  /**
   * Returns the resources that the methods and dependencies of all entrypoints read.
   *
   * @throws TypeError if one of them isn't provided
   */
  neededResources(): ReadonlySet<ProvidedResource> {
    const needed = new Set<ProvidedResource>();
    for (const entrypoint of this.entrypoints) {
      for (const [resource, user] of collectResources(entrypoint, this.overrides)) {
        const provided = this.resources.get(resource);
        if (provided === undefined) throw notProvided(resource, user);
        needed.add(provided);
      }
    }
    return needed;
  }

  /**
   * Waits for running work. Aborts the calls that remain after `timeout`, and waits `abortTimeout` for
   * them.
   */
  async drain(timeout: number, abortTimeout: number): Promise<void> {
    const { work } = this.running;
    if (await settlesWithin(work.whenIdle(), timeout)) return;
    const reason = new DOMException('The server is shutting down', 'AbortError');
    const calls = this.running.abortAll(reason);
    this.logger.warn({ calls }, 'Shutdown timed out; aborting calls');
    this.#flushSchedulers();
    if (await settlesWithin(work.whenIdle(), abortTimeout)) return;
    this.logger.warn({ unfinished: work.count }, 'Closed while some work was still running');
  }

  /** Ends the wait of all calls in the schedulers. They respond with an error. */
  #flushSchedulers(): void {
    for (const { scheduler } of this.#router.endpoints) {
      try {
        scheduler.flush?.();
      } catch (err) {
        this.logger.error({ err }, 'Scheduler failed');
      }
    }
  }
}

function notProvided({ name }: Resource, user: string): TypeError {
  return new TypeError(
    `Api: ${user} needs the resource "${name}", which isn't provided. Write ` +
      `api.provide(${name}, …) before the api is mounted.`,
  );
}
