import type { CallContext } from '../context/call-context.js';
import type { TimedWork } from '../context/timed-work.js';
import { RequestTimeout } from '../errors/standard-errors.js';
import { type Answer, encodeFailure, isThere } from './answer.js';
import type { Dispatcher } from './dispatcher.js';
import { finishCall } from './finish-call.js';
import type { RunningCalls } from './running-calls.js';
import { reportUnhandled } from './report.js';
import type { CallScheduler } from './scheduler.js';

/** How long a {@link PendingCall} may take, and where it counts. */
interface PendingCallOptions {
  /** Milliseconds; it may be `Infinity`. */
  readonly timeout: number;
  /** Where the call holds a place until it is answered; undefined where it has its place already. */
  readonly room: CallScheduler | undefined;
}

/**
 * An asynchronous call on its way: its response, or RequestTimeout as soon as its time is over. The
 * call then no longer counts as running, but as abandoned until it ends.
 */
export class PendingCall implements TimedWork {
  /** The response to the call. Never rejects. */
  readonly response: Promise<Answer>;
  runningPlace = -1;
  deadline: number;
  readonly #dispatcher: Dispatcher;
  readonly #call: CallContext;
  readonly #room: CallScheduler | undefined;
  #respond!: (response: Answer) => void;
  #isAnswered = false;
  /** Resolves the end of an abandoned call. */
  #onEnded: (() => void) | undefined;

  constructor(dispatcher: Dispatcher, call: CallContext, { timeout, room }: PendingCallOptions) {
    const now = performance.now();
    this.deadline = now + timeout;
    this.#dispatcher = dispatcher;
    this.#call = call;
    this.#room = room;
    this.response = new Promise((resolve) => {
      this.#respond = resolve;
    });
    room?.hold();
    dispatcher.running.begin(this, now);
  }

  /** Finishes the call when it has left its middlewares; it can be handed to `then()`. */
  readonly finish = (): void => {
    // A busy event loop may let a call end before the timer of its deadline fires.
    if (this.deadline !== Infinity && performance.now() > this.deadline) this.expire();
    const answer = finishCall(this.#dispatcher, this.#call);
    if (isThere(answer)) this.end(answer);
    else void answer.then((ready) => this.end(ready));
  };

  /** Called when nothing of the call runs any more. */
  end(answer: Answer): void {
    this.#dispatcher.running.end(this);
    this.#answer(answer);
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
    // The middlewares see the timeout first; one that takes its time does not hold it back.
    setTimeout(() => {
      if (!call.hasAnswer) call.fail(error);
      this.#answer(encodeFailure(call, error));
    }, 0);
  }

  abort(reason: unknown): void {
    this.#call.lifetime.abort(reason);
  }

  #answer(response: Answer): void {
    if (this.#isAnswered) return;
    this.#isAnswered = true;
    this.#room?.release();
    this.#respond(response);
  }

  /** Counts the call until nothing of it runs, and keeps open what it may use. */
  #abandon(): void {
    const dispatcher = this.#dispatcher;
    const { exchange, lifetime } = this.#call;
    dispatcher.abandoned += 1;
    const ended = new Promise<void>((resolve) => {
      this.#onEnded = resolve;
    }).then(() => lifetime.released);
    exchange.pending.add(ended);
    void ended.then(() => {
      dispatcher.abandoned -= 1;
      exchange.pending.delete(ended);
    });
  }
}

/** The handler's outcome, or the interruption; what the handler does later is logged where it fails. */
export function untilInterrupted(
  running: RunningCalls,
  call: CallContext,
  outcome: Promise<unknown>,
): Promise<unknown> {
  const { lifetime } = call;
  return new Promise((resolve, reject) => {
    lifetime.onInterruption((reason) => {
      const released = outcome.catch((error: unknown) => {
        if (error !== reason) reportUnhandled(call, error, 'A teardown failed after a timeout');
      });
      lifetime.released = released;
      // Not as a call to abort once more: its signal has fired.
      running.work.track(released);
      reject(reason);
    });
    outcome.then(resolve, reject);
  });
}
