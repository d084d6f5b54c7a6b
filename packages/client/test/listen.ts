import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** Serves on loopback until the test is over, and gives the address. */
export async function listen(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await new Promise<void>((listening) => {
    server.listen(0, '127.0.0.1', listening);
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

/** A request that came in, with its body read, and what answers it. */
export interface Arrived {
  readonly body: string;
  readonly response: ServerResponse;
  /** Fulfilled when the connection is closed. */
  readonly closed: Promise<void>;
}

export async function arrive(request: IncomingMessage, response: ServerResponse): Promise<Arrived> {
  const closed = new Promise<void>((resolve) => {
    response.once('close', resolve);
  });
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return { body: Buffer.concat(chunks).toString(), response, closed };
}
