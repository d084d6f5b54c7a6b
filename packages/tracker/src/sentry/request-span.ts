import type { HttpRequest, InstrumentedRequest } from '@jsonrpc-kit/core';
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
import { requestAttributes, RPC_SYSTEM } from '../conventions/semantic-conventions.js';
import { HTTP_SERVER, isHttpSpan } from './transactions.js';

/** The span in which an HTTP request runs. */
export interface RequestSpan {
  /** Undefined if tracing is off, so that only errors are sent. */
  readonly span: Span | undefined;
  /** Whether the tracker has started the span and must end it. */
  readonly isOwn: boolean;
  /** Whether the isolation scope belongs to this request, and was not opened by the application. */
  readonly isIsolated: boolean;
}

/**
 * Runs `work` in the span of Sentry's HTTP or framework instrumentation, or in a new one, and in an
 * isolation scope that no other request shares.
 */
export function withRequestSpan<T>(
  request: InstrumentedRequest,
  work: (requestSpan: RequestSpan) => T,
): T {
  const { httpRequest } = request;
  const active = getActiveSpan();
  // A remote span is the parent of a trace to continue, not a span to work in.
  if (active !== undefined && active.spanContext().isRemote !== true) {
    const workInSpan = (isIsolated: boolean): T => work({ span: active, isOwn: false, isIsolated });
    return hasDefaultScope()
      ? withRequestScope(httpRequest, () => workInSpan(true))
      : workInSpan(isHttpSpan(getRootSpan(active)));
  }
  const start = (): T => withNewSpan(request, work);
  if (isIsolatedByHttp()) return start();
  const sentryTrace = httpRequest.header('sentry-trace');
  const baggage = httpRequest.header('baggage');
  return withRequestScope(httpRequest, () => continueTrace({ sentryTrace, baggage }, start));
}

function withNewSpan<T>(request: InstrumentedRequest, work: (requestSpan: RequestSpan) => T): T {
  const workInSpan = (span: Span | undefined): T => work({ span, isOwn: true, isIsolated: true });
  if (!hasSpansEnabled()) return workInSpan(undefined);
  const attributes = { 'sentry.origin': 'auto.http.jsonrpc_kit', ...requestAttributes(request) };
  return startSpanManual({ name: RPC_SYSTEM, op: HTTP_SERVER, attributes }, workInSpan);
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

/** Headers that describe the client without personal data. */
const HEADERS = ['host', 'user-agent', 'content-type', 'content-length'];

/**
 * Describes an HTTP request for events if Sentry's HTTP instrumentation doesn't. Omits the URL, which
 * the tracker doesn't know, because an api may be mounted under any prefix.
 */
function describeRequest(httpRequest: HttpRequest): RequestEventData {
  const headers: Record<string, string> = {};
  for (const name of HEADERS) {
    const value = httpRequest.header(name);
    if (value !== undefined) headers[name] = value;
  }
  return { method: httpRequest.verb, headers };
}
