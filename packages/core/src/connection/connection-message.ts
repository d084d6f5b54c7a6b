import type { MessageOutcome } from '../call/message-outcome.js';
import { sentResults } from '../exchange/respond.js';
import type { HttpRequest } from '../http/http-request.js';
import type { Carrier, ConnectionInfo } from '../message/carrier.js';
import { MessageSubscriber, type Subscriptions } from '../subscription/subscriptions.js';
import type { ConnectionClient } from './connection-client.js';

/** The parts of a connection that its messages use. */
interface MessageConnection {
  readonly client: ConnectionClient;
  readonly subscriptions: Subscriptions;
  readonly cancellation: Carrier['cancellation'];
  readonly progress: Carrier['progress'];
}

/** The carrier of a message that arrived on a connection. */
export class ConnectionMessage implements Carrier {
  readonly kind: Carrier['kind'] = 'connection';
  readonly #connection: MessageConnection;
  #subscriber: MessageSubscriber | undefined;

  constructor(connection: MessageConnection) {
    this.#connection = connection;
  }

  /** Messages of a connection take turns with those of others. */
  get lane(): object {
    return this.#connection;
  }

  get http(): HttpRequest {
    return this.#connection.client.http;
  }

  header(name: string): string | undefined {
    return this.#connection.client.http.header(name);
  }

  get signal(): AbortSignal {
    return this.#connection.client.signal;
  }

  get connection(): ConnectionInfo {
    return this.#connection.client;
  }

  get dependencyValues(): ReadonlyMap<object, unknown> | undefined {
    return this.#connection.client.dependencyValues;
  }

  get valueUses(): Carrier['valueUses'] {
    return this.#connection.client.valueUses;
  }

  get cancellation(): Carrier['cancellation'] {
    return this.#connection.cancellation;
  }

  get progress(): Carrier['progress'] {
    return this.#connection.progress;
  }

  get subscriber(): MessageSubscriber {
    return (this.#subscriber ??= new MessageSubscriber(this.#connection.subscriptions));
  }

  /** Starts the subscriptions whose ids the outcome contains, when it has been sent. */
  startSubscriptions(outcome: MessageOutcome): void {
    this.#subscriber?.keepSent(sentResults(outcome));
    this.#subscriber?.start();
  }
}
