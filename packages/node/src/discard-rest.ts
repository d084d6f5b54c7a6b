import type { IncomingMessage, ServerResponse } from 'node:http';
import type { HttpResponse } from '@jsonrpc-kit/core/adapter';

/** How long, and for how many bytes, a client may go on sending after its response. */
const MAX_MILLISECONDS = 5_000;
const MAX_BYTES = 64 * 1024 * 1024;

/**
 * Discards the rest of a body when the response comes before its end, since a client that is not read
 * from may never read its response. The connection stays usable if the body ends within bounds, and is
 * closed otherwise; after `connection: close` it is closed as soon as the response has been sent.
 */
export function discardRest(
  { incoming, outgoing }: { incoming: IncomingMessage; outgoing: ServerResponse },
  { headers }: Pick<HttpResponse, 'headers'>,
): void {
  // A request that was injected has no socket, and is never `complete`.
  if (incoming.readableEnded) return;
  const closes = endsConnection(headers);
  const { stream } = outgoing as Http2Response;
  const cut = (): void => {
    if (stream === undefined) incoming.destroy();
    else stream.close();
  };
  let bytes = 0;
  const cutWhenTooLong = (): void => {
    if (bytes > MAX_BYTES && outgoing.writableFinished) cut();
  };
  incoming.on('data', (chunk: Uint8Array) => {
    bytes += chunk.length;
    cutWhenTooLong();
  });
  (stream ?? outgoing).once('finish', () => {
    // After `connection: close` Node itself closes a connection of HTTP/1.
    if (closes && stream !== undefined) cut();
    cutWhenTooLong();
    if (incoming.complete || incoming.readableEnded) return;
    const timer = setTimeout(cut, MAX_MILLISECONDS).unref();
    const isOver = (): void => clearTimeout(timer);
    incoming.once('end', isOver).once('close', isOver);
  });
  // Middleware in front may have paused it.
  incoming.resume();
}

/** A response on HTTP/2 has a stream, without whose end it never finishes. */
type Http2Response = ServerResponse & {
  readonly stream?: { close(): void; once(event: 'finish', listener: () => void): unknown };
};

function endsConnection(headers: HttpResponse['headers']): boolean {
  return [...(headers ?? [])].some(([name, value]) => name === 'connection' && value === 'close');
}
