import type { CallContext } from '../context/call-context.js';

/** Logs a failure that the client is not told of. A call that nobody waits for any more may abort. */
export function reportUnhandled(call: CallContext, err: unknown, message: string): void {
  if (isReactionToAbort(call, err)) return;
  const { logger } = call.exchange;
  logger.error({ err, method: methodOf(call), id: call.request?.id }, message);
}

/** The method's name as registered; what a client sent in its place would be somebody else's text. */
export function methodOf(call: CallContext): string | undefined {
  return call.methodRoute?.name;
}

function isReactionToAbort(call: CallContext, err: unknown): boolean {
  if (!call.isAborted) return false;
  return err === call.signal.reason || (err as { name?: unknown } | null)?.name === 'AbortError';
}
