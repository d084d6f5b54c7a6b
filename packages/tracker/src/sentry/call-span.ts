import type { JsonRpcContext } from '@jsonrpc-kit/core';
import { type Span, startInactiveSpan, withActiveSpan } from '@sentry/core';
import { callAttributes, failureAttributes } from '../call/call-attributes.js';
import { failureOf } from '../call/call-failure.js';
import { callName } from '../call/names.js';
import { after } from '../flow/after.js';
import { describeCall } from './call-data.js';
import { currentScopes, type Scopes } from './scopes.js';
import { spanStatus } from './span-status.js';
import type { TrackedRequest } from './tracked-request.js';

/** Runs a call in scopes and a span of its own, below those of its HTTP request. */
export function inCall(
  context: JsonRpcContext,
  tracked: TrackedRequest,
  run: (scopes: Scopes) => unknown,
): unknown {
  tracked.callBegins(context.methodRoute?.name);
  return tracked.inOwnScopes((isolationScope) => {
    describeCall(isolationScope, context);
    const span = tracked.isSampled ? startCallSpan(context) : undefined;
    const work = (): unknown => after(run(currentScopes()), () => end(span, context, tracked));
    return span === undefined ? work() : withActiveSpan(span, work);
  });
}

function startCallSpan(context: JsonRpcContext): Span {
  return startInactiveSpan({
    name: callName(context),
    op: 'rpc.server',
    attributes: { 'sentry.origin': 'auto.rpc.jsonrpc_kit', ...callAttributes(context) },
  });
}

function end(span: Span | undefined, context: JsonRpcContext, tracked: TrackedRequest): void {
  const failure = failureOf(context);
  const status = failure && spanStatus(failure);
  if (failure !== undefined && status !== undefined) {
    span?.setAttributes(failureAttributes(failure));
    span?.setStatus(status);
  }
  span?.end();
  tracked.callEnded(status);
}
