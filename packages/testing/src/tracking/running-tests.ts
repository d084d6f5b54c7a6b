import { AsyncLocalStorage } from 'node:async_hooks';
import { addInstrumentation, type Carrier } from '@jsonrpc-kit/core';
import type { MessageOutcome } from '@jsonrpc-kit/core/adapter';
import { continueWith } from '@jsonrpc-kit/core/internal';
import type { MaybePromise } from '@jsonrpc-kit/core/types';
import { CORRELATION_HEADER } from './unfinished-work.js';
import type { CallTracker, DirectWork } from './call-tracker.js';
import { isDeclared } from './captured-error.js';
import { CapturedMessage, type CaptureListener } from './captured-message.js';

/** The running tests, to which every message to an api is assigned. */
const trackers = new Set<CallTracker>();

/**
 * Assigns each message to its test until its carrier is garbage-collected, even after both have ended.
 * The key is the HTTP request until its message has a carrier.
 */
const captures = new WeakMap<Carrier, CapturedMessage>();

// Assigns messages that reach the api in the asynchronous flow of a test, such as those of
// `app.request()` and `app.inject()`, when several tests run at the same time.
const currentTracker = new AsyncLocalStorage<CallTracker>();

let stopWatching: (() => void) | undefined;

/**
 * Captures the errors of a test from now on. Call it in the synchronous part of a fixture: the test
 * that Vitest runs after it is then in the same asynchronous flow.
 */
export function addRunningTest(tracker: CallTracker): void {
  trackers.add(tracker);
  currentTracker.enterWith(tracker);
  stopWatching ??= addInstrumentation({
    request: ({ httpRequest: { verb, path }, carrier, entrypoint }, run) => {
      const capture = startCapture(carrier);
      if (capture === undefined) return undefined;
      const response = run();
      capture.directWork?.track(`${verb} ${path}`, Promise.resolve(response));
      return continueWith(response, (sent) => capture.message.onResponse(sent, entrypoint));
    },
    message: ({ carrier, entrypoint, route }, run) => {
      if (captures.has(carrier)) return undefined;
      const capture = startCapture(carrier);
      if (capture === undefined) return undefined;
      const outcome = run() as MaybePromise<MessageOutcome>;
      const sent = continueWith(outcome, ({ effects }) => ({ onSent: effects.afterResponse }));
      capture.directWork?.track(`${carrier.kind} ${route}`, Promise.resolve(sent));
      return continueWith(outcome, (ended) => capture.message.onOutcome(ended, entrypoint));
    },
    call: (context, run) => captures.get(context.carrier)?.aroundCall(context, run),
    error: (report) => captures.get(report.carrier)?.onReport(report),
  });
}

/** Stops capturing the errors of a test. */
export function removeRunningTest(tracker: CallTracker): void {
  trackers.delete(tracker);
  if (trackers.size > 0) return;
  stopWatching?.();
  stopWatching = undefined;
}

interface Capture {
  readonly message: CapturedMessage;
  /** Lets the test wait for the message at its end; a client waits for its own. */
  readonly directWork?: DirectWork | undefined;
}

function startCapture(carrier: Carrier): Capture | undefined {
  const capture = createCapture(carrier.header(CORRELATION_HEADER) ?? '');
  if (capture !== undefined) captures.set(carrier, capture.message);
  return capture;
}

function createCapture(id: string): Capture | undefined {
  const running = [...trackers];
  const sender = running.find((tracker) => tracker.hasSent(id));
  if (sender !== undefined) return { message: new CapturedMessage(sender, sender.onArrival(id)) };
  const tracker = running.length > 1 ? currentTracker.getStore() : running[0];
  if (tracker !== undefined && trackers.has(tracker)) {
    const { directWork } = tracker;
    return { message: new CapturedMessage(tracker), directWork };
  }
  if (running.length === 0) return undefined;
  return { message: new CapturedMessage(reportToAll(running)) };
}

/** Any of the tests may have sent the message, so its error fails all of them. */
function reportToAll(running: readonly CallTracker[]): CaptureListener {
  return {
    onError: (captured) => {
      if (isDeclared(captured)) return;
      for (const tracker of running) tracker.onUnassignedError(captured);
    },
    onException: (exception) => {
      for (const tracker of running) tracker.onUnassignedException(exception);
    },
  };
}
