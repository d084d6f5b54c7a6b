import { once } from 'node:events';
import { WebSocket } from 'ws';

/** A message from the server. */
type Message = Readonly<Record<string, unknown>>;

/** A connection to a server of the bank, as a customer. */
export class SocketClient {
  readonly received: Message[] = [];
  readonly #socket: WebSocket;

  constructor(origin: string, headers: Readonly<Record<string, string>>) {
    const url = `${origin.replace('http', 'ws')}/api/v1/jsonrpc`;
    this.#socket = new WebSocket(url, { headers });
    this.#socket.on('message', (data: Buffer) => {
      this.received.push(JSON.parse(data.toString()) as Message);
    });
  }

  /** Resolves to the response to a call, which may have further members. */
  async call(method: string, params: object, members: object = {}): Promise<Message> {
    if (this.#socket.readyState === WebSocket.CONNECTING) await once(this.#socket, 'open');
    const id = crypto.randomUUID();
    this.#socket.send(JSON.stringify({ jsonrpc: '2.0', id, method, params, ...members }));
    return this.#first((message) => message['id'] === id);
  }

  /** Resolves to the `params` of the first `count` notifications. */
  async notifications(count: number): Promise<readonly unknown[]> {
    await this.#first(() => this.#notifications.length >= count);
    return this.#notifications.slice(0, count).map(({ params }) => params);
  }

  get #notifications(): readonly Message[] {
    return this.received.filter(({ method }) => method !== undefined);
  }

  async #first(isWanted: (message: Message) => boolean): Promise<Message> {
    for (;;) {
      const found = this.received.find(isWanted);
      if (found !== undefined) return found;
      await once(this.#socket, 'message');
    }
  }

  /** Resolves to the HTTP status of an upgrade that the server rejects. */
  async rejection(): Promise<number> {
    this.#socket.on('error', () => undefined);
    const [, response] = await once(this.#socket, 'unexpected-response');
    return response.statusCode;
  }

  close(): void {
    this.#socket.terminate();
  }
}
