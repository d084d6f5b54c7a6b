import type { AddressInfo, Server } from 'node:net';
import { onTestFinished } from 'vitest';

/** Listens on a free port until the test ends. */
export async function listen(server: Server & { closeAllConnections?(): void }): Promise<number> {
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections?.();
  });
  return (server.address() as AddressInfo).port;
}
