import { messageError } from '../messages/message-error.js';
import type { BackgroundWork } from './background-work.js';

// Those of the time before a test may have faked them.
const { setTimeout, clearTimeout } = globalThis;

/**
 * Waits for the end of what goes on in the background.
 *
 * @throws Error where that takes longer; the message names what it waited for
 */
export async function settledInTime(work: BackgroundWork, milliseconds: number): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(notSettled(work, milliseconds)), milliseconds);
  });
  try {
    await Promise.race([work.end(), timeout]);
  } finally {
    clearTimeout(timer);
  }
}

function notSettled({ names }: BackgroundWork, milliseconds: number): Error {
  return messageError(
    `Still at work after ${milliseconds} ms: ${names.join(', ')}. ` +
      'A request, a notification, a teardown or a background task of it does not end.',
  );
}
