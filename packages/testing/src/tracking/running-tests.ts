import { AsyncLocalStorage } from 'node:async_hooks';
import { addInstrumentation, type HttpRequest } from '@jsonrpc-kit/core';
import { MARK_HEADER } from '../client/request-mark.js';
import type { CallTracker } from './call-tracker.js';
import { isDeclared } from './captured-error.js';
import { CapturedRequest, type CaptureListener } from './captured-request.js';
import type { DirectRequests } from './direct-requests.js';

/** The tests that run in this process, to which every HTTP request to an api is assigned. */
const trackers = new Set<CallTracker>();

/** A request keeps its test, also for what happens after the response or after the test. */
const captures = new WeakMap<HttpRequest, CapturedRequest>();

// Assigns requests that reach the api in the test's own asynchronous flow, as those of `app.request()`
// and `app.inject()`, where several tests run at once.
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
      const ended = capture.request.aroundRequest(request, run);
      const { verb, path } = request.httpRequest;
      capture.directRequests?.track(`${verb} ${path}`, Promise.resolve(run()));
      return ended;
    },
    call: (context, run) => captures.get(context.httpRequest)?.aroundCall(context, run),
    error: (report) => captures.get(report.httpRequest)?.onReport(report),
  });
}

/** Ends the capturing for a test. */
export function removeRunningTest(tracker: CallTracker): void {
  trackers.delete(tracker);
  if (trackers.size > 0) return;
  stopWatching?.();
  stopWatching = undefined;
}

interface Capture {
  readonly request: CapturedRequest;
  /** Where the test waits for the request when it is over; its client waits for its own. */
  readonly directRequests?: DirectRequests | undefined;
}

function captureOf(httpRequest: HttpRequest): Capture | undefined {
  const mark = httpRequest.header(MARK_HEADER) ?? '';
  const running = [...trackers];
  const sender = running.find((tracker) => tracker.hasSent(mark));
  if (sender !== undefined) return { request: new CapturedRequest(sender, sender.arrived(mark)) };
  const tracker = running.length > 1 ? currentTracker.getStore() : running[0];
  if (tracker !== undefined && trackers.has(tracker)) {
    const { directRequests } = tracker;
    return { request: new CapturedRequest(tracker), directRequests };
  }
  if (running.length === 0) return undefined;
  return { request: new CapturedRequest(suspicionOf(running)) };
}

/** Any of the tests may have sent the request, so an error that would fail it fails all of them. */
function suspicionOf(running: readonly CallTracker[]): CaptureListener {
  return {
    onError: (captured) => {
      if (isDeclared(captured)) return;
      for (const tracker of running) tracker.onUnassignedError(captured);
    },
    onFailure: (failure) => {
      for (const tracker of running) tracker.onUnassignedFailure(failure);
    },
  };
}
