import type { HttpRequest, InstrumentedRequest } from '@jsonrpc-kit/core';
import {
  continueTrace,
  getActiveSpan,
  getDefaultIsolationScope,
  getIsolationScope,
  getRootSpan,
  hasSpansEnabled,
  type Span,
  startSpanManual,
  withIsolationScope,
} from '@sentry/core';
import { RPC_SYSTEM } from '../call/call-attributes.js';
import { requestAttributes } from '../call/request-attributes.js';
import { requestData } from './request-data.js';
import { HTTP_SERVER, isOfHttp } from './transactions.js';

/** The span in which an HTTP request runs. */
export interface RequestSpan {
  /** Undefined where there are no traces, only errors. */
  readonly span: Span | undefined;
  /** Whether it was started here, so has to be ended here. */
  readonly isOwn: boolean;
  /** Whether the isolation scope is this request's, and not one that the application has opened. */
  readonly isIsolated: boolean;
}

/**
 * Runs `work` in the span that instrumentation of HTTP or of a framework has started, or else in one
 * of its own, and in an isolation scope that is no other request's.
 */
export function inRequestSpan<T>(
  request: InstrumentedRequest,
  work: (requestSpan: RequestSpan) => T,
): T {
  const { httpRequest } = request;
  const active = getActiveSpan();
  // What goes on in another process is a trace to continue, but no span to work in.
  if (active !== undefined && active.spanContext().isRemote !== true) {
    const inIt = (isIsolated: boolean): T => work({ span: active, isOwn: false, isIsolated });
    return isEverybodys()
      ? isolated(httpRequest, () => inIt(true))
      : inIt(isOfHttp(getRootSpan(active)));
  }
  const start = (): T => inOwnSpan(request, work);
  if (hasIsolated()) return start();
  const sentryTrace = httpRequest.header('sentry-trace');
  const baggage = httpRequest.header('baggage');
  return isolated(httpRequest, () => continueTrace({ sentryTrace, baggage }, start));
}

function inOwnSpan<T>(request: InstrumentedRequest, work: (requestSpan: RequestSpan) => T): T {
  const inIt = (span: Span | undefined): T => work({ span, isOwn: true, isIsolated: true });
  if (!hasSpansEnabled()) return inIt(undefined);
  const attributes = { 'sentry.origin': 'auto.http.jsonrpc_kit', ...requestAttributes(request) };
  return startSpanManual({ name: RPC_SYSTEM, op: HTTP_SERVER, attributes }, inIt);
}

/** Whether nobody has isolated the request. */
function isEverybodys(): boolean {
  return getIsolationScope() === getDefaultIsolationScope();
}

/** Whether instrumentation of HTTP has, and has continued its trace, but without a span. */
function hasIsolated(): boolean {
  const { sdkProcessingMetadata } = getIsolationScope().getScopeData();
  return !isEverybodys() && sdkProcessingMetadata.normalizedRequest !== undefined;
}

function isolated<T>(httpRequest: HttpRequest, work: () => T): T {
  return withIsolationScope((scope) => {
    scope.setSDKProcessingMetadata({ normalizedRequest: requestData(httpRequest) });
    return work();
  });
}
