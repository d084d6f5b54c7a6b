import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Api, DEFAULT_SEND_TIMEOUT, type HttpResponse } from '@jsonrpc-kit/core/adapter';
import { isOver, whenOver } from './when-over.js';

/**
 * Calls `sent` when the response has been sent or its client is gone, and closes the connection of a
 * client that has not received it within `sendTimeout`; on HTTP/2 it resets the stream. Call it after
 * writing: most responses fit into the buffers of the operating system and need neither a timer nor a
 * listener.
 */
export function watchResponse(
  { incoming, outgoing }: { incoming: IncomingMessage; outgoing: ServerResponse },
  { onSent, sendTimeout = DEFAULT_SEND_TIMEOUT }: Pick<HttpResponse, 'onSent' | 'sendTimeout'>,
  logger: Api['logger'],
): void {
  if (isOver(incoming, outgoing)) {
    void callSent(onSent, logger);
    return;
  }
  let timer: NodeJS.Timeout | undefined;
  const startTimer = (): void => {
    timer = setTimeout(() => outgoing.destroy(), sendTimeout).unref();
  };
  whenOver(incoming, outgoing, () => {
    clearTimeout(timer);
    void callSent(onSent, logger);
  });
  if (sendTimeout === Infinity) return;
  // A pipelined response gets the connection, and its time, when those before it have been sent.
  if ((outgoing.socket as ServerResponse['socket'] | undefined) === null)
    outgoing.once('socket', startTimer);
  else startTimer();
}

/** Calls `sent`, and logs what it throws or rejects with. */
export function callSent(
  sent: HttpResponse['onSent'],
  logger: Api['logger'],
): Promise<void> | undefined {
  if (sent === undefined) return undefined;
  const fail = (err: unknown): void => logger.error({ err }, 'Work after the response failed');
  try {
    return sent().catch(fail);
  } catch (error) {
    fail(error);
    return undefined;
  }
}
