import type { HttpBody } from '@jsonrpc-kit/core/adapter';

/**
 * Returns what the promise gives, `'timed-out'` where it takes longer than `timeout` milliseconds, and
 * `'aborted'` where it rejects: the client went away, or other code has taken the stream.
 */
export async function readWithin(timeout: number, body: Promise<HttpBody>): Promise<HttpBody> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timedOut = new Promise<HttpBody>((resolve) => {
    if (timeout === Infinity) return;
    timer = setTimeout(resolve, timeout, { kind: 'timed-out' });
  });
  try {
    return await Promise.race([body, timedOut]);
  } catch {
    return { kind: 'aborted' };
  } finally {
    clearTimeout(timer);
  }
}
