import { RequestTimeout } from '../errors/standard-errors.js';
import type { CountingScheduler } from '../scheduling/scheduler.js';
import type { CallContext } from './call-context.js';
import { type CallResponse, encodeErrorResponse } from './call-response.js';
import { finishCall } from './finish-call.js';
import type { TimedWork } from './pending-work.js';
import { reportUnhandled } from './reporting-logger.js';

/**
 * An asynchronous call: its response, or RequestTimeout once it times out. The call then no longer
 * counts as running, but as abandoned until it ends.
 */
export class PendingCall implements TimedWork {
  /** The response to the call. Never rejects. */
  readonly response: Promise<CallResponse>;
  runningIndex = -1;
  deadline: number;
  readonly #call: CallContext;
  readonly #room: CountingScheduler | undefined;
  #resolveResponse!: (response: CallResponse) => void;
  #hasResponded = false;
  /** Resolves the end of an abandoned call. */
  #onEnded: (() => void) | undefined;

  /** @param room the scheduler that counts the call until it has its response */
  constructor(call: CallContext, room: CountingScheduler | undefined) {
    const now = performance.now();
    this.deadline = now + call.timeout;
    this.#call = call;
    this.#room = room;
    this.response = new Promise((resolve) => {
      this.#resolveResponse = resolve;
    });
    room?.hold();
    call.exchange.endpoint.running.begin(this, now);
  }

  /** Finishes the call after its middlewares have ended; bound, so that `then()` takes it. */
  readonly finish = (): void => {
    // A busy event loop may let a call end before the timer of its deadline fires.
    if (this.deadline !== Infinity && performance.now() > this.deadline) this.expire();
    const response = finishCall(this.#call);
    if (response instanceof Promise) void response.then((ready) => this.end(ready));
    else this.end(response);
  };

  /** Called when no part of the call runs any more. */
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
    // Middlewares see the timeout first, but a slow one doesn't delay the response.
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
    this.#room?.release();
    this.#resolveResponse(response);
  }

  /** Counts the call as abandoned until it ends, and keeps open what its handler may use. */
  #abandon(): void {
    const { exchange, lifetime } = this.#call;
    const { endpoint, pending } = exchange;
    endpoint.abandoned += 1;
    const ended = new Promise<void>((resolve) => {
      this.#onEnded = resolve;
    }).then(() => lifetime.released);
    pending.add(ended);
    void ended.then(() => {
      endpoint.abandoned -= 1;
      pending.delete(ended);
    });
  }
}

/**
 * Settles as the handler does, or rejects when the call is interrupted. A failure of the handler after
 * that is logged.
 */
export function untilInterrupted(call: CallContext, outcome: Promise<unknown>): Promise<unknown> {
  const { lifetime, exchange } = call;
  return new Promise((resolve, reject) => {
    lifetime.onInterruption((reason) => {
      const released = outcome.catch((error: unknown) => {
        if (error !== reason) reportUnhandled(call, error, 'Teardown failed after a timeout');
      });
      lifetime.released = released;
      // Tracked as work, not as a call: its signal has fired already.
      exchange.endpoint.running.work.track(released);
      reject(reason);
    });
    outcome.then(resolve, reject);
  });
}
