import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer, type ServerType } from '@hono/node-server';
import { listenRefusal, type ServerSettings } from '@jsonrpc-kit/example-bank';
import type { Hono } from 'hono';

/**
 * Serves the app. Fulfilled as soon as it really listens.
 *
 * @throws Error with a message for whoever starts the server, where the port can't be had
 */
export async function listen(app: Hono, settings: ServerSettings): Promise<Listening> {
  const server = createAdaptorServer({ fetch: app.fetch });
  server.listen(settings.port, settings.host);
  try {
    await once(server, 'listening');
  } catch (error) {
    throw listenRefusal(error, settings);
  }
  // Only a server on a pipe has an address of another kind.
  return { server, address: server.address() as AddressInfo };
}

/** A server and where it can be reached, which says the port where any was asked for. */
export interface Listening {
  readonly server: ServerType;
  readonly address: AddressInfo;
}
