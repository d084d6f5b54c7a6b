import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

/** The parts of a server of `node:http` or `node:https` that concern upgrades. */
export interface ServerOfUpgrades {
  /** Returns the number of listeners. */
  listenerCount(event: 'upgrade'): number;
  /** Calls the listeners. */
  emit(event: 'connection' | 'secureConnection', socket: Socket): unknown;
  /** Decides which requests are upgrades. Node 20 doesn't have it. */
  shouldUpgradeCallback?: (incoming: IncomingMessage) => boolean;
}

/**
 * Lets a server respond to a request for another protocol than WebSocket as to any other request (RFC 9110, section
 * 7.8), as it did before it had a listener for upgrades: Java's client asks for HTTP/2 with each call of an `http:` URL.
 * Other listeners for upgrades still get such requests.
 */
export function leaveOtherUpgrades(server: ServerOfUpgrades): void {
  const { shouldUpgradeCallback } = server;
  if (shouldUpgradeCallback === undefined) return;
  server.shouldUpgradeCallback = (incoming) =>
    !isOtherUpgrade(server, incoming) && shouldUpgradeCallback.call(server, incoming);
}

/** Whether no listener of the server knows the protocol that a request asks for. */
export function isOtherUpgrade(server: ServerOfUpgrades, { headers }: IncomingMessage): boolean {
  return server.listenerCount('upgrade') === 1 && headers.upgrade?.toLowerCase() !== 'websocket';
}

/** Reads a request that Node 20 takes for an upgrade again, without the header that asks for the upgrade. */
export function readAsRequest(
  server: ServerOfUpgrades,
  { method, url, httpVersion, rawHeaders }: IncomingMessage,
  raw: Socket,
  head: Buffer,
): void {
  const lines = [`${method} ${url} HTTP/${httpVersion}`];
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? '';
    if (name.toLowerCase() !== 'upgrade') lines.push(`${name}: ${rawHeaders[index + 1]}`);
  }
  raw.unshift(Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), head]));
  server.emit('encrypted' in raw ? 'secureConnection' : 'connection', raw);
}
