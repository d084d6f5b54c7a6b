import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Api, type Entrypoint } from '@jsonrpc-kit/core';
import { jsonRpc } from '@jsonrpc-kit/node';
import { acceptWebSockets } from '@jsonrpc-kit/node/websocket';
import { WebSocket } from 'ws';

// oxlint-disable-next-line typescript/no-explicit-any -- a test reads members of any message
export type Message = any;

/** Serves an entrypoint over HTTP and WebSocket. */
export async function serve(
  entrypoint: Entrypoint,
  prepare: (api: Api) => void = () => undefined,
): Promise<TestServer> {
  const api = new Api().bindEntrypoint(entrypoint);
  prepare(api);
  const server = createServer(jsonRpc(api)).listen(0);
  acceptWebSockets(server, api);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    api,
    connect: () => TestClient.connect(`ws://localhost:${port}${entrypoint.path}`),
    close: async () => {
      server.close();
      await api.close();
    },
  };
}

export interface TestServer {
  readonly api: Api;
  connect(): Promise<TestClient>;
  close(): Promise<void>;
}

/** A client that keeps what it receives. */
export class TestClient {
  readonly received: Message[] = [];
  readonly socket: WebSocket;
  #waiters: { readonly count: number; readonly resolve: () => void }[] = [];
  #nextId = 0;

  constructor(socket: WebSocket) {
    this.socket = socket;
    socket.on('message', (data: Buffer) => {
      this.received.push(JSON.parse(data.toString()));
      this.#waiters = this.#waiters.filter(({ count, resolve }) => {
        if (count <= this.received.length) resolve();
        return count > this.received.length;
      });
    });
  }

  static async connect(url: string): Promise<TestClient> {
    const client = new TestClient(new WebSocket(url));
    await once(client.socket, 'open');
    return client;
  }

  /** Sends a call, without waiting for the response. */
  call(method: string, params: object = {}, members: object = {}): void {
    this.#nextId += 1;
    const call = { jsonrpc: '2.0', id: this.#nextId, method, params, ...members };
    this.socket.send(JSON.stringify(call));
  }

  /** Waits until this number of messages is received. */
  async receive(count: number): Promise<readonly Message[]> {
    if (this.received.length < count) {
      await new Promise<void>((resolve) => this.#waiters.push({ count, resolve }));
    }
    return this.received;
  }

  /** Waits for a message, or finds it among those that were received before. */
  async find(is: (message: Message) => boolean): Promise<Message> {
    for (let count = 0; ; count += 1) {
      await this.receive(count + 1);
      if (is(this.received[count])) return this.received[count];
    }
  }
}
