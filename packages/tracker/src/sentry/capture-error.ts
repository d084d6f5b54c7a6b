import type { ErrorReport, JsonRpcContext } from '@jsonrpc-kit/core';
import { captureException, debug } from '@sentry/core';
import { CONTEXT_NAME, callData } from './call-data.js';
import type { TrackerOptions } from './tracker-options.js';

/** Sends an error that the api has logged, in the current scopes. */
export function captureError(
  { error, message, context }: ErrorReport,
  entrypoint: string,
  { params }: TrackerOptions,
): void {
  const data = context === undefined ? { entrypoint } : callData(context);
  const sent = context === undefined ? undefined : sentParams(context, params);
  captureException(error, {
    mechanism: { type: 'auto.rpc.jsonrpc_kit', handled: false },
    captureContext: {
      contexts: {
        [CONTEXT_NAME]: { ...data, log: message, ...(sent === undefined ? {} : { params: sent }) },
      },
    },
  });
}

/** A filter that throws must not cost the event. */
function sentParams(context: JsonRpcContext, filter: TrackerOptions['params']): unknown {
  try {
    return filter?.(context.request?.params, context);
  } catch (error) {
    debug.warn('[jsonrpc-kit] The option params threw:', error);
    return undefined;
  }
}
