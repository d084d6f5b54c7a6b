/** The runtime's end of a connection, which an adapter implements. It sends text messages in order. */
export interface Socket {
  /**
   * Sends a message. The runtime may collect the messages of one turn of the event loop.
   *
   * @param end follows the text. Many sockets get the same one in a row, so that it can be encoded once.
   */
  send(text: string, end?: string): void;
  /** The bytes that this process holds, because the client hasn't read them. */
  readonly bufferedBytes: number;
  /** Changes whenever the operating system accepts bytes; undefined if the runtime doesn't report it. */
  readonly sentBytes: number | undefined;
  /**
   * Calls the function once, when the process holds no more bytes, or far fewer of them. Needn't call it if
   * the connection ends before.
   */
  onDrained(callback: () => void): void;
  /** Undefined if the runtime can't pause. Messages that it has already read may still arrive. */
  readonly reading: { pause(): void; resume(): void } | undefined;
  /** Sends a ping; undefined if the runtime itself notices clients that have vanished. */
  readonly ping: (() => void) | undefined;
  /**
   * Whether a timer of another connection can't use this one, as on Cloudflare Workers, where a timer ends
   * with the request that has started it. Default: false.
   */
  readonly isIsolated?: boolean | undefined;
  /** Begins the closing handshake, after everything that was sent. */
  close(code: number, reason: string): void;
  /** Closes the connection without a handshake. */
  terminate(): void;
}

/** The core's end of a connection. An adapter reports what arrives on the socket. */
export interface ConnectionInput {
  /**
   * Reports a message.
   *
   * @param text undefined for a binary message
   * @param byteLength the size on the wire
   */
  message(text: string | undefined, byteLength: number): void;
  /** Reports any other sign of life, such as a pong. */
  alive(): void;
  /** Reports that the socket is closed. Call it once, and no other function afterwards. */
  closed(): void;
}

/** The request that opens a connection. */
export interface UpgradeRequest {
  /** The path of the URL relative to the mount point, not decoded and without the query. */
  readonly path: string;
  /**
   * Returns the value of a header by its lower-case name. It is kept as long as the connection, so it
   * shouldn't hold the request of the runtime.
   */
  header(name: string): string | undefined;
  /** The address of the client; undefined if the runtime doesn't report it. */
  readonly address: string | undefined;
}
