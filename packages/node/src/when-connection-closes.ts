import type { Socket } from 'node:net';

const waiting = new WeakMap<Socket, Set<() => void>>();

/**
 * Calls back when the connection has closed, and gives the function that calls that off. All that
 * wait for one connection share a listener: many requests may be under way on it.
 */
export function whenConnectionCloses(socket: Socket, callback: () => void): () => void {
  const callbacks = waiting.get(socket) ?? listenTo(socket);
  callbacks.add(callback);
  return () => {
    callbacks.delete(callback);
  };
}

function listenTo(socket: Socket): Set<() => void> {
  const callbacks = new Set<() => void>();
  waiting.set(socket, callbacks);
  socket.once('close', () => {
    for (const callback of callbacks) callback();
  });
  return callbacks;
}
