import { createDeferred, type Deferred } from '../async/deferred.js';
import { isPromise, type MaybePromise } from '../async/maybe-promise.js';
import type { OverridablePlan } from '../di/overridable-plan.js';
import { resolveDependencies } from '../di/resolve-arguments.js';
import { toInspectable } from '../errors/error-object.js';
import { mapThrown } from '../errors/map-error.js';
import { httpErrorOf } from '../errors/unauthorized.js';
import { InternalError, LimitExceeded, RequestTimeout } from '../errors/standard-errors.js';
import { CountingScheduler } from '../scheduling/scheduler.js';
import type { MessageScope } from './message-scope.js';
import { MessageSlot } from './message-slot.js';
import type { TimedWork } from './unfinished-work.js';

/**
 * Resolves the entrypoint's `messageDependencies`, which count as one of its calls for `concurrency`,
 * `maxWaiting`, `timeout` and the number of abandoned handlers. Stores a failure on the scope. Never
 * throws or rejects.
 */
export function resolveSharedDependencies(scope: MessageScope): MaybePromise<void> {
  const { scheduler, sharedPlan, abandoned } = scope.bound;
  const runsNoMethod = scope.sharedFailure !== undefined || scope.rateLimit?.rejectsAll === true;
  if (sharedPlan === undefined || runsNoMethod) return undefined;
  if (abandoned.count >= abandoned.max) return failAll(scope, new LimitExceeded());
  if (!(scheduler instanceof CountingScheduler && scheduler.hasRoom)) {
    return resolveInTurn(scope, sharedPlan);
  }
  scope.slot = new MessageSlot(scope.bound.slotWaits);
  void scheduler.count(scope.slot.freed);
  return resolve(scope, sharedPlan);
}

/** Resolves the dependencies again, in the slot of the call that waits for them. Never rejects. */
export async function resolveSharedAgain(scope: MessageScope): Promise<void> {
  const { sharedPlan } = scope.bound;
  scope.shared = undefined;
  scope.sharedFailure = undefined;
  if (sharedPlan !== undefined) await resolve(scope, sharedPlan);
}

/** Resolves the dependencies immediately. */
function resolve(scope: MessageScope, plan: OverridablePlan): MaybePromise<void> {
  try {
    const resolved = resolveDependencies(plan.with(scope.overrides), scope);
    if (isPromise(resolved)) return new SharedResolution(scope, 'running').awaitValues(resolved);
    scope.shared = resolved;
    return undefined;
  } catch (error) {
    return closeAndFail(scope, error);
  }
}

/** Adds the resolution to a full scheduler, or to one that the application supplies. */
function resolveInTurn(scope: MessageScope, plan: OverridablePlan): MaybePromise<void> {
  const { scheduler, settings, running, abandoned } = scope.bound;
  // A flushed scheduler, such as a paused one, may never run what is added later.
  if (running.isAborted) return failAll(scope, new InternalError());
  const resolution = new SharedResolution(scope, 'waiting');
  const start = async (): Promise<SharedValues> =>
    resolveDependencies(plan.with(scope.overrides), scope);
  const add = async (): Promise<void> => {
    if (resolution.hasEnded) return;
    let hasRun = false;
    const task = (): MaybePromise<void> => {
      const hasRunBefore = hasRun;
      hasRun = true;
      if (hasRunBefore || resolution.hasEnded) return resolution.ended.promise;
      if (running.isAborted || scope.isOver) return resolution.fail(scope.unstartedError);
      if (abandoned.count >= abandoned.max) return abandoned.whenRoom(() => void add());
      const resolving = resolution.awaitValues(start());
      // Another scheduler decides itself when each call of a batch runs.
      const keepsSlot = scheduler instanceof CountingScheduler || scope.atomicBatch !== undefined;
      if (!keepsSlot) return resolving;
      scope.slot = new MessageSlot(scope.bound.slotWaits);
      return scope.slot.freed;
    };
    try {
      if (scope.bound.waiting >= settings.maxWaiting) return resolution.fail(new LimitExceeded());
      await scheduler.add(task, { lane: scope.carrier.lane ?? scope });
      if (hasRun) return;
      throw new TypeError('The scheduler never ran the resolution of the dependencies');
    } catch (err) {
      scope.logger.error({ err }, 'Scheduler failed');
      if (!hasRun) resolution.fail(err);
    }
  };
  void add();
  // The calls start one microtask later, when the scheduler has freed the slot of the resolution.
  return resolution.ended.promise.then(() => undefined);
}

