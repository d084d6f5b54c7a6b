import type { Logger } from '@jsonrpc-kit/core';

/** Logs that a store is unavailable. The store works without its log if the logger throws. */
export function reportOutage(err: unknown, logger: Pick<Logger, 'warn'> = console): void {
  try {
    logger.warn({ err }, 'Event store is unavailable');
  } catch {
    // The logger is the application's.
  }
}
