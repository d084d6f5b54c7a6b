import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { type RawResponse, ResponseReader } from './response-reader.js';

type Listener = (response: RawResponse) => void;

/** A kept-alive connection that has one request under way at a time. */
export class Connection {
  readonly #socket: Socket;
  readonly #reader = new ResponseReader();
  #listener: Listener | undefined;
  #onFailure: ((error: Error) => void) | undefined;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('data', (chunk) => this.#onData(chunk));
    socket.on('error', (error) => this.#fail(error));
    socket.on('close', () => this.#fail(new Error('The server has closed a connection')));
  }

  static async open(port: number): Promise<Connection> {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    await once(socket, 'connect');
    return new Connection(socket);
  }

  /** Each response is handed to the listener, and what ends the connection before it to the other. */
  listen(onResponse: Listener, onFailure: (error: Error) => void): void {
    this.#listener = onResponse;
    this.#onFailure = onFailure;
  }

  send(request: Buffer): void {
    this.#socket.write(request);
  }

  /** One request with its response. */
  exchange(request: Buffer): Promise<RawResponse> {
    return new Promise((resolve, reject) => {
      this.listen(resolve, reject);
      this.send(request);
    });
  }

  close(): void {
    this.#onFailure = undefined;
    this.#socket.destroy();
  }

  #onData(chunk: Buffer): void {
    try {
      const response = this.#reader.push(chunk);
      if (response !== undefined) this.#listener?.(response);
    } catch (error) {
      this.#fail(error as Error);
    }
  }

  #fail(error: Error): void {
    this.#onFailure?.(error);
    this.close();
  }
}
