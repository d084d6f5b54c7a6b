import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** A way to a server that a test can break: `'refused'` closes all connections, `'silent'` passes nothing on. */
export type Break = 'refused' | 'silent';

/** Passes connections on to the server of a URL, as long as it isn't broken. */
export class BreakableProxy {
  /** The URL of the server by way of the proxy. */
  readonly url: string;
  readonly #server: Server;
  readonly #target: URL;
  readonly #pairs = new Set<readonly [client: Socket, upstream: Socket]>();
  #broken: Break | undefined;

  private constructor(server: Server, target: URL) {
    this.#server = server;
    this.#target = target;
    const url = new URL(target);
    url.port = String((server.address() as AddressInfo).port);
    this.url = url.href;
    server.on('connection', (client) => this.#accept(client));
  }

  static async open(target: string): Promise<BreakableProxy> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new BreakableProxy(server, new URL(target));
  }

  break(how: Break): void {
    this.#broken = how;
    for (const pair of this.#pairs) {
      for (const socket of pair) {
        if (how === 'refused') socket.destroy();
        else socket.pause();
      }
    }
  }

  repair(): void {
    this.#broken = undefined;
    for (const pair of this.#pairs) {
      for (const socket of pair) socket.resume();
    }
  }

  close(): void {
    this.break('refused');
    this.#server.close();
  }

  #accept(client: Socket): void {
    if (this.#broken === 'refused') {
      client.destroy();
      return;
    }
    const upstream = connect(Number(this.#target.port), this.#target.hostname);
    const pair = [client, upstream] as const;
    this.#pairs.add(pair);
    for (const [from, to] of [pair, pair.toReversed() as [Socket, Socket]]) {
      from.on('data', (data) => to.write(data));
      from.on('error', () => undefined);
      from.on('close', () => {
        to.destroy();
        this.#pairs.delete(pair);
      });
      if (this.#broken === 'silent') from.pause();
    }
  }
}
