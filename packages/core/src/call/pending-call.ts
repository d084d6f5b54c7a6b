import { RequestTimeout } from '../errors/standard-errors.js';
import type { CountingScheduler } from '../scheduling/scheduler.js';
import type { CallContext } from './call-context.js';
import { type CallResponse, encodeErrorResponse } from './call-response.js';
import { finishCall } from './finish-call.js';
import type { TimedWork } from './pending-work.js';
import { reportUnhandled } from './reporting-logger.js';

/**
 * An asynchronous call with its time limit. After a timeout, its response is RequestTimeout, and the
 * call counts as abandoned instead of running until it ends.
 */
export class PendingCall implements TimedWork {
  /** The response to the call. Never rejects. */
  readonly response: Promise<CallResponse>;
  runningIndex = -1;
  deadline: number;
  readonly #call: CallContext;
  readonly #scheduler: CountingScheduler | undefined;
  #resolveResponse!: (response: CallResponse) => void;
  #hasResponded = false;
  /** Called when an abandoned call has ended. */
  #onEnded: (() => void) | undefined;

  /**
   * @param scheduler counts the call until it has a response; undefined if the call is already counted
   */
  constructor(call: CallContext, scheduler: CountingScheduler | undefined) {
    const now = performance.now();
    this.deadline = now + call.timeout;
    this.#call = call;
    this.#scheduler = scheduler;
    this.response = new Promise((resolve) => {
      this.#resolveResponse = resolve;
    });
    scheduler?.takeSlot();
    call.exchange.endpoint.running.begin(this, now);
  }

  /**
   * Finishes the call after its middlewares have ended. A bound function, so that it can be passed to
   * `then()`.
   */
  readonly finish = (): void => {
    // If the event loop is busy, a call may end late but before the timer of its deadline fires.
    if (this.deadline !== Infinity && performance.now() > this.deadline) this.expire();
    const response = finishCall(this.#call);
    if (response instanceof Promise) void response.then((ready) => this.end(ready));
    else this.end(response);
  };

  /** Sends the response, and removes the call from the running work. No part of it may still run. */
  end(response: CallResponse): void {
    this.#call.exchange.endpoint.running.end(this);
    this.#respond(response);
    this.#onEnded?.();
  }

  expire(): void {
    if (this.deadline === Infinity) return;
    this.deadline = Infinity;
    const call = this.#call;
    const error = new RequestTimeout();
    this.#abandon();
    call.exchange.firstFailure ??= { error };
    call.lifetime.interrupt(error);
    // Lets middlewares see the timeout before the response is sent, without waiting for slow ones.
    setTimeout(() => {
      if (!call.hasResponse) call.fail(error);
      this.#respond(encodeErrorResponse(call, error));
    }, 0);
  }

  abort(reason: unknown): void {
    this.#call.lifetime.abort(reason);
  }

  #respond(response: CallResponse): void {
    if (this.#hasResponded) return;
    this.#hasResponded = true;
    this.#scheduler?.freeSlot();
    this.#resolveResponse(response);
  }

  /** Counts the call as abandoned until it ends. Shared dependencies stay open until then. */
  #abandon(): void {
    const { exchange, lifetime } = this.#call;
    const { endpoint, pending } = exchange;
    endpoint.abandoned += 1;
    const ended = new Promise<void>((resolve) => {
      this.#onEnded = resolve;
    }).then(() => lifetime.handlerEnded);
    pending.add(ended);
    void ended.then(() => {
      endpoint.abandoned -= 1;
      pending.delete(ended);
    });
  }
}

/**
 * Returns a promise that settles like that of the handler, or rejects as soon as the call is
 * interrupted. A later failure of the handler is logged.
 */
export function untilInterrupted(call: CallContext, outcome: Promise<unknown>): Promise<unknown> {
  const { lifetime, exchange } = call;
  return new Promise((resolve, reject) => {
    lifetime.onInterruption((reason) => {
      const handlerEnded = outcome.catch((error: unknown) => {
        if (error !== reason) reportUnhandled(call, error, 'Teardown failed after a timeout');
      });
      lifetime.handlerEnded = handlerEnded;
      // Tracked as work instead of a call, because its signal has already fired.
      exchange.endpoint.running.work.track(handlerEnded);
      reject(reason);
    });
    outcome.then(resolve, reject);
  });
}
