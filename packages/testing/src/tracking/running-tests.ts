import { AsyncLocalStorage } from 'node:async_hooks';
import { addInstrumentation, type HttpRequest } from '@jsonrpc-kit/core';
import { CORRELATION_HEADER } from '../client/pending-work.js';
import type { CallTracker, DirectRequests } from './call-tracker.js';
import { isDeclared } from './captured-error.js';
import { CapturedRequest, type CaptureListener } from './captured-request.js';

/** The running tests, to which every HTTP request to an api is assigned. */
const trackers = new Set<CallTracker>();

/** Assigns each request to its test until the request is garbage-collected, even after both have ended. */
const captures = new WeakMap<HttpRequest, CapturedRequest>();

// Assigns requests that reach the api in the asynchronous flow of a test, such as those of
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
    request: (request, run) => {
      const capture = captureOf(request.httpRequest);
      if (capture === undefined) return undefined;
      captures.set(request.httpRequest, capture.request);
      const captured = capture.request.aroundRequest(request, run);
      const { verb, path } = request.httpRequest;
      capture.directRequests?.track(`${verb} ${path}`, Promise.resolve(run()));
      return captured;
    },
    call: (context, run) => captures.get(context.httpRequest)?.aroundCall(context, run),
    error: (report) => captures.get(report.httpRequest)?.onReport(report),
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
  readonly request: CapturedRequest;
  /** Lets the test wait for the request at its end; a client waits for its own. */
  readonly directRequests?: DirectRequests | undefined;
}

function captureOf(httpRequest: HttpRequest): Capture | undefined {
  const id = httpRequest.header(CORRELATION_HEADER) ?? '';
  const running = [...trackers];
  const sender = running.find((tracker) => tracker.hasSent(id));
  if (sender !== undefined) return { request: new CapturedRequest(sender, sender.onArrival(id)) };
  const tracker = running.length > 1 ? currentTracker.getStore() : running[0];
  if (tracker !== undefined && trackers.has(tracker)) {
    const { directRequests } = tracker;
    return { request: new CapturedRequest(tracker), directRequests };
  }
  if (running.length === 0) return undefined;
  return { request: new CapturedRequest(reportToAll(running)) };
}

/** Any of the tests may have sent the request, so its error fails all of them. */
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
