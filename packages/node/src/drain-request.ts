import type { ServerResponse } from 'node:http';
import type { HttpResponse } from '@jsonrpc-kit/core/adapter';
import type { NodeExchange } from './on-finished.js';

/** For how long, and how many bytes, a client may continue sending after the response has been sent. */
const MAX_MILLISECONDS = 5_000;
const MAX_BYTES = 64 * 1024 * 1024;

/**
 * Discards the rest of a body if the response is sent before the body is complete. Otherwise the client
 * might never read the response, because it is still sending. If the body ends within the limits, the
 * connection stays usable; otherwise it is closed. With `connection: close`, it is closed as soon as
 * the response has been sent.
 */
export function drainRequest(
  exchange: NodeExchange,
  response: Pick<HttpResponse, 'headers'>,
): void {
  const { incoming, outgoing } = exchange;
  // An injected request has no socket, and is never `complete`.
  if (incoming.readableEnded) return;
  const endsConnection = hasConnectionClose(response.headers);
  const { stream } = outgoing as Http2Response;
  const closeConnection = (): void => {
    if (stream === undefined) incoming.destroy();
    else stream.close();
  };
  let bytes = 0;
  const closeIfTooLong = (): void => {
    if (bytes > MAX_BYTES && outgoing.writableFinished) closeConnection();
  };
  incoming.on('data', (chunk: Uint8Array) => {
    bytes += chunk.length;
    closeIfTooLong();
  });
  (stream ?? outgoing).once('finish', () => {
    // On HTTP/1, Node itself closes the connection.
    if (endsConnection && stream !== undefined) closeConnection();
    closeIfTooLong();
    if (incoming.complete || incoming.readableEnded) return;
    const timer = setTimeout(closeConnection, MAX_MILLISECONDS).unref();
    const stopTimer = (): void => clearTimeout(timer);
    incoming.once('end', stopTimer).once('close', stopTimer);
  });
  // Middleware may have paused the request.
  incoming.resume();
}

/** A response on HTTP/2 finishes only when its stream does. */
type Http2Response = ServerResponse & {
  readonly stream?: { close(): void; once(event: 'finish', listener: () => void): unknown };
};

function hasConnectionClose(headers: HttpResponse['headers']): boolean {
  return [...(headers ?? [])].some(([name, value]) => name === 'connection' && value === 'close');
}
