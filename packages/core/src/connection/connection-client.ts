import type { UnfinishedWork } from '../call/unfinished-work.js';
import type { HttpRequest } from '../http/http-request.js';
import type { ConnectionInfo } from '../message/carrier.js';
import { randomId } from '../subscription/random-id.js';
import type { UpgradeRequest } from './socket.js';

/** What closes a connection. */
export interface ClosableConnection {
  closeAfterCalls(code: number, reason: string): void;
  /** Ends the subscriptions, and closes the connection after its calls, if the credential has expired. */
  checkExpiry(): void;
}

/** The client of a connection, from the upgrade on. Creates most of its members on first access. */
export class ConnectionClient implements ConnectionInfo {
  readonly #upgrade: UpgradeRequest;
  readonly #openedAt: number = Date.now();
  #id: string | undefined;
  #http: HttpRequest | undefined;
  #controller: AbortController | undefined;
  #abortReason: unknown;
  #connection: ClosableConnection | undefined;
  #closing: readonly [code: number, reason: string] | undefined;
  /** Milliseconds since 1970; `Infinity` if the credential doesn't expire. */
  expiresAt: number = Infinity;
  dependencyValues: ReadonlyMap<object, unknown> | undefined;
  /** Counts what may use the values of the dependencies; undefined without dependencies. */
  valueUses: UnfinishedWork | undefined;

  constructor(upgrade: UpgradeRequest) {
    this.#upgrade = upgrade;
  }

  get id(): string {
    return (this.#id ??= randomId());
  }

  get address(): string | undefined {
    return this.#upgrade.address;
  }

  get openedAt(): Date {
    return new Date(this.#openedAt);
  }

  get http(): HttpRequest {
    return (this.#http ??= snapshotOf(this.#upgrade, () => this.signal));
  }

  /** Fires when the client has disconnected. */
  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController();
      if (this.#abortReason !== undefined) this.#controller.abort(this.#abortReason);
    }
    return this.#controller.signal;
  }

  abort(reason: unknown): void {
    this.#abortReason ??= reason;
    this.#controller?.abort(reason);
  }

  close(code = 1000, reason = ''): void {
    checkClosing(code, reason);
    this.#closing ??= [code, reason];
    this.#connection?.closeAfterCalls(...this.#closing);
  }

  expireAt(time: Date | number): void {
    const milliseconds = Number(time);
    if (Number.isNaN(milliseconds)) {
      throw new TypeError(
        'connection.expireAt(): the time must be a Date or a number of milliseconds',
      );
    }
    this.expiresAt = milliseconds;
    this.#connection?.checkExpiry();
  }

  /** Connects the client with its connection, which a dependency may have closed already. */
  attach(connection: ClosableConnection): void {
    this.#connection = connection;
    if (this.#closing !== undefined) connection.closeAfterCalls(...this.#closing);
    connection.checkExpiry();
  }
}

/** Returns the request that opened a connection, without its body and the request of the runtime. */
function snapshotOf(upgrade: UpgradeRequest, getSignal: () => AbortSignal): HttpRequest {
  return {
    verb: 'GET',
    path: upgrade.path,
    native: undefined,
    address: upgrade.address,
    header: (name) => upgrade.header(name),
    readBody: () => ({ kind: 'aborted' }),
    get signal() {
      return getSignal();
    },
  };
}

/** The longest reason of a close frame in bytes (RFC 6455, section 5.5). */
const MAX_REASON_BYTES = 123;

function checkClosing(code: number, reason: string): void {
  const isAllowed = code === 1000 || (Number.isInteger(code) && code >= 3000 && code <= 4999);
  if (!isAllowed) {
    throw new RangeError(
      `connection.close(): the code must be 1000 or from 3000 to 4999, not ${code}`,
    );
  }
  if (new TextEncoder().encode(reason).length > MAX_REASON_BYTES) {
    throw new RangeError(
      `connection.close(): the reason may have at most ${MAX_REASON_BYTES} bytes`,
    );
  }
}
