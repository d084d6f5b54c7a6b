import type { MaybePromise } from '../async/maybe-promise.js';
import { isPromise } from '../async/maybe-promise.js';
import { settlesWithin } from '../async/timers.js';
import { type ApiServices, BoundEntrypoint } from '../call/bound-entrypoint.js';
import type { IncomingMessage, MessageOutcome } from '../call/message-outcome.js';
import { runMessage } from '../call/run-message.js';
import { RunningCalls } from '../call/unfinished-work.js';
import { addGauges } from '../context/measurement.js';
import { type HttpCarrier, withRequestHooks } from '../exchange/handle-request.js';
import { shuttingDownResponse } from '../exchange/rejections.js';
import { respond } from '../exchange/respond.js';
import { type StreamEncoding, StreamedMessage } from '../exchange/streamed-message.js';
import { DependencyOverrides } from '../di/dependency-overrides.js';
import {
  type ProvidedResource,
  ProvidedResources,
  providingCode,
} from '../di/provided-resources.js';
import type { Resource } from '../di/resource.js';
import { collectResources } from '../entrypoint/describe-methods.js';
import type { AnyEntrypoint } from '../entrypoint/entrypoint.js';
import type { MapError } from '../errors/map-error.js';
import { acceptsEvents } from '../http/check-request.js';
import { AllowedHosts, misdirectedResponse } from '../http/allowed-hosts.js';
import type { HttpRequest, TextBody, ValueBody } from '../http/http-request.js';
import type { HttpResponse } from '../http/http-response.js';
import { callGuarded } from '../logging/call-guarded.js';
import { ApiLogger } from '../logging/api-logger.js';
import type { Logger } from '../logging/logger.js';
import { defaultMaxHeldBytes, HeldMemory, MemoryReservation } from '../memory/held-memory.js';
import type { Carrier } from '../message/carrier.js';
import { builtIn, type BuiltInName } from '../method/method.js';
import { apiGauges, entrypointGauges } from './api-gauges.js';
import type { ApiOptions } from './api-options.js';
import {
  type ConnectionSettings,
  resolveConnectionOptions,
} from '../subscription/connection-options.js';
import { SubscriptionCount } from '../subscription/subscription-count.js';
import { type Mount, type PageRoute, Router } from './router.js';

/** Enough to find what hangs, and a short log entry. */
const MAX_LOGGED_NAMES = 10;

/** The part of an `Api` that adapters and plugins use. */
export interface AdapterApi {
  /** The logger of the api. It never throws. */
  readonly logger: Logger;
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
   * Runs a message that didn't arrive in an HTTP request to the entrypoint, such as a tool call or a
   * job. The carrier must call `effects.afterResponse` of the outcome when it has used the outcome.
   * Never rejects.
   *
   * @throws TypeError if the entrypoint isn't bound
   */
  runMessage(entrypoint: AnyEntrypoint, message: IncomingMessage): MaybePromise<MessageOutcome>;
  /**
   * Runs the work inside the `request` hooks of the instrumentation, for an HTTP request that has another
   * path than the entrypoint, such as one with a tool call. The hooks receive the carrier, and `route` for
   * traces.
   *
   * @param respondTo runs exactly once, and should not throw or reject
   */
  withRequestHooks(
    entrypoint: AnyEntrypoint,
    request: { readonly carrier: HttpCarrier; readonly route: string },
    respondTo: () => MaybePromise<HttpResponse>,
  ): MaybePromise<HttpResponse>;
  /**
   * Builds the HTTP response from the outcome of a message, for a carrier that is part of an HTTP
   * request. Its `onSent` is the outcome's `afterResponse`. Never throws.
   */
  respond(entrypoint: AnyEntrypoint, carrier: Carrier, outcome: MessageOutcome): HttpResponse;
  /**
   * Prepares a message whose response becomes an event stream with the first report of progress. Set it as
   * `streamed` of the carrier, and pass the outcome to its `respond()`. Returns undefined if the client
   * doesn't accept event streams.
   */
  streamMessage(
    entrypoint: AnyEntrypoint,
    request: HttpRequest,
    encoding: StreamEncoding,
  ): StreamedMessage | undefined;
  /** Returns whether each resource that the methods need is open, by its name. */
  resourceStates(): readonly (readonly [name: string, isOpen: boolean])[];
  /** Starts to open the resources that couldn't be opened before, as the next call would do. */
  reopenResources(): void;
  /** Creates overrides that apply in addition to those of the api. */
  createOverrides(): DependencyOverrides;
  /**
   * Reserves memory for a message in `maxHeldBytes`. A carrier that parses messages itself calls it before
   * that, passes the reservation on to `runMessage()`, and always releases it in the end. Returns undefined
   * if there isn't enough room; the carrier then rejects the message.
   */
  reserveMemory(body: TextBody | ValueBody): MemoryReservation | undefined;
  /**
   * Counts a response in `maxHeldBytes` until the returned function is called. An adapter calls it for a
   * response that the operating system hasn't accepted immediately.
   *
   * @param close closes the connection, and is called at most once if there isn't enough room
   */
  holdResponse(bytes: number, close: () => void): () => void;
  /** Whether `allowedHosts` is set, so that requests for other hosts get 421. */
  readonly checksHost: boolean;
  /** Sets `api.isShuttingDown` to true. The api still accepts calls. */
  announceShutdown(): void;
  /**
   * The first part of `api.close()`: stops accepting calls, and waits for running work. A server then waits
   * for the responses of its other routes, before `api.close()` closes the resources that they may use.
   */
  drain(timeout: number, abortTimeout: number): Promise<void>;
  /** Whether a call, resource or callback was still running when `api.close()` ended. */
  readonly hasUnfinishedWork: boolean;
  /** Registers a function to call when `api.close()` starts, before running work ends. */
  onClosing(callback: () => void): void;
  /** Sets the logger of the framework, which the api uses unless the application has passed its own. */
  offerLogger(logger: Logger): void;
  /** Adds a page, such as an API schema, which every adapter mounts. */
  addPage(page: PageRoute): void;
  /**
   * Adds a method without parameters whose name is reserved by JSON-RPC. It runs inside the
   * entrypoint's middlewares and after its `messageDependencies`.
   *
   * @throws TypeError if the entrypoint isn't bound, or the name is already registered
   */
  addBuiltIn(entrypoint: AnyEntrypoint, name: BuiltInName, handler: () => unknown): void;
  /** Calls a function for every bound entrypoint, and later for each newly bound one. */
  onEntrypoint(callback: (entrypoint: AnyEntrypoint) => void): void;
}

