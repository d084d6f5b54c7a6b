import type { JsonRpcContext } from '@jsonrpc-kit/core';
import { type Context, type Span, SpanKind, SpanStatusCode, type Tracer } from '@opentelemetry/api';
import { callAttributes, failureAttributes } from '../call/call-attributes.js';
import { type CallFailure, failureOf } from '../call/call-failure.js';
import { callName } from '../call/names.js';

export function startCallSpan(tracer: Tracer, call: JsonRpcContext, parent: Context): Span {
  const options = { kind: SpanKind.SERVER, attributes: callAttributes(call) };
  return tracer.startSpan(callName(call), options, parent);
}

/** Gives the failure, where the call failed. */
export function endCallSpan(span: Span, call: JsonRpcContext): CallFailure | undefined {
  const failure = failureOf(call);
  if (failure !== undefined) {
    span.setAttributes(failureAttributes(failure));
    span.setStatus({ code: SpanStatusCode.ERROR, message: failure.message });
  }
  span.end();
  return failure;
}
