import type { Api } from '../src/api/api.js';
import {
  acceptConnections,
  type ConnectionInput,
  type Socket,
  type UpgradeDecision,
  type UpgradeRequest,
} from '../src/connection.js';

/** What a test can choose for a connection. */
export interface MemoryConnectionOptions {
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Whether the runtime can pause reading. Default: true. */
  readonly canPause?: boolean;
}

/** A frame that the client has received. */
// oxlint-disable-next-line typescript/no-explicit-any -- a test reads members of any message
export type Received = any;

/**
 * The client's end of a connection without a network. Each end keeps what the other one hasn't read, so a
 * client that stops reading fills the buffer of the server, and a paused server that of the client.
 */
export class MemoryClient implements Socket {
  readonly received: Received[] = [];
  readonly texts: string[] = [];
  pings = 0;
  closedWith: { readonly code: number; readonly reason: string } | 'terminated' | undefined;
  reading: Socket['reading'];
  /** Whether the client responds to pings and the closing handshake. */
  isResponsive = true;
  #input: ConnectionInput | undefined;
  #isReading = true;
  #isServerReading = true;
  readonly #toClient: string[] = [];
  readonly #toServer: (string | undefined)[] = [];
  #onDrained: (() => void)[] = [];
  #waiters: { readonly count: number; readonly resolve: () => void }[] = [];
  #onClosed: (() => void)[] = [];
  #sent = 0;

  constructor(canPause: boolean) {
    this.reading = canPause
      ? {
          pause: () => {
            this.#isServerReading = false;
          },
          resume: () => {
            this.#isServerReading = true;
            this.#flushToServer();
          },
        }
      : undefined;
  }

  attach(input: ConnectionInput): void {
    this.#input = input;
  }

  // The server's side of the socket.

  send(text: string, end = ''): void {
    if (this.closedWith !== undefined) throw new Error('A closed socket was written to');
    this.#toClient.push(text + end);
    if (this.#isReading) this.#deliver();
  }

  get bufferedBytes(): number {
    return this.#toClient.reduce((bytes, text) => bytes + text.length, 0);
  }

  get sentBytes(): number {
    return this.#sent;
  }

  onDrained(callback: () => void): void {
    this.#onDrained.push(callback);
    if (this.#toClient.length === 0) queueMicrotask(() => this.#drained());
  }

  readonly ping = (): void => {
    this.pings += 1;
    if (this.isResponsive && this.#isReading) this.#input?.alive();
  };

  close(code: number, reason: string): void {
    this.closedWith ??= { code, reason };
    if (this.isResponsive) queueMicrotask(() => this.#closed());
  }

  terminate(): void {
    this.closedWith ??= 'terminated';
    this.#closed();
  }

  // The client's side of the socket.

  /** Sends a message as JSON. */
  request(message: unknown): void {
    this.sendText(JSON.stringify(message));
  }

  /** @param text undefined for a binary message */
  sendText(text: string | undefined): void {
    this.#toServer.push(text);
    if (this.#isServerReading) this.#flushToServer();
  }

  /** Delivers messages that one read of the runtime contains, which a pause can't stop. */
  sendChunk(texts: readonly string[]): void {
    for (const text of texts) this.#input?.message(text, text.length);
  }

  /** The messages that the server hasn't read. */
  get unread(): number {
    return this.#toServer.length;
  }

  stopReading(): void {
    this.#isReading = false;
  }

  read(): void {
    this.#isReading = true;
    this.#deliver();
  }

  disconnect(): void {
    this.#closed();
  }

  /** Waits until the client has received this number of messages. */
  async receive(count: number): Promise<readonly Received[]> {
    if (this.received.length < count) {
      await new Promise<void>((resolve) => this.#waiters.push({ count, resolve }));
    }
    return this.received;
  }

  whenClosed(): Promise<void> {
    return this.#input === undefined
      ? Promise.resolve()
      : new Promise((resolve) => this.#onClosed.push(resolve));
  }

  #deliver(): void {
    for (const text of this.#toClient.splice(0)) {
      this.#sent += text.length;
      this.texts.push(text);
      this.received.push(JSON.parse(text));
    }
    for (const waiter of this.#waiters.filter(({ count }) => count <= this.received.length)) {
      this.#waiters.splice(this.#waiters.indexOf(waiter), 1);
      waiter.resolve();
    }
    this.#drained();
  }

  #drained(): void {
    for (const callback of this.#onDrained.splice(0)) callback();
  }

  #flushToServer(): void {
    while (this.#isServerReading && this.#toServer.length > 0) {
      const text = this.#toServer.shift();
      this.#input?.message(text, text?.length ?? 1);
    }
  }

  #closed(): void {
    const input = this.#input;
    this.#input = undefined;
    input?.closed();
    for (const resolve of this.#onClosed.splice(0)) resolve();
  }
}

/** Asks for a connection. */
export function upgrade(
  api: Api,
  { path, headers = {} }: MemoryConnectionOptions = {},
): Promise<UpgradeDecision | undefined> {
  const request: UpgradeRequest = {
    path: path ?? api.entrypoints[0]?.path ?? '/',
    header: (name) => headers[name],
    address: '192.0.2.1',
  };
  return Promise.resolve(acceptConnections(api, 'test').upgrade(request));
}

/** Opens a connection to the first entrypoint of the api. */
export async function connect(
  api: Api,
  options: MemoryConnectionOptions = {},
): Promise<MemoryClient> {
  const decision = await upgrade(api, options);
  if (decision?.kind !== 'accepted') throw new Error(`Rejected: ${JSON.stringify(decision)}`);
  const client = new MemoryClient(options.canPause ?? true);
  client.attach(decision.open(client));
  return client;
}
