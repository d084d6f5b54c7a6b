import type { RequestListener, Server } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server with the methods of the audit, written as its maker shows it. */
export interface Peer {
  /** Its package, whose version is told. */
  readonly name: string;
  /** How it is put behind HTTP. */
  readonly setup: string;
  readonly server: () => Server;
}

export function httpPeer(name: string, setup: string, listener: () => RequestListener): Peer {
  return { name, setup, server: () => createServer(listener()) };
}

/** Serves on loopback while `use` runs. */
export async function servePeer<Result>(
  peer: Peer,
  use: (url: string) => Promise<Result>,
): Promise<Result> {
  const server = peer.server();
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  try {
    return await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}
