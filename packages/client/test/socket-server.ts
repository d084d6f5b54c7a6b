import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { type WebSocket, WebSocketServer } from 'ws';

/** A request object that a client has sent. */
export interface ReceivedCall {
  readonly id?: number;
  readonly method: string;
  readonly params?: unknown;
  readonly cursor?: string;
  readonly progressToken?: number;
}

/** The server's end of a connection. */
export interface Peer {
  readonly socket: WebSocket;
  readonly send: (message: unknown) => void;
  readonly sendText: (text: string) => void;
}

/** A server that a test scripts. */
export interface ScriptedServer {
  readonly url: string;
  /** All messages of all connections, decoded. */
  readonly received: (ReceivedCall | readonly ReceivedCall[])[];
  readonly connections: () => number;
}

/** Serves WebSockets until the test ends. `react` is called for each message, with the number of its connection. */
export async function serveSockets(
  react: (call: ReceivedCall, peer: Peer, connection: number) => void,
): Promise<ScriptedServer> {
  const received: (ReceivedCall | readonly ReceivedCall[])[] = [];
  let connections = 0;
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  await once(server, 'listening');
  onTestFinished(() => {
    for (const client of server.clients) client.terminate();
    server.close();
  });
  server.on('connection', (socket) => {
    connections += 1;
    const connection = connections;
    const peer: Peer = {
      socket,
      send: (message) => socket.send(JSON.stringify(message)),
      sendText: (text) => socket.send(text),
    };
    socket.on('message', (data: Buffer) => {
      const message = JSON.parse(data.toString()) as ReceivedCall;
      received.push(message);
      react(message, peer, connection);
    });
  });
  const { port } = server.address() as AddressInfo;
  return { url: `ws://127.0.0.1:${port}/`, received, connections: () => connections };
}