/** Serves the entrypoints and pages of one `Api`. */
export class ApiHost implements AdapterApi {
  readonly logger: ApiLogger;
  readonly mapError: MapError | undefined;
  readonly overrides: DependencyOverrides = new DependencyOverrides();
  readonly resources: ProvidedResources = new ProvidedResources();
  readonly running: RunningCalls = new RunningCalls();
  readonly rateLimiters: ApiServices['rateLimiters'] = new Map();
  isShuttingDown = false;
  hasUnfinishedWork = false;
  readonly heldMemory: HeldMemory;
  readonly connectionSettings: ConnectionSettings;
  readonly subscriptionCount: SubscriptionCount;
  readonly router: Router = new Router();
  readonly #allowedHosts: AllowedHosts | undefined;
  readonly #onClosing: (() => void)[] = [];
  #drained: Promise<void> | undefined;
  readonly #onEntrypoint: ((entrypoint: AnyEntrypoint) => void)[] = [];

  constructor({ logger, mapError, maxHeldBytes, allowedHosts, connections }: ApiOptions) {
    this.logger = new ApiLogger(logger);
    this.mapError = mapError;
    this.heldMemory = new HeldMemory(maxHeldBytes ?? defaultMaxHeldBytes());
    this.connectionSettings = resolveConnectionOptions(connections);
    const { maxSubscriptions, maxSubscriptionsPerConnection } = this.connectionSettings;
    this.subscriptionCount = new SubscriptionCount(maxSubscriptions, maxSubscriptionsPerConnection);
    this.#allowedHosts = allowedHosts && new AllowedHosts(allowedHosts);
    addGauges(this, apiGauges);
  }

  get checksHost(): boolean {
    return this.#allowedHosts !== undefined;
  }

  /** Whether `allowedHosts` accepts the value of the `Host` header. */
  allowsHost(request: Pick<HttpRequest, 'header'>): boolean {
    return this.#allowedHosts?.allow(request) !== false;
  }

  get mounts(): readonly Mount[] {
    return this.router.mounts;
  }

