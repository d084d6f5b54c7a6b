import { CallAbortedError, NetworkError, NotSentError } from '../errors/transport-errors.js';
import { checkPositive } from '../number-options.js';
import { messageText } from '../http/http-session.js';
import type { CallGroup } from '../sending/batch-queue.js';
import { LONGEST_DELAY } from '../sending/pending-calls.js';
import { createCounter, type RequestKind, type Waits } from '../sending/session.js';
import {
  Backoff,
  type ReconnectOptions,
  resolveReconnectOptions,
} from '../subscription/reconnect.js';
import type { InvokeMethod } from '../method-proxy.js';
import {
  type ConnectedSession,
  createSubscriptionFunctions,
  type SubscriptionFunctions,
  type SubscriptionsOption,
  type Transport,
} from '../subscription/subscription-functions.js';
import type { Subscribe } from '../subscription/subscriber.js';
import { OpenSocket } from './open-socket.js';
import type { WebSocketLike } from './web-socket-like.js';

/** Options of {@link webSocket}. */
export interface WebSocketOptions {
  /** The URL of the entrypoint, with `ws:` or `http:`. In browsers, it can be relative. */
  readonly url: string | URL;
  /**
   * Opens a WebSocket, for example one of the package `ws`, which can send headers. It is called for each
   * connection, and may return a promise. Default: the global `WebSocket`, which Node has from 22 on.
   */
  readonly connect?: ((url: string) => WebSocketLike | Promise<WebSocketLike>) | undefined;
  /** When subscriptions continue after an interruption. Default: always, after up to 30 seconds. */
  readonly reconnect?: ReconnectOptions | undefined;
  /** The largest message from the server, in UTF-16 code units. Default: 26 MiB. */
  readonly maxMessageBytes?: number | undefined;
  /**
   * Milliseconds without a message after which a connection with subscriptions counts as interrupted. After
   * half of it, the client calls the method that unsubscribes, with the id `''`, to get a response. Also
   * limits opening a connection and subscribing. Default: 60,000.
   */
  readonly maxSilence?: number | undefined;
}

/**
 * Sends the calls of a client over one WebSocket, which also carries subscriptions. The client opens it for
 * the first call, and again for the first call or subscription after it was closed.
 *
 * ```ts
 * const bank = createClient<typeof methods>({
 *   transport: webSocket({ url: '/api/v1/jsonrpc' }),
 *   subscriptions: { movements: true },
 * });
 * for await (const movement of bank.movements({ accountId: '1.1' })) show(movement);
 * ```
 *
 * @throws TypeError if the URL is invalid, or the runtime has no `WebSocket`
 * @throws RangeError if a number is out of range
 */
export function webSocket(options: WebSocketOptions): Transport {
  const settings = resolveOptions(options);
  return { '~connect': () => new WebSocketSession(settings) };
}

/** The options with defaults applied. */
type WebSocketSettings = ReturnType<typeof resolveOptions>;

function resolveOptions(options: WebSocketOptions) {
  const { connect, maxMessageBytes = 26 * 1024 * 1024, maxSilence = 60_000 } = options;
  if (connect === undefined && typeof globalThis.WebSocket !== 'function') {
    throw new TypeError(
      'webSocket(): this runtime has no global WebSocket. Install the package ws, and pass ' +
        '`connect: (url) => new WebSocket(url)`.',
    );
  }
  checkPositive('webSocket(): maxMessageBytes', maxMessageBytes);
  checkPositive('webSocket(): maxSilence', maxSilence);
  return {
    url: new URL(options.url, globalThis.location?.href).href.replace(/^http/, 'ws'),
    connect: connect ?? ((url: string): WebSocketLike => new globalThis.WebSocket(url)),
    reconnect: resolveReconnectOptions('webSocket()', options.reconnect),
    maxMessageBytes,
    // A longer timer would fire immediately.
    maxSilence: Math.min(maxSilence, LONGEST_DELAY),
  };
}

/** The connection of a client, which is one WebSocket after another. */
class WebSocketSession implements ConnectedSession {
  readonly nextId: () => number = createCounter();
  readonly waits: Waits = new Set();
  readonly #settings: WebSocketSettings;
  readonly #backoff: Backoff;
  /** The socket for new calls, which may not be open yet. */
  #socket: Promise<OpenSocket> | undefined;
  /** Close the sockets that are opening, open, or about to be closed by the server. */
  readonly #closeFunctions = new Set<(error: unknown) => void>();
  #closedBy: CallAbortedError | undefined;

