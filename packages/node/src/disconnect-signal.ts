import type { IncomingMessage, ServerResponse } from 'node:http';
import { whenOver } from './when-over.js';

/** A signal that fires when the client goes away before it was answered, or has done so already. */
export function disconnectSignal(incoming: IncomingMessage, outgoing: ServerResponse): AbortSignal {
  const controller = new AbortController();
  whenOver(incoming, outgoing, (wasSent) => {
    if (wasSent) return;
    controller.abort(new DOMException('The client disconnected', 'AbortError'));
  });
  return controller.signal;
}
