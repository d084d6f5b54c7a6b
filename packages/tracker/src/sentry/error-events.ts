import type { JsonRpcContext } from '@jsonrpc-kit/core';
import type { ErrorReport } from '@jsonrpc-kit/core/types';
import { captureException, debug, type Scope } from '@sentry/core';
import { truncate } from '../conventions/semantic-conventions.js';
import type { TrackerOptions } from './tracker-options.js';

/** The name of the context in which events describe their call. */
export const CONTEXT_NAME = 'jsonrpc';

/**
 * Describes the call on its scope, so that events that the application captures include the description
 * too.
 */
export function setCallContext(isolationScope: Scope, context: JsonRpcContext): void {
  isolationScope.setContext(CONTEXT_NAME, describeCall(context));
  // Unlike contexts, tags are searchable in Sentry.
  if (context.methodRoute !== undefined) {
    isolationScope.setTag('jsonrpc.method', context.methodRoute.name);
  }
}

function describeCall({
  entrypoint,
  methodRoute,
  request,
}: JsonRpcContext): Record<string, unknown> {
  const description: Record<string, unknown> = { entrypoint: entrypoint.path };
  if (methodRoute !== undefined) description['method'] = methodRoute.name;
  const id = request?.id;
  if (id !== undefined) description['id'] = typeof id === 'string' ? truncate(id) : id;
  return description;
}

/** Captures an error that the api has logged as an event in the current scopes. */
export function captureError(
  { error, message, context }: ErrorReport,
  entrypointPath: string,
  { params: selectParams }: TrackerOptions,
): void {
  const call = context === undefined ? { entrypoint: entrypointPath } : describeCall(context);
  const params = context === undefined ? undefined : selectedParams(context, selectParams);
  captureException(error, {
    mechanism: { type: 'auto.rpc.jsonrpc_kit', handled: false },
    captureContext: {
      contexts: {
        [CONTEXT_NAME]: { ...call, log: message, ...(params === undefined ? {} : { params }) },
      },
    },
  });
}

/** Returns undefined if the option throws, so that the event is sent without params. */
function selectedParams(context: JsonRpcContext, select: TrackerOptions['params']): unknown {
  try {
    return select?.(context.request?.params, context);
  } catch (error) {
    debug.warn('[jsonrpc-kit] The option "params" threw an error:', error);
    return undefined;
  }
}
