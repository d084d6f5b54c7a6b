import { settlesWithin } from '@jsonrpc-kit/core/adapter';
import { messageError } from '../messages/message-error.js';
import type { PendingWork } from './pending-work.js';

// Those of the time before a test may have faked them.
const timers = { setTimeout, clearTimeout };

/**
 * Waits for the end of what goes on in the background.
 *
 * @throws Error where that takes longer; the message names what it waited for
 */
export async function settledInTime(work: PendingWork, milliseconds: number): Promise<void> {
  if (await settlesWithin(work.end(), milliseconds, timers)) return;
  throw notSettled(work, milliseconds);
}

function notSettled({ names }: PendingWork, milliseconds: number): Error {
  return messageError(
    `Still at work after ${milliseconds} ms: ${names.join(', ')}. ` +
      'A request, a notification, a teardown or a background task of it does not end.',
  );
}
