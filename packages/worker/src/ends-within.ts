import { setTimeout as delay } from 'node:timers/promises';

/** Whether the promise is fulfilled in so many milliseconds. */
export async function endsWithin(end: Promise<unknown>, milliseconds: number): Promise<boolean> {
  const timer = new AbortController();
  const isLate = delay(milliseconds, false, { signal: timer.signal }).catch(() => false);
  const hasEnded = await Promise.race([end.then(() => true), isLate]);
  timer.abort();
  return hasEnded;
}