  bindEntrypoint(entrypoint: AnyEntrypoint): void {
    const bound = new BoundEntrypoint(entrypoint, this);
    this.router.addEntrypoint(bound);
    addGauges(bound, entrypointGauges);
    for (const callback of this.#onEntrypoint) callback(entrypoint);
  }

  onEntrypoint(callback: (entrypoint: AnyEntrypoint) => void): void {
    this.#onEntrypoint.push(callback);
    for (const entrypoint of this.router.entrypoints) callback(entrypoint);
  }

  runMessage(entrypoint: AnyEntrypoint, message: IncomingMessage): MaybePromise<MessageOutcome> {
    return runMessage(this.router.boundEntrypoint(entrypoint), message);
  }

  withRequestHooks(
    entrypoint: AnyEntrypoint,
    request: Parameters<AdapterApi['withRequestHooks']>[1],
    respondTo: () => MaybePromise<HttpResponse>,
  ): MaybePromise<HttpResponse> {
    return withRequestHooks(this.router.boundEntrypoint(entrypoint), request, respondTo);
  }

  respond(entrypoint: AnyEntrypoint, carrier: Carrier, outcome: MessageOutcome): HttpResponse {
    return respond(this.router.boundEntrypoint(entrypoint), carrier, outcome);
  }

  streamMessage(
    entrypoint: AnyEntrypoint,
    request: HttpRequest,
    encoding: StreamEncoding,
  ): StreamedMessage | undefined {
    if (!acceptsEvents(request.header('accept'))) return undefined;
    return new StreamedMessage(this.router.boundEntrypoint(entrypoint), request, encoding);
  }

  createOverrides(): DependencyOverrides {
    return new DependencyOverrides(this.overrides);
  }

  reserveMemory(body: TextBody | ValueBody): MemoryReservation | undefined {
    const bytes = this.heldMemory.reserve(body);
    return bytes === undefined ? undefined : new MemoryReservation(this.heldMemory, bytes);
  }

  holdResponse(bytes: number, close: () => void): () => void {
    return this.heldMemory.holdResponse(bytes, close);
  }

  onClosing(callback: () => void): void {
    this.#onClosing.push(callback);
  }

  announceShutdown(): void {
    this.isShuttingDown = true;
  }

  addBuiltIn(entrypoint: AnyEntrypoint, name: BuiltInName, handler: () => unknown): void {
    this.router.boundEntrypoint(entrypoint).addBuiltIn(builtIn(name, handler));
  }

  addPage(page: PageRoute): void {
    this.router.addPage(page, this.logger);
  }

  offerLogger(logger: Logger): void {
    this.logger.offer(logger);
  }

  takeMounts(): readonly Mount[] {
    if (this.router.entrypoints.length === 0) {
      this.logger.warn({}, 'The mounted api has no entrypoint; call api.bindEntrypoint() before');
    }
    const needed = this.neededResources();
    this.router.isMounted = true;
    const logFailure = (err: unknown): void =>
      this.logger.error({ err }, 'Resource could not be opened');
    for (const provided of needed) {
      const opened = provided.open();
      if (isPromise(opened)) opened.catch(logFailure);
    }
    return this.mounts;
  }

  handle(request: HttpRequest): MaybePromise<HttpResponse> | undefined {
    const route = this.router.match(request.path);
    if (route === undefined) return undefined;
    const { isClosing } = this.running;
    if (!isClosing && this.allowsHost(request)) return route(request);
    if (this.router.isHealthCheck(request.path)) return route(request);
    return isClosing ? shuttingDownResponse() : misdirectedResponse();
  }

  resourceStates(): readonly (readonly [name: string, isOpen: boolean])[] {
    return Array.from(this.neededResources(), ({ name, isOpen }) => [name, isOpen]);
  }

  reopenResources(): void {
    for (const provided of this.neededResources()) {
      if (provided.isOpen || this.isShuttingDown) continue;
      callGuarded(this.logger, 'Resource could not be opened', () => provided.open());
    }
  }

  /**
   * Returns the resources that the methods and dependencies of all entrypoints read.
   *
   * @throws TypeError if one of them isn't provided
   */
  neededResources(): ReadonlySet<ProvidedResource> {
    const needed = new Set<ProvidedResource>();
    for (const entrypoint of this.router.entrypoints) {
      for (const [resource, user] of collectResources(entrypoint, this.overrides)) {
        const provided = this.resources.get(resource);
        if (provided === undefined) throw notProvided(resource, user);
        needed.add(provided);
      }
    }
    return needed;
  }

  drain(timeout: number, abortTimeout: number): Promise<void> {
    return (this.#drained ??= this.#drain(timeout, abortTimeout));
  }

  /**
   * Stops accepting calls, and waits for running work. Aborts the calls that remain after `timeout`, and
   * waits `abortTimeout` for them.
   */
  async #drain(timeout: number, abortTimeout: number): Promise<void> {
    this.announceShutdown();
    this.running.startClosing();
    for (const callback of this.#onClosing) {
      callGuarded(this.logger, 'onClosing callback failed', callback);
    }
    const { work } = this.running;
    if (await settlesWithin(work.whenIdle(), timeout)) return;
    const reason = new DOMException('The server is shutting down', 'AbortError');
    const running = this.running.abortAll(reason);
    const names = [...new Set(running.map(({ name }) => name))].slice(0, MAX_LOGGED_NAMES);
    this.logger.warn({ calls: running.length, names }, 'Shutdown timed out; aborting calls');
    // The waiting calls respond with an error.
    for (const bound of this.router.bound) {
      callGuarded(this.logger, 'Scheduler failed', () => bound.flush());
    }
    if (await settlesWithin(work.whenIdle(), abortTimeout)) return;
    this.hasUnfinishedWork = true;
    this.logger.warn({ unfinished: work.count }, 'Closed while some work was still running');
  }
}

function notProvided(resource: Resource, user: string): TypeError {
  return new TypeError(
    `Api: ${user} needs the resource "${resource.name}", which isn't provided. Write ` +
      `${providingCode(resource)} before the api is mounted.`,
  );
}
