import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Reports that this process is ready, replies to questions, and exits when its parent disconnects. */
export function replyToParent(ready: object, reply: (question: string) => unknown): void {
  process.on('message', (question: string) => {
    // oxlint-disable-next-line typescript/no-floating-promises -- a failure has to end the process
    Promise.resolve(reply(question)).then((message) => process.send?.(message));
  });
  process.once('disconnect', () => process.exit());
  process.send?.(ready);
}

/** Listens on a free port of the loopback interface. */
export async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}
