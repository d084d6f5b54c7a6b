import type { DependencyOverrides } from '../args/dependency-overrides.js';
import type { Dispatcher } from '../dispatch/dispatcher.js';
import type { RunningCalls } from '../dispatch/running-calls.js';
import type { Scheduler } from '../dispatch/scheduler.js';
import type { ApiLogger } from '../flow/api-logger.js';
import { BackgroundQueue } from '../lifetime/background-queue.js';
import type { ProvidedResources } from '../lifetime/provided-resources.js';
import { CompiledMethod } from '../method/compiled-method.js';
import type { Method } from '../method/method.js';
import type { JsonRpcMiddleware } from '../middleware/json-rpc-middleware.js';
import { RateLimiter } from '../rate-limit/rate-limiter.js';
import type { AnyEntrypoint } from './any-entrypoint.js';
import type { EntrypointSettings } from './entrypoint-options.js';
import type { PendingBytes } from './pending-bytes.js';
import { envelopeReader, type ReadEnvelope } from './request-envelope.js';

/** What an api gives to each of its entrypoints. */
export interface ApiServices {
  readonly logger: ApiLogger;
  readonly overrides: DependencyOverrides;
  readonly resources: ProvidedResources;
  readonly running: RunningCalls;
  readonly pendingBytes: PendingBytes;
}

/** An entrypoint as one api serves it: its methods, and what its requests share. */
export class Endpoint implements Dispatcher {
  readonly entrypoint: AnyEntrypoint;
  readonly settings: EntrypointSettings;
  readonly logger: ApiLogger;
  readonly overrides: DependencyOverrides;
  readonly resources: ProvidedResources;
  readonly running: RunningCalls;
  readonly pendingBytes: PendingBytes;
  readonly scheduler: Scheduler;
  readonly maxPending: number;
  readonly maxAbandoned: number;
  abandoned = 0;
  readonly backgroundQueue: BackgroundQueue;
  readonly middlewares: readonly JsonRpcMiddleware[];
  readonly timeout: number;
  readonly sendTimeout: number;
  readonly maxResultBytes: number;
  readonly maxResponseBytes: number;
  readonly rateLimiter: RateLimiter | undefined;
  readonly readEnvelope: ReadEnvelope;
  readonly #builtIns = new Map<string, CompiledMethod>();

  constructor(entrypoint: AnyEntrypoint, services: ApiServices) {
    const { settings } = entrypoint;
    this.entrypoint = entrypoint;
    this.settings = settings;
    this.logger = services.logger;
    this.overrides = services.overrides;
    this.resources = services.resources;
    this.running = services.running;
    this.pendingBytes = services.pendingBytes;
    this.scheduler = settings.schedulerFactory(settings.schedulerOptions);
    this.maxPending = settings.schedulerOptions.maxPending;
    this.maxAbandoned = settings.schedulerOptions.concurrency;
    this.backgroundQueue = new BackgroundQueue(settings.backgroundTaskOptions, this.running);
    this.middlewares = settings.middlewares;
    this.timeout = settings.timeout;
    this.sendTimeout = settings.sendTimeout;
    this.maxResultBytes = settings.maxResultBytes;
    this.maxResponseBytes = settings.maxResponseBytes;
    this.rateLimiter = settings.rateLimit && new RateLimiter(settings.rateLimit, settings.timeout);
    this.readEnvelope = envelopeReader(settings.requestSchema);
  }

  /**
   * Adds a method whose name begins with `rpc.`, inside of the entrypoint's middlewares.
   *
   * @throws TypeError where there is one of this name already
   */
  addBuiltIn(method: Method): void {
    if (this.#builtIns.has(method.name)) {
      throw new TypeError(
        `entrypoint ${this.entrypoint.path}: ${method.name} is answered already; add it once`,
      );
    }
    const { middlewares, timeout } = this;
    const compiled = new CompiledMethod(method, {
      dependencies: [],
      shared: [],
      structure: 'either',
      middlewares,
      timeout,
    });
    this.#builtIns.set(method.name, compiled);
  }

  /** The method of a call. On a method's own route it can be called by no other name. */
  findMethod(name: string, routeMethod: string | undefined): CompiledMethod | undefined {
    if (routeMethod !== undefined && name !== routeMethod) return undefined;
    return this.entrypoint.find(name) ?? this.#builtIns.get(name);
  }
}
