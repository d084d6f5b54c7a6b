import type { IncomingMessage, ServerResponse } from 'node:http';

/** How long, and for how many bytes, a client may go on sending that has its answer. */
const MAX_MILLISECONDS = 5_000;
const MAX_BYTES = 64 * 1024 * 1024;

/**
 * For an answer that leaves before the body has come: what still comes is thrown away, for a client
 * that is not read from may never get to read its answer. The connection stays usable when that ends
 * within bounds, and is cut otherwise.
 */
export function discardRest(incoming: IncomingMessage, outgoing: ServerResponse): void {
  // A request that was injected has no socket, and is never `complete`.
  if (incoming.readableEnded) return;
  let bytes = 0;
  const cutWhenTooLong = (): void => {
    if (bytes > MAX_BYTES && outgoing.writableFinished) incoming.destroy();
  };
  incoming.on('data', (chunk: Uint8Array) => {
    bytes += chunk.length;
    cutWhenTooLong();
  });
  outgoing.once('finish', () => {
    cutWhenTooLong();
    if (incoming.complete || incoming.readableEnded) return;
    const timer = setTimeout(() => incoming.destroy(), MAX_MILLISECONDS).unref();
    const isOver = (): void => clearTimeout(timer);
    incoming.once('end', isOver).once('close', isOver);
  });
  // Somebody in front may have paused it.
  incoming.resume();
}
