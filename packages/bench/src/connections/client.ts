import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

const UPGRADE =
  'GET / HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n' +
  'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n';

/** An event, whose JSON has 200 bytes. */
export const EVENT = { text: 'x'.repeat(189) };

/** An event of 16 KB. */
export const LARGE_EVENT = { text: 'x'.repeat(16_384) };

/** Returns the notification with the event. */
export function notification(subscription: string, event: object = EVENT): string {
  const params = { subscription, result: event };
  return JSON.stringify({ jsonrpc: '2.0', method: 'events', params });
}

export const SUBSCRIPTION: string = 'f'.repeat(32);

/** The bytes of a frame with the notification. The head of a frame of these sizes has four bytes. */
const frameBytes = (event: object): number => 4 + notification(SUBSCRIPTION, event).length;

const SUBSCRIBE = frame('{"jsonrpc":"2.0","id":1,"method":"events.subscribe"}');

/** Returns a text frame of less than 126 bytes, with a mask of zeros. */
function frame(text: string): Buffer {
  return Buffer.concat([Buffer.from([0x81, 0x80 | text.length, 0, 0, 0, 0]), Buffer.from(text)]);
}

/** Clients that only count what they receive, so that they take little of the machine. */
export class Clients {
  readonly #sockets: Socket[] = [];
  #received = 0;
  #expected = 0;
  #onReceived = (): void => undefined;

  /** Opens connections, and subscribes with each of them. */
  async open(port: number, count: number, { subscribe }: { subscribe: boolean }): Promise<void> {
    const openAll = async (): Promise<void> => {
      while (this.#sockets.length < count) await this.#openOne(port, subscribe);
    };
    await Promise.all(Array.from({ length: 20 }, openAll));
  }

  async #openOne(port: number, subscribe: boolean): Promise<void> {
    const socket = connect(port, '127.0.0.1');
    this.#sockets.push(socket);
    socket.write(UPGRADE);
    await once(socket, 'data');
    if (subscribe) {
      socket.write(SUBSCRIBE);
      await once(socket, 'data');
    }
    socket.on('data', (data) => this.#count(data.length));
  }

  /** Opens a connection that subscribes, and then reads nothing. Returns it. */
  static async stall(port: number): Promise<Socket> {
    const clients = new Clients();
    await clients.open(port, 1, { subscribe: true });
    const [socket] = clients.#sockets;
    if (socket === undefined) throw new Error('The connection was not opened');
    return socket.pause();
  }

  /** Resolves when every client has received the notification. */
  async receive(event: object = EVENT): Promise<void> {
    this.#expected = frameBytes(event) * this.#sockets.length;
    if (this.#received < this.#expected) {
      await new Promise<void>((resolve) => {
        this.#onReceived = resolve;
      });
    }
    this.#received -= this.#expected;
  }

  async close(): Promise<void> {
    await Promise.all(
      this.#sockets.splice(0).map((socket) => {
        socket.destroy();
        return once(socket, 'close');
      }),
    );
  }

  #count(bytes: number): void {
    this.#received += bytes;
    if (this.#received >= this.#expected) this.#onReceived();
  }
}
