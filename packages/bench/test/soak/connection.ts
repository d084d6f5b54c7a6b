import { setTimeout as wait } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { Inbox, type Subscribed } from './inbox.js';
import { call, check, type Client, type JsonRpcResponse, soak } from './observations.js';

/** A connection to the soak's methods over a WebSocket. */
export class Connection {
  readonly #client: Client;
  readonly inbox: Inbox;
  readonly #socket: WebSocket;
  #nextId = 1;
  #hasLeft = false;

  /** @param mayEnd Whether the server may end the connection, because the client reads nothing. */
  constructor(client: Client, { mayEnd = false } = {}) {
    const { seen } = client;
    this.#client = client;
    this.inbox = new Inbox(seen);
    this.#socket = new WebSocket(soak(client).replace('http', 'ws'));
    this.#socket.on('open', () => this.inbox.changed());
    this.#socket.on('message', (data: Buffer) => this.inbox.receive(data.toString()));
    this.#socket.on('close', (code) => {
      if (!this.#hasLeft && !mayEnd) seen.interrupted.push(`A connection, with the code ${code}`);
      this.inbox.end();
    });
    // A close event follows each error.
    this.#socket.on('error', () => undefined);
  }

  /** Waits until the connection is open. Returns false if it can't be opened. */
  opened(): Promise<boolean> {
    return this.inbox.until(() => this.#socket.readyState === WebSocket.OPEN);
  }

  /** Sends a request, and returns its id. */
  send(method: string, params: object = {}): number {
    const request = call(method, params, this.#nextId);
    this.#nextId += 1;
    this.inbox.expect(request);
    this.#socket.send(JSON.stringify(request));
    return request.id;
  }

  notify(method: string, params: object): void {
    this.#socket.send(JSON.stringify(call(method, params)));
  }

  call(method: string, params: object = {}): Promise<JsonRpcResponse | undefined> {
    return this.inbox.response(this.send(method, params));
  }

  /** Returns undefined if the connection ends first, or the server rejects the call for its limits. */
  async subscribe(name: string, params: object = {}): Promise<Subscribed | undefined> {
    const response = await this.call(`${name}.subscribe`, params);
    check(this.#client, response, ({ result }) => typeof result === 'string');
    return this.inbox.subscription(response);
  }

  /** Waits until a subscription has delivered this number of events. */
  async receive(subscribed: Subscribed, count: number): Promise<void> {
    await this.inbox.until(() => subscribed.newest >= count || !subscribed.isOpen);
  }

  async unsubscribe(name: string, subscribed: Subscribed): Promise<void> {
    const response = await this.call(`${name}.unsubscribe`, { subscription: subscribed.id });
    const isOpen = subscribed.lastWord === undefined;
    check(this.#client, response, ({ result }) => result === isOpen);
  }

  /** Reads nothing for a time. */
  async stall(milliseconds: number): Promise<void> {
    this.#socket.pause();
    await wait(milliseconds);
    this.#socket.resume();
  }

  async close(): Promise<void> {
    this.#hasLeft = true;
    this.#socket.close();
    await this.inbox.until(() => this.inbox.isOver);
  }

  /** Disconnects without closing the connection. */
  cut(): void {
    this.#hasLeft = true;
    this.#socket.terminate();
  }
}
