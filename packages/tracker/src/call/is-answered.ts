import type { ErrorReport } from '@jsonrpc-kit/core';

/**
 * Whether what is reported is the outcome of its call, and not unhandled: an `HttpError` is an answer
 * also where it ends a notification, which has none, and so is logged.
 */
export function isAnswered({ error, context }: ErrorReport): boolean {
  return context !== undefined && context.exception === error && !context.isUnhandledException;
}
