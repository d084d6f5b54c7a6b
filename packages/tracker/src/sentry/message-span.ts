import type { HttpRequest } from '@jsonrpc-kit/core';
import type { InstrumentedMessage } from '@jsonrpc-kit/core/types';
import {
  continueTrace,
  getActiveSpan,
  getDefaultIsolationScope,
  getIsolationScope,
  getRootSpan,
  hasSpansEnabled,
  type RequestEventData,
  type Span,
  startSpanManual,
  withIsolationScope,
} from '@sentry/core';
import { messageAttributes, RPC_SYSTEM } from '../conventions/semantic-conventions.js';
import { SENT_HEADERS } from './sent-headers.js';
import { HTTP_SERVER, isMessageSpan, JOB_ORIGIN } from './transactions.js';

/** The span in which a message runs, which is also the span of its HTTP request. */
export interface MessageSpan {
  /** Undefined if tracing is off, so that only errors are sent. */
  readonly span: Span | undefined;
  /** Whether the tracker has started the span and must end it. */
  readonly isOwn: boolean;
  /** Whether the isolation scope belongs to this message, and was not opened by the application. */
  readonly isIsolated: boolean;
}

/**
 * Runs `work` in the span of Sentry's HTTP or framework instrumentation, or in a new one, and in an
 * isolation scope that no other message shares.
 */
export function withMessageSpan<T>(
  message: InstrumentedMessage,
  work: (messageSpan: MessageSpan) => T,
): T {
  const { carrier } = message;
  const { http } = carrier;
  const start = (): T => withNewSpan(message, work);
  const startInTrace = (): T => {
    const sentryTrace = carrier.header('sentry-trace');
    return continueTrace({ sentryTrace, baggage: carrier.header('baggage') }, start);
  };
  // A job only belongs to the trace that was stored with it, wherever its queue is polled.
  if (http === undefined) {
    return withIsolationScope(getDefaultIsolationScope().clone(), startInTrace);
  }
  const active = getActiveSpan();
  // A remote span is the parent of a trace to continue, not a span to work in.
  if (active !== undefined && active.spanContext().isRemote !== true) {
    const workInSpan = (isIsolated: boolean): T => work({ span: active, isOwn: false, isIsolated });
    return hasDefaultScope()
      ? withRequestScope(http, () => workInSpan(true))
      : workInSpan(isMessageSpan(getRootSpan(active)));
  }
  return isIsolatedByHttp() ? start() : withRequestScope(http, startInTrace);
}

function withNewSpan<T>(message: InstrumentedMessage, work: (messageSpan: MessageSpan) => T): T {
  const workInSpan = (span: Span | undefined): T => work({ span, isOwn: true, isIsolated: true });
  if (!hasSpansEnabled()) return workInSpan(undefined);
  const isJob = message.carrier.http === undefined;
  const attributes = {
    'sentry.origin': isJob ? JOB_ORIGIN : 'auto.http.jsonrpc_kit',
    ...messageAttributes(message),
  };
  const op = isJob ? 'queue.process' : HTTP_SERVER;
  return startSpanManual({ name: RPC_SYSTEM, op, attributes }, workInSpan);
}

function hasDefaultScope(): boolean {
  return getIsolationScope() === getDefaultIsolationScope();
}

/**
 * Whether Sentry's HTTP instrumentation has opened an isolation scope for the request without starting
 * a span.
 */
function isIsolatedByHttp(): boolean {
  const { sdkProcessingMetadata } = getIsolationScope().getScopeData();
  return !hasDefaultScope() && sdkProcessingMetadata.normalizedRequest !== undefined;
}

function withRequestScope<T>(httpRequest: HttpRequest, work: () => T): T {
  return withIsolationScope((scope) => {
    scope.setSDKProcessingMetadata({ normalizedRequest: describeRequest(httpRequest) });
    return work();
  });
}

/**
 * Describes an HTTP request for events if Sentry's HTTP instrumentation doesn't. Omits the URL, which
 * the tracker doesn't know, because an api may be mounted under any prefix.
 */
function describeRequest(httpRequest: HttpRequest): RequestEventData {
  const headers: Record<string, string> = {};
  for (const name of SENT_HEADERS) {
    const value = httpRequest.header(name);
    if (value !== undefined) headers[name] = value;
  }
  return { method: httpRequest.verb, headers };
}
