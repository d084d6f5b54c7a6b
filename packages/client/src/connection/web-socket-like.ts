/** An event of a {@link WebSocketLike}. */
export interface WebSocketEvent {
  /** The message, of a message event. */
  readonly data?: unknown;
  /** The code, of a close event. */
  readonly code?: number;
  /** The reason, of a close event. */
  readonly reason?: string;
  /** The error, of an error event. Browsers don't report one. */
  readonly error?: unknown;
  /** The name of the event. */
  readonly type: string;
}

/** What the client uses of a WebSocket: the global one, or that of the package `ws`. */
export interface WebSocketLike {
  /** 1 while it is open, more while it closes and afterwards. */
  readonly readyState: number;
  /** Sends a text message. */
  send(text: string): void;
  /** Begins the closing handshake. */
  close(code?: number): void;
  /** Adds a listener. */
  addEventListener(
    type: 'open' | 'message' | 'close' | 'error',
    listener: (event: WebSocketEvent) => void,
  ): void;
}
