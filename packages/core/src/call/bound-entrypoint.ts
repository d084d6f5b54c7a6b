import { BackgroundQueue } from '../background/background-tasks.js';
import { CURSOR_MEMBER } from '../di/cursor.js';
import type { DependencyOverrides } from '../di/dependency-overrides.js';
import type { OverridablePlan } from '../di/overridable-plan.js';
import type { ProvidedResources } from '../di/provided-resources.js';
import { type CompiledEntrypoint, compiledEntrypoint } from '../entrypoint/compiled-entrypoint.js';
import type { EntrypointSettings } from '../entrypoint/entrypoint-options.js';
import type { AnyEntrypoint } from '../entrypoint/entrypoint.js';
import { type ReadEnvelope, schemaReader } from '../entrypoint/request-schema.js';
import type { MapError } from '../errors/map-error.js';
import type { BodyLimits } from '../http/http-request.js';
import type { AllowsMember } from '../jsonrpc/envelope.js';
import type { ApiLogger } from '../logging/api-logger.js';
import type { HeldMemory } from '../memory/held-memory.js';
import { CompiledMethod } from '../method/compiled-method.js';
import type { Method } from '../method/method.js';
import type { RateLimit, RateLimiter } from '../rate-limit/rate-limit.js';
import type { Scheduler } from '../scheduling/scheduler.js';
import type { ConnectionSettings } from '../subscription/connection-options.js';
import type { SubscriptionCount } from '../subscription/subscription-count.js';
import type { SlotWaits } from './message-slot.js';
import { AbandonedWork, type RunningCalls } from './unfinished-work.js';

/** The parts of an api that its entrypoints share. */
export interface ApiServices {
  readonly logger: ApiLogger;
  readonly mapError: MapError | undefined;
  readonly overrides: DependencyOverrides;
  readonly resources: ProvidedResources;
  readonly running: RunningCalls;
  readonly heldMemory: HeldMemory;
  /** The entrypoints with the same limit share a limiter. */
  readonly rateLimiters: Map<RateLimit, RateLimiter>;
  readonly connectionSettings: ConnectionSettings;
  readonly subscriptionCount: SubscriptionCount;
}

/** An entrypoint bound to an api: its methods, and the state that its HTTP requests share. */
export class BoundEntrypoint {
  readonly api: ApiServices;
  readonly entrypoint: AnyEntrypoint;
  readonly settings: EntrypointSettings;
  readonly logger: ApiLogger;
  readonly running: RunningCalls;
  /** Converts errors of the application to typed errors, those of the entrypoint first. */
  readonly errorMaps: readonly MapError[];
  readonly scheduler: Scheduler;
  readonly abandoned: AbandonedWork;
  readonly slotWaits: SlotWaits = new Set();
  readonly bodyLimits: BodyLimits;
  readonly backgroundQueue: BackgroundQueue;
  /** Validates requests with the `requestSchema`; undefined without one. */
  readonly readEnvelope: ReadEnvelope | undefined;
  /** The plan of the `messageDependencies`. */
  readonly sharedPlan: OverridablePlan | undefined;
  /** The plan of the `connectionDependencies`, which are resolved once per connection. */
  readonly connectionPlan: OverridablePlan | undefined;
  readonly #methods: ReadonlyMap<string, CompiledMethod>;
  readonly #methodLimits: CompiledEntrypoint['methodLimits'];
  readonly #builtIns = new Map<string, CompiledMethod>();

  constructor(entrypoint: AnyEntrypoint, api: ApiServices) {
    const { settings } = entrypoint;
    const { concurrency, maxWaiting, limits } = settings;
    const { methods, methodLimits, sharedPlan, connectionPlan } = compiledEntrypoint(entrypoint);
    this.api = api;
    this.entrypoint = entrypoint;
    this.sharedPlan = sharedPlan;
    this.connectionPlan = connectionPlan;
    this.#methods = methods;
    this.#methodLimits = methodLimits;
    this.settings = settings;
    this.logger = api.logger;
    this.running = api.running;
    this.errorMaps = [settings.mapError, api.mapError].filter((map) => map !== undefined);
    this.bodyLimits = { maxBytes: limits.maxBodyBytes, timeout: limits.bodyTimeout };
    this.scheduler = settings.schedulerFactory({ concurrency, maxWaiting });
    this.abandoned = new AbandonedWork(concurrency);
    this.backgroundQueue = new BackgroundQueue(settings.backgroundTasks, this.running);
    this.readEnvelope =
      settings.requestSchema && schemaReader(settings.requestSchema, this.allowsMember);
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
    const compiled = new CompiledMethod(method, {
      ...this.settings,
      commonDependencies: [],
      messageDependencies: [],
      paramStructure: 'either',
      batch: 'independent',
    });
    this.#builtIns.set(method.name, compiled);
  }

  /**
   * Accepts the `progressToken` in every call, since a method may report nothing. Accepts idempotency keys
   * only in calls of idempotent methods, and cursors only in calls that subscribe, because other methods
   * would ignore them, unless the entrypoint ignores all unknown members.
   */
  readonly allowsMember: AllowsMember = (member, name) => {
    if (this.settings.unknownMembers === 'ignore' || member === 'progressToken') return true;
    const method = this.findMethod(name, undefined)?.method;
    if (member === CURSOR_MEMBER) return method?.subscribes === true;
    return method?.idempotent?.key.member === member;
  };

  /** The number of waiting calls. */
  get waiting(): number {
    return this.scheduler.size + this.slotWaits.size;
  }

  /** Begins all waiting calls, which are rejected if the shutdown is forced. */
  flush(): void {
    for (const begin of this.slotWaits) begin();
    this.scheduler.flush?.();
  }

  /** Whether no stage of a message precedes or follows its calls. */
  get runsOnlyCalls(): boolean {
    return this.sharedPlan === undefined && !this.isRateLimited && this.settings.batch !== 'atomic';
  }

  /** Whether a rate limit applies to at least one method. */
  get isRateLimited(): boolean {
    return this.settings.rateLimit !== undefined || this.#methodLimits.size > 0;
  }

  /** Returns the limiter of a rate limit, which all entrypoints of the api share. */
  limiterOf(limit: RateLimit): RateLimiter {
    const { rateLimiters } = this.api;
    const started = rateLimiters.get(limit);
    if (started !== undefined) return started;
    const isOwn = limit === this.settings.rateLimit;
    const limiter = limit.start((isOwn ? undefined : this.#methodLimits.get(limit)) ?? 'default');
    rateLimiters.set(limit, limiter);
    return limiter;
  }

  /** Returns the method of a call. The path of a method accepts no other name. */
  findMethod(name: string, pathMethod: string | undefined): CompiledMethod | undefined {
    if (pathMethod !== undefined && name !== pathMethod) return undefined;
    return this.#methods.get(name) ?? this.#builtIns.get(name);
  }
}
