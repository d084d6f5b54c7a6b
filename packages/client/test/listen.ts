import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** Listens on a loopback port until the test ends, and returns the URL. */
export async function listen(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

/** A request whose body has been read, and the response to write. */
export interface ReceivedRequest {
  readonly body: string;
  readonly response: ServerResponse;
  /** Resolves when the connection is closed. */
  readonly closed: Promise<void>;
}

export async function receiveRequest(
  request: IncomingMessage,
  response: ServerResponse,
): Promise<ReceivedRequest> {
  const closed = new Promise<void>((resolve) => {
    response.once('close', resolve);
  });
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return { body: Buffer.concat(chunks).toString(), response, closed };
}
