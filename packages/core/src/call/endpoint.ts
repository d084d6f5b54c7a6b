import { BackgroundQueue } from '../background/background-tasks.js';
import type { DependencyOverrides } from '../di/dependency-overrides.js';
import type { OverridablePlan } from '../di/overridable-plan.js';
import type { ProvidedResources } from '../di/provided-resources.js';
import { compiledEntrypoint } from '../entrypoint/compiled-entrypoint.js';
import type { EntrypointSettings } from '../entrypoint/entrypoint-options.js';
import type { AnyEntrypoint } from '../entrypoint/entrypoint.js';
import { envelopeReader, type ReadEnvelope } from '../entrypoint/request-schema.js';
import type { BodyLimits } from '../http/http-request.js';
import type { AllowsMember } from '../jsonrpc/envelope.js';
import { IDEMPOTENCY_KEY } from '../jsonrpc/request.js';
import type { ApiLogger } from '../logging/api-logger.js';
import { CompiledMethod } from '../method/compiled-method.js';
import type { Method } from '../method/method.js';
import type { JsonRpcMiddleware } from '../middleware/middleware.js';
import { RateLimiter } from '../rate-limit/rate-limiter.js';
import type { Scheduler } from '../scheduling/scheduler.js';
import type { RunningCalls } from './pending-work.js';

/** The parts of an api that its entrypoints share. */
export interface ApiServices {
  readonly logger: ApiLogger;
  readonly overrides: DependencyOverrides;
  readonly resources: ProvidedResources;
  readonly running: RunningCalls;
  readonly pendingBytes: PendingBytes;
}

/** An entrypoint bound to an api: its methods, and the state that its HTTP requests share. */
export class Endpoint {
  readonly entrypoint: AnyEntrypoint;
  readonly settings: EntrypointSettings;
  readonly logger: ApiLogger;
  readonly overrides: DependencyOverrides;
  readonly resources: ProvidedResources;
  readonly running: RunningCalls;
  readonly pendingBytes: PendingBytes;
  readonly scheduler: Scheduler;
  readonly maxPending: number;
  /**
   * The number of handlers that still run after their time limit. At `maxAbandoned`, new calls are
   * rejected.
   */
  abandoned = 0;
  readonly maxAbandoned: number;
  readonly bodyLimits: BodyLimits;
  readonly backgroundQueue: BackgroundQueue;
  /** The entrypoint's middlewares, for calls that reach no method. */
  readonly middlewares: readonly JsonRpcMiddleware[];
  /** Milliseconds for calls that reach no method, and for the shared dependencies. */
  readonly timeout: number;
  /** Milliseconds that a client has to receive the response. */
  readonly sendTimeout: number;
  readonly maxResultBytes: number;
  readonly maxResponseBytes: number;
  readonly rateLimiter: RateLimiter | undefined;
  readonly readEnvelope: ReadEnvelope;
  /** The plan of the `dependencies`, which are resolved once per HTTP request. */
  readonly sharedPlan: OverridablePlan | undefined;
  readonly #methods: ReadonlyMap<string, CompiledMethod>;
  readonly #builtIns = new Map<string, CompiledMethod>();

  constructor(entrypoint: AnyEntrypoint, services: ApiServices) {
    const { settings } = entrypoint;
    const { methods, sharedPlan } = compiledEntrypoint(entrypoint);
    this.entrypoint = entrypoint;
    this.sharedPlan = sharedPlan;
    this.#methods = methods;
    this.settings = settings;
    this.logger = services.logger;
    this.overrides = services.overrides;
    this.resources = services.resources;
    this.running = services.running;
    this.pendingBytes = services.pendingBytes;
    this.bodyLimits = { maxBytes: settings.maxBodyBytes, timeout: settings.bodyTimeout };
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
    this.readEnvelope = envelopeReader(settings.requestSchema, this.allowsMember);
  }

  /**
   * Adds a method whose name begins with `rpc.`. It runs inside the entrypoint's middlewares.
   *
   * @throws TypeError if a method with this name is already registered
   */
  addBuiltIn(method: Method): void {
    if (this.#builtIns.has(method.name)) {
      throw new TypeError(
        `entrypoint "${this.entrypoint.path}": ${method.name} is already registered. Add it only once.`,
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

  /**
   * Accepts idempotency keys only in calls of idempotent methods, because other methods would ignore
   * them.
   */
  readonly allowsMember: AllowsMember = (member, method) =>
    member === IDEMPOTENCY_KEY &&
    this.findMethod(method, undefined)?.method.idempotent !== undefined;

  /** Returns the method of a call. The route of a method accepts no other name. */
  findMethod(name: string, routeMethod: string | undefined): CompiledMethod | undefined {
    if (routeMethod !== undefined && name !== routeMethod) return undefined;
    return this.#methods.get(name) ?? this.#builtIns.get(name);
  }
}

/** Counts the bytes of the request bodies that an api holds, for `maxPendingBytes`. */
export class PendingBytes {
  readonly #max: number;
  #held = 0;

  constructor(max: number) {
    this.#max = max;
  }

  /** Reserves room for a body. Returns false if there isn't enough. The first body always fits. */
  reserve(bytes: number): boolean {
    if (this.#held > 0 && this.#held + bytes > this.#max) return false;
    this.#held += bytes;
    return true;
  }

  release(bytes: number): void {
    this.#held -= bytes;
  }
}
