import type { CallContext } from '../context/call-context.js';

/** Logs a failure that the client is not told of. A call that nobody waits for any more may abort. */
export function reportUnhandled(call: CallContext, err: unknown, message: string): void {
  if (isReactionToAbort(call, err)) return;
  call.failureLogger.error({ err }, message);
}

function isReactionToAbort(call: CallContext, err: unknown): boolean {
  if (!call.isAborted) return false;
  if (err === call.signal.reason) return true;
  return err instanceof Error && err.name === 'AbortError';
}
