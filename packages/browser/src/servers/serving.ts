import { once } from 'node:events';
import type { Server as HttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Serving } from './server.js';

/** Has the server listen on a free port of this machine. */
export async function serving(server: HttpServer): Promise<Serving> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // Only a server on a pipe has an address of another kind.
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      // A browser keeps its connections open.
      server.closeAllConnections();
      await closed;
    },
  };
}
