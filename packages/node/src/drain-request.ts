import type { ServerResponse } from 'node:http';
import type { HttpResponse } from '@jsonrpc-kit/core/adapter';
import type { NodeExchange } from './on-finished.js';

/** How long, and for how many bytes, a client may go on sending after its response. */
const MAX_MILLISECONDS = 5_000;
const MAX_BYTES = 64 * 1024 * 1024;

/**
 * Discards the rest of a body when the response comes before its end: a client whose bytes aren't read
 * may never read its response. The connection stays usable if the body ends within the bounds, and is
 * closed otherwise. After `connection: close` it is closed as soon as the response has been sent.
 */
export function drainRequest(
  { incoming, outgoing }: NodeExchange,
  { headers }: Pick<HttpResponse, 'headers'>,
): void {
  // A request that was injected has no socket, and is never `complete`.
  if (incoming.readableEnded) return;
  const endsConnection = hasConnectionClose(headers);
  const { stream } = outgoing as Http2Response;
  const cut = (): void => {
    if (stream === undefined) incoming.destroy();
    else stream.close();
  };
  let bytes = 0;
  const cutIfTooLong = (): void => {
    if (bytes > MAX_BYTES && outgoing.writableFinished) cut();
  };
  incoming.on('data', (chunk: Uint8Array) => {
    bytes += chunk.length;
    cutIfTooLong();
  });
  (stream ?? outgoing).once('finish', () => {
    // On HTTP/1, Node itself closes the connection.
    if (endsConnection && stream !== undefined) cut();
    cutIfTooLong();
    if (incoming.complete || incoming.readableEnded) return;
    const timer = setTimeout(cut, MAX_MILLISECONDS).unref();
    const stopTimer = (): void => clearTimeout(timer);
    incoming.once('end', stopTimer).once('close', stopTimer);
  });
  // Middleware may have paused it.
  incoming.resume();
}

/** A response on HTTP/2 finishes only when its stream does. */
type Http2Response = ServerResponse & {
  readonly stream?: { close(): void; once(event: 'finish', listener: () => void): unknown };
};

function hasConnectionClose(headers: HttpResponse['headers']): boolean {
  return [...(headers ?? [])].some(([name, value]) => name === 'connection' && value === 'close');
}
