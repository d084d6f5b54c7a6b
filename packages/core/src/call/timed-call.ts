import { isPromise, type MaybePromise } from '../async/maybe-promise.js';
import { RequestTimeout } from '../errors/standard-errors.js';
import type { CountingScheduler } from '../scheduling/scheduler.js';
import type { CallContext } from './call-context.js';
import type { CallTimer } from './call-lifetime.js';
import { encodeErrorOutcome } from './encode-outcome.js';
import { executeMethod } from './execute-method.js';
import { finishCall } from './finish-call.js';
import type { CallOutcome } from './message-outcome.js';
import type { TimedWork } from './unfinished-work.js';

/**
 * An asynchronous call with its time limit. After a timeout, its response is RequestTimeout, and the
 * call counts as abandoned instead of running until it ends.
 */
export class TimedCall implements TimedWork, CallTimer {
  /** The outcome of the call. Never rejects. */
  readonly outcome: Promise<CallOutcome>;
  runningIndex = -1;
  deadline: number;
  readonly #call: CallContext;
  readonly #scheduler: CountingScheduler | undefined;
  #resolveOutcome!: (outcome: CallOutcome) => void;
  #hasOutcome = false;
  /** The milliseconds that are left while the time limit is paused. */
  #remaining: number | undefined;
  /** Called when an abandoned call has ended. */
  #onEnded: (() => void) | undefined;

  /**
   * @param scheduler counts the call until it has an outcome; undefined if the call is already counted
   */
  constructor(call: CallContext, scheduler: CountingScheduler | undefined) {
    const now = performance.now();
    const { bound, atomicBatch } = call.scope;
    this.deadline = now + (call.method?.timeout ?? bound.settings.timeout);
    this.#call = call;
    this.#scheduler = scheduler;
    this.outcome = new Promise((resolve) => {
      this.#resolveOutcome = resolve;
    });
    scheduler?.takeSlot();
    if (atomicBatch !== undefined) call.lifetime.timer = this;
    bound.running.begin(this, now);
  }

  /**
   * Finishes the call after its middlewares have ended. A bound function, so that it can be passed to
   * `then()`.
   */
  readonly finish = (): void => {
    // If the event loop is busy, a call may end late but before the timer of its deadline fires.
    if (this.deadline !== Infinity && performance.now() > this.deadline) this.timeOut();
    const outcome = finishCall(this.#call, { hasResponded: this.#hasOutcome });
    this.#call.scope.bound.running.end(this);
    this.#respond(outcome);
    this.#onEnded?.();
  };

  get name(): string {
    return nameOf(this.#call);
  }

  timeOut(): void {
    this.deadline = Infinity;
    const call = this.#call;
    const error = new RequestTimeout();
    this.#abandon();
    call.scope.firstFailure ??= { error };
    call.lifetime.timeOut(error);
    // Lets middlewares see the timeout before the response is sent, without waiting for slow ones.
    setTimeout(() => {
      if (!call.hasResponse) call.fail(error);
      this.#respond(encodeErrorOutcome(call, error));
    }, 0);
  }

  abort(reason: unknown): void {
    this.#call.lifetime.abort(reason);
  }

  pause(): void {
    if (this.deadline === Infinity) return;
    this.#remaining = this.deadline - performance.now();
    this.deadline = Infinity;
  }

  resume(): void {
    if (this.#remaining === undefined) return;
    const now = performance.now();
    this.deadline = now + this.#remaining;
    this.#remaining = undefined;
    const { running } = this.#call.scope.bound;
    running.end(this);
    running.begin(this, now);
  }

  #respond(outcome: CallOutcome): void {
    if (this.#hasOutcome) return;
    this.#hasOutcome = true;
    this.#scheduler?.freeSlot();
    this.#resolveOutcome(outcome);
  }

  /** Counts the call as abandoned until it ends. Shared dependencies stay open until then. */
  #abandon(): void {
    const { scope, lifetime } = this.#call;
    const { abandoned } = scope.bound;
    abandoned.begin();
    const ended = new Promise<void>((resolve) => {
      this.#onEnded = resolve;
    }).then(() => lifetime.handlerEnded);
    void ended.then(() => abandoned.end());
    scope.keepOpenUntil(ended);
  }
}

function nameOf({ method }: CallContext): string {
  return method?.method.name ?? 'an unknown method';
}

/**
 * Executes the method of a call. The returned promise resolves as soon as the call times out, even
 * if the handler continues, so that the middlewares can end.
 */
export function executeUntilTimeout(call: CallContext): MaybePromise<void> {
  const executing = executeMethod(call);
  if (!isPromise(executing)) return;
  const { lifetime, scope } = call;
  return new Promise((resolve) => {
    lifetime.onTimeout((reason) => {
      lifetime.handlerEnded = executing;
      const { running } = scope.bound;
      // The signal of the call has fired already. A shutdown logs the name of the handler.
      const handler: TimedWork = {
        name: nameOf(call),
        deadline: Infinity,
        runningIndex: -1,
        timeOut: () => undefined,
        abort: () => undefined,
      };
      running.begin(handler, performance.now());
      void executing.then(() => running.end(handler));
      call.fail(reason);
      resolve();
    });
    void executing.then(resolve);
  });
}
