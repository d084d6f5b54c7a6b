import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer, type ServerType } from '@hono/node-server';
import type { ServerSettings } from '@jsonrpc-kit/example-bank';
import type { Hono } from 'hono';

/**
 * Serves the app. Fulfilled as soon as it really listens.
 *
 * @throws Error with a message for whoever starts the server, where the port can't be had
 */
export async function listen(app: Hono, { host, port }: ServerSettings): Promise<Listening> {
  const server = createAdaptorServer({ fetch: app.fetch });
  server.listen(port, host);
  try {
    await once(server, 'listening');
  } catch (error) {
    throw new Error(refusal(error as NodeJS.ErrnoException, host, port), { cause: error });
  }
  // Only a server on a pipe has an address of another kind.
  return { server, address: server.address() as AddressInfo };
}

/** A server and where it can be reached, which says the port where any was asked for. */
export interface Listening {
  readonly server: ServerType;
  readonly address: AddressInfo;
}

function refusal({ code, message }: NodeJS.ErrnoException, host: string, port: number): string {
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} of ${host} is taken; set PORT to another one, or to 0 for any`;
    case 'EACCES':
      return `Port ${port} of ${host} is not for this user; set PORT to one above 1023`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `This machine has no address ${host}; set HOST to another one`;
    default:
      return `Can't listen on port ${port} of ${host}: ${message}`;
  }
}