type SharedValues = ReadonlyMap<object, unknown>;

/**
 * A resolution of shared dependencies that waits for its turn or for its values. Its time limit
 * includes both. After a timeout, a resolution that has started counts as abandoned until it ends. Its
 * dependencies, also those that open later, are closed then.
 */
class SharedResolution implements TimedWork {
  /** Resolves when the calls can start, or fail with the error of the resolution. Never rejects. */
  readonly ended: Deferred = createDeferred();
  hasEnded = false;
  runningIndex = -1;
  deadline: number;
  readonly #scope: MessageScope;
  /** Resolves when a resolution that has started has ended. */
  #settled: Promise<void> | undefined;
  #hasStarted: boolean;

  constructor(scope: MessageScope, state: 'waiting' | 'running') {
    const now = performance.now();
    this.#hasStarted = state === 'running';
    this.#scope = scope;
    this.deadline = now + scope.bound.settings.timeout;
    scope.bound.running.begin(this, now);
  }

  get name(): string {
    return `messageDependencies of ${this.#scope.bound.entrypoint.path}`;
  }

  /** Stores the values on the scope when they are resolved. */
  awaitValues(resolved: Promise<SharedValues>): Promise<void> {
    const scope = this.#scope;
    this.#hasStarted = true;
    const settled = resolved.then(
      (values) => {
        if (this.hasEnded) return this.#endAbandoned();
        scope.shared = values;
        return undefined;
      },
      (error: unknown) => (this.hasEnded ? this.#endAbandoned() : closeAndFail(scope, error)),
    );
    this.#settled = settled.then(() => {
      scope.bound.running.end(this);
      this.#end();
    });
    return this.ended.promise;
  }

  /** Fails every call of a resolution that hasn't started. */
  fail(error: unknown): void {
    if (this.hasEnded) return;
    failAll(this.#scope, error);
    this.#end();
  }

  timeOut(): void {
    this.deadline = Infinity;
    if (this.hasEnded) return;
    const timeout = new RequestTimeout();
    if (this.#settled !== undefined) this.#abandon(this.#settled);
    failAll(this.#scope, timeout);
    this.#scope.abort(timeout);
    this.#end();
  }

  abort(reason: unknown): void {
    if (this.#hasStarted) this.#scope.abort(reason);
    else this.fail(new InternalError());
  }

  #end(): void {
    if (this.hasEnded) return;
    if (!this.#hasStarted) this.#scope.bound.running.end(this);
    this.hasEnded = true;
    this.ended.resolve();
  }

  /** Counts the resolution as abandoned. The dependencies that are open stay so until it has ended. */
  #abandon(settled: Promise<void>): void {
    this.#scope.bound.abandoned.begin();
    this.#scope.keepOpenUntil(settled);
  }

  async #endAbandoned(): Promise<void> {
    await this.#scope.dependencyStack.fail(this.#scope.interruption);
    this.#scope.bound.abandoned.end();
  }
}

/**
 * Throws the error into the dependencies that are already open, which may replace it, and fails every
 * call.
 */
function closeAndFail(scope: MessageScope, error: unknown): MaybePromise<void> {
  if (!scope.hasOpenDependencies) return failAll(scope, error);
  return scope.dependencyStack.fail(error).then((final) => failAll(scope, final.error));
}

/** Fails every call of the message. */
export function failAll(scope: MessageScope, thrown: unknown): void {
  const error = mapThrown(toInspectable(thrown), scope.bound.errorMaps, scope.logger);
  scope.sharedFailure = { error };
  const httpError = httpErrorOf(error, scope);
  if (httpError !== undefined) scope.endWith(httpError);
}
