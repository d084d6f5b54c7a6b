import type { AddressInfo } from 'node:net';
import type { Server as HttpServer } from 'node:http';
import type { Serving } from './server.js';

/** Starts the server on a free port of this machine. */
export async function listen(server: HttpServer): Promise<Serving> {
  await new Promise<void>((listening) => {
    server.listen(0, '127.0.0.1', listening);
  });
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}