  constructor(settings: WebSocketSettings) {
    this.#settings = settings;
    this.#backoff = new Backoff(settings.reconnect, this.waits);
  }

  sendGroup(kind: RequestKind, group: CallGroup): void {
    void this.#send(kind, group).catch((error: unknown) => {
      for (const member of group.members) if (!member.isSettled) member.fail(error);
    });
  }

  /** All subscriptions wait for the same attempt to connect. */
  backoff(): Backoff {
    return this.#backoff;
  }

  subscriptionFunctions(call: InvokeMethod, options: SubscriptionsOption): SubscriptionFunctions {
    return createSubscriptionFunctions(this, call, options);
  }

  close(): void {
    this.#closedBy ??= new CallAbortedError('The client is closed');
    for (const close of this.#closeFunctions) close(this.#closedBy);
    for (const wake of this.waits) wake();
  }

  async #send(kind: RequestKind, { headers, members }: CallGroup): Promise<void> {
    if ([...headers].length > 0) {
      throw new NotSentError('A call on a connection has no headers. Remove the option headers.');
    }
    const socket = await this.#open();
    const unsettled = members.filter(({ isSettled }) => !isSettled);
    if (unsettled.length === 0) return;
    socket.send(messageText(kind, { headers, members: unsettled }), unsettled);
  }

  readonly subscribe: Subscribe = (request, observer) => {
    let isLeft = false;
    let leave = (): void => undefined;
    this.#open().then(
      (socket) => {
        if (!isLeft) leave = socket.subscribe(request, observer);
      },
      (error: unknown) => {
        if (!isLeft) observer.failed(error);
      },
    );
    return () => {
      isLeft = true;
      leave();
    };
  };

  /** Returns the open socket, or opens one. Calls and subscriptions wait for the same one. */
  #open(): Promise<OpenSocket> {
    if (this.#closedBy !== undefined) return Promise.reject(this.#closedBy);
    if (this.#socket !== undefined) return this.#socket;
    let opening: Promise<OpenSocket> | undefined;
    // Another socket may be opening by then.
    const onRetired = (): void => {
      if (this.#socket === opening) this.#socket = undefined;
    };
    opening = this.#connect(onRetired);
    this.#socket = opening;
    // `connect` may throw in this turn, before the line above.
    opening.catch(onRetired);
    return opening;
  }

  /** Opens a socket. `onRetired` is called when new calls need another one. */
  #connect(onRetired: () => void): Promise<OpenSocket> {
    const { url, connect, maxMessageBytes, maxSilence } = this.#settings;
    const { nextId } = this;
    return new Promise((resolve, reject) => {
      let open: OpenSocket | undefined;
      let closedBy: { readonly error: unknown } | undefined;
      const onClosed = (error: unknown): void => {
        closedBy ??= { error };
        clearTimeout(timer);
        this.#closeFunctions.delete(close);
        onRetired();
        // Has no effect once the socket was open.
        reject(error);
      };
      const close = (error: unknown): void =>
        open === undefined ? onClosed(error) : open.close(error);
      const fail = (cause: unknown): void =>
        close(new NetworkError('The connection could not be opened, or failed', { cause }));
      const timer = setTimeout(
        () => close(new NetworkError(`The connection did not open within ${maxSilence} ms`)),
        maxSilence,
      );
      this.#closeFunctions.add(close);
      const use = (socket: WebSocketLike): void => {
        open = new OpenSocket(socket, { maxMessageBytes, maxSilence, nextId, onRetired, onClosed });
        const opened = open;
        const onOpen = (): void => {
          clearTimeout(timer);
          resolve(opened);
        };
        socket.addEventListener('error', ({ error }) => fail(error));
        socket.addEventListener('open', onOpen);
        // `connect` took too long, or the client was closed.
        if (closedBy !== undefined) open.close(closedBy.error);
        else if (socket.readyState === 1) onOpen();
      };
      try {
        const connecting = connect(url);
        // Without a promise, the listeners are added in the same turn, so that no event is missed.
        if ('then' in connecting) Promise.resolve(connecting).then(use).catch(fail);
        else use(connecting);
      } catch (cause) {
        fail(cause);
      }
    });
  }
}
