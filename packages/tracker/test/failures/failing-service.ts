import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { Api, dependency, Entrypoint, header, signal } from '@jsonrpc-kit/core';
import { rateLimit } from '@jsonrpc-kit/core/rate-limit';
import { jsonRpc } from '@jsonrpc-kit/node';
import { acceptWebSockets } from '@jsonrpc-kit/node/websocket';
import * as v from 'valibot';
import { WebSocket } from 'ws';

/** What is planted into the service. */
export type Failure =
  | 'slow database'
  | 'hung dependency'
  | 'stalled reader'
  | 'flood from one caller';

/** A service under load whose parts can fail. */
export interface FailingService {
  /** Plants a failure. Returns a function that ends it. */
  plant(failure: Failure): () => void;
  close(): Promise<void>;
}

const EVENT = 'x'.repeat(60_000);

/** Starts the service, and clients that call and subscribe until it is closed. */
export async function startFailingService(): Promise<FailingService> {
  let databaseDelay = 5;
  let hung: Promise<void> | undefined;
  const database = dependency({}, () => wait(databaseDelay), { name: 'database' });
  const partner = dependency({}, () => hung, { name: 'partner' });

  const rpc = new Entrypoint('/rpc', {
    timeout: 2_000,
    rateLimit: rateLimit({
      points: 30,
      duration: 1,
      key: (request) => request.header('caller') ?? '',
    }),
  });
  rpc.method('transfer', { args: { database, caller: header(v.string()) } }, () => null);
  rpc.method('exchangeRates', { args: { partner } }, () => []);
  rpc.method('ping', {}, () => 'pong');
  rpc.subscription('prices', { args: { signal } }, async function* ({ signal: ended }) {
    while (!ended.aborted) {
      yield EVENT;
      await wait(50);
    }
  });

  const api = new Api({ logger: { warn: () => undefined, error: () => undefined } });
  const server = createServer(jsonRpc(api.bindEntrypoint(rpc))).listen(0, '127.0.0.1');
  acceptWebSockets(server, api);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;

  const load = new Load(`127.0.0.1:${port}`);
  load.repeat('transfer', 10);
  load.repeat('exchangeRates', 10);
  load.repeat('ping', 10);
  const readers = await Promise.all([load.subscribe(), load.subscribe()]);

  return {
    plant: (failure) => {
      switch (failure) {
        case 'slow database':
          databaseDelay = 400;
          return () => void (databaseDelay = 5);
        case 'hung dependency': {
          let release = (): void => undefined;
          hung = new Promise((resolve) => (release = resolve));
          return () => {
            hung = undefined;
            release();
          };
        }
        case 'stalled reader': {
          readers[0]?.pause();
          return () => readers[0]?.resume();
        }
        case 'flood from one caller':
          return load.repeat('ping', 100, 'mallory');
      }
    },
    close: async () => {
      load.stop();
      await api.close();
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Clients of the service. */
class Load {
  readonly #host: string;
  readonly #stopping = new AbortController();
  readonly #sockets: WebSocket[] = [];

  constructor(host: string) {
    this.#host = host;
  }

  /** Calls a method again and again. Returns a function that ends that. */
  repeat(method: string, perSecond: number, caller: string = method): () => void {
    const send = (): void => {
      void fetch(`http://${this.#host}/rpc`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', caller },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method }),
      })
        .then((response) => response.text())
        // The service is closed while calls are sent.
        .catch(() => undefined);
    };
    const timer = setInterval(send, 1_000 / perSecond);
    const end = (): void => clearInterval(timer);
    this.#stopping.signal.addEventListener('abort', end);
    return end;
  }

  /** Subscribes, and reads all events. */
  async subscribe(): Promise<WebSocket> {
    const socket = new WebSocket(`ws://${this.#host}/rpc`);
    this.#sockets.push(socket);
    await once(socket, 'open');
    socket.send(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'prices.subscribe' }));
    return socket;
  }

  stop(): void {
    this.#stopping.abort();
    for (const socket of this.#sockets) socket.terminate();
  }
}
