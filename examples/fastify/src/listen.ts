import type { AddressInfo } from 'node:net';
import { listenRefusal, type ServerSettings } from '@jsonrpc-kit/example-bank';
import type { FastifyInstance } from 'fastify';

/**
 * Serves the app. Fulfilled as soon as it really listens, with the address where it can be reached,
 * which says the port where any was asked for.
 *
 * @throws Error with a message for whoever starts the server, where the port can't be had
 */
export async function listen(app: FastifyInstance, settings: ServerSettings): Promise<AddressInfo> {
  const { host, port } = settings;
  await app.ready();
  try {
    await app.listen({ host, port });
  } catch (error) {
    throw listenRefusal(error, settings);
  }
  // Only a server on a pipe has an address of another kind.
  return app.server.address() as AddressInfo;
}
