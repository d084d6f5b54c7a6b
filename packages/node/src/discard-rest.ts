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
  let bytes = 0;
  const { socket } = incoming;
  const cutWhenTooLong = (): void => {
    if (bytes > MAX_BYTES && outgoing.writableFinished) socket.destroy();
  };
  incoming.on('data', (chunk: Uint8Array) => {
    bytes += chunk.length;
    cutWhenTooLong();
  });
  outgoing.once('finish', () => {
    cutWhenTooLong();
    if (incoming.complete) return;
    const timer = setTimeout(() => socket.destroy(), MAX_MILLISECONDS).unref();
    incoming.once('close', () => clearTimeout(timer));
  });
  // Somebody in front may have paused it.
  incoming.resume();
}
