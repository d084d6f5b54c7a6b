import type { CallContext } from '../context/call-context.js';
import { RequestTimeout } from '../errors/standard-errors.js';
import { type Answer, encodeFailure } from './answer.js';
import type { Dispatcher } from './dispatcher.js';
import type { RunningCalls } from './running-calls.js';
import { reportUnhandled } from './report.js';
import type { CallScheduler } from './scheduler.js';

/** An asynchronous call on its way. */
interface PendingCall {
  /** Its response, however long that takes. Never rejects. */
  readonly answer: Promise<Answer>;
  /** Milliseconds; it may be `Infinity`. */
  readonly timeout: number;
  /** Where the call holds a place until it is answered; undefined where it has its place already. */
  readonly room: CallScheduler | undefined;
}

/**
 * Returns the response of an asynchronous call, or RequestTimeout as soon as its time is over. The
 * call then no longer counts as running, but as abandoned until it ends. Never rejects.
 */
export function answerInTime(
  dispatcher: Dispatcher,
  call: CallContext,
  { answer, timeout, room }: PendingCall,
): Promise<Answer> {
  const { lifetime } = call;
  const now = performance.now();
  lifetime.deadline = now + timeout;
  room?.hold();
  return new Promise((resolve) => {
    let isAnswered = false;
    const answerOnce = (response: Answer): void => {
      if (isAnswered) return;
      isAnswered = true;
      room?.release();
      resolve(response);
    };
    lifetime.onExpired = () => {
      countAbandoned(dispatcher, call, answer);
      const error = new RequestTimeout();
      call.exchange.firstFailure ??= { error };
      lifetime.interrupt(error);
      // The middlewares see the timeout first; one that takes its time does not hold it back.
      setTimeout(() => {
        if (!call.hasAnswer) call.fail(error);
        answerOnce(encodeFailure(call, error));
      }, 0);
    };
    void answer.then((response) => {
      lifetime.onExpired = undefined;
      dispatcher.running.end(lifetime);
      answerOnce(response);
    });
    dispatcher.running.begin(lifetime, now);
  });
}

/** Counts a call whose time is over until nothing of it runs, and keeps what it may use open. */
function countAbandoned(dispatcher: Dispatcher, call: CallContext, answer: Promise<Answer>): void {
  const { exchange, lifetime } = call;
  dispatcher.abandoned += 1;
  const ended = answer.then(() => lifetime.released);
  exchange.pending.add(ended);
  void ended.then(() => {
    dispatcher.abandoned -= 1;
    exchange.pending.delete(ended);
  });
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
