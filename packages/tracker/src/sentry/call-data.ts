import type { JsonRpcContext } from '@jsonrpc-kit/core';
import type { Scope } from '@sentry/core';
import { clipped } from '../call/call-attributes.js';

/** The name of the context that events have of their call. */
export const CONTEXT_NAME = 'jsonrpc';

/** What every event of a call says of it. */
export function callData({
  entrypoint,
  methodRoute,
  request,
}: JsonRpcContext): Record<string, unknown> {
  const data: Record<string, unknown> = { entrypoint: entrypoint.path };
  if (methodRoute !== undefined) data['method'] = methodRoute.name;
  const id = request?.id;
  if (id !== undefined) data['id'] = typeof id === 'string' ? clipped(id) : id;
  return data;
}

/** Puts it on the scope, so that it stands in what the application itself captures as well. */
export function describeCall(isolationScope: Scope, context: JsonRpcContext): void {
  isolationScope.setContext(CONTEXT_NAME, callData(context));
  // A context can't be searched for, a tag can.
  if (context.methodRoute !== undefined) {
    isolationScope.setTag('jsonrpc.method', context.methodRoute.name);
  }
}
