import type { CallContext } from '../context/call-context.js';
import { RequestTimeout } from '../errors/standard-errors.js';
import { type Answer, encodeFailure } from './answer.js';
import { endCall } from './conclude-call.js';
import type { Dispatcher } from './dispatcher.js';
import type { RunningCalls } from './running-calls.js';
import { reportUnhandled } from './report.js';

/** The call's answer, or RequestTimeout as soon as its time is over, whatever the call still does. */
export function answerInTime(
  dispatcher: Dispatcher,
  call: CallContext,
  ended: Promise<void>,
  milliseconds: number,
): Promise<Answer> {
  return new Promise((resolve) => {
    let grace: ReturnType<typeof setTimeout> | undefined;
    const timer = setTimeout(() => {
      const timeout = new RequestTimeout();
      call.lifetime.interrupt(timeout);
      // The middlewares see the timeout first; one that takes its time does not hold it back.
      grace = setTimeout(() => resolve(encodeFailure(call, timeout)), 0);
    }, milliseconds);
    const answer = (): void => {
      clearTimeout(timer);
      clearTimeout(grace);
      resolve(endCall(dispatcher, call));
    };
    ended.then(answer, answer);
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
      stayOpenFor(call, released);
      reject(reason);
    });
    outcome.then(resolve, reject);
  });
}

/** What the HTTP request's calls share stays open while the handler may still use it. */
function stayOpenFor({ exchange: { pending } }: CallContext, released: Promise<unknown>): void {
  pending.add(released);
  void released.then(() => pending.delete(released));
}
