import { on, once } from 'node:events';
import { WebSocket } from 'ws';
import { JSON_RPC, type Protocol } from './protocols.js';

/** An event, whose JSON has 200 bytes. */
export const EVENT = { text: 'x'.repeat(189) };

/** An event of 16 KB. */
export const LARGE_EVENT = { text: 'x'.repeat(16_384) };

/** What the messages with an event contain, and no other message. */
const EVENT_TEXT = Buffer.from(EVENT.text);

/** The heartbeat of socket.io, which is a message. The client replies with `3`. */
const PING = Buffer.from('2');

const MAX_WAIT = 60_000;

/** Clients that only count the events that they receive, so that they take little of the machine. */
export class Clients {
  readonly #sockets: WebSocket[] = [];
  /** The number of events that each client has received. */
  readonly #counts: number[] = [];
  #received = 0;
  #events = 0;
  #onReceived = (): void => undefined;

  /** Opens connections, and subscribes with each of them. */
  async open(port: number, count: number, protocol: Protocol): Promise<void> {
    const openAll = async (): Promise<void> => {
      while (this.#sockets.length < count) await this.#openOne(port, protocol);
    };
    await Promise.all(Array.from({ length: 20 }, openAll));
  }

  async #openOne(port: number, { path = '', subprotocol, steps }: Protocol): Promise<void> {
    const options = { perMessageDeflate: false, skipUTF8Validation: true };
    const socket = new WebSocket(`ws://127.0.0.1:${port}/${path}`, subprotocol, options);
    const client = this.#sockets.push(socket) - 1;
    this.#counts.push(0);
    socket.on('message', (data: Buffer) => {
      if (data.includes(EVENT_TEXT)) this.#count(client);
      else if (data.equals(PING)) socket.send('3');
    });
    const replies = on(socket, 'message', { close: ['close'] });
    await once(socket, 'open');
    for (const messages of steps) {
      for (const message of messages) socket.send(message);
      const { done } = await replies.next();
      if (done === true) throw new Error(`The server closed the connection of client ${client}`);
    }
    await replies.return?.();
  }

  /** Opens a connection that subscribes, and then reads nothing. Returns it. */
  static async stall(port: number): Promise<WebSocket> {
    const clients = new Clients();
    await clients.open(port, 1, JSON_RPC);
    const [socket] = clients.#sockets;
    if (socket === undefined) throw new Error('The connection was not opened');
    socket.pause();
    return socket;
  }

  /**
   * Resolves when every client has received one more event.
   *
   * @throws Error if a client has received fewer or more events
   */
  async receive(): Promise<void> {
    this.#events += 1;
    if (this.#received < this.#expected) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, MAX_WAIT);
        this.#onReceived = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    const wrong = this.#counts.filter((count) => count !== this.#events).length;
    if (wrong > 0) {
      throw new Error(`${wrong} clients have not received exactly ${this.#events} events`);
    }
  }

  async close(): Promise<void> {
    await Promise.all(
      this.#sockets.splice(0).map((socket) => {
        socket.terminate();
        return once(socket, 'close');
      }),
    );
  }

  get #expected(): number {
    return this.#events * this.#counts.length;
  }

  #count(client: number): void {
    this.#counts[client] = (this.#counts[client] ?? 0) + 1;
    this.#received += 1;
    if (this.#received >= this.#expected) this.#onReceived();
  }
}
