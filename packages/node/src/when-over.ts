import type { IncomingMessage, ServerResponse } from 'node:http';
import { whenConnectionCloses } from './when-connection-closes.js';

/** Whether nothing of the response has still to leave, or can. */
export function isOver(incoming: IncomingMessage, outgoing: ServerResponse): boolean {
  return outgoing.writableFinished || outgoing.destroyed || incoming.socket.destroyed;
}

/**
 * Calls back once, when the response was handed to the operating system or its client is gone; at
 * once where that is so already. `wasSent` says which.
 */
export function whenOver(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  callback: (wasSent: boolean) => void,
): void {
  if (isOver(incoming, outgoing)) {
    callback(outgoing.writableFinished);
    return;
  }
  const over = (wasSent: boolean): void => {
    outgoing.off('finish', onFinish).off('close', onClose);
    forgetConnection();
    callback(wasSent);
  };
  const onFinish = (): void => over(true);
  const onClose = (): void => over(false);
  outgoing.on('finish', onFinish).on('close', onClose);
  // A response that waits behind others on its connection hears nothing when that closes.
  const forgetConnection = whenConnectionCloses(incoming.socket, onClose);
}
