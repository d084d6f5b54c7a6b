import { type CallOutcomes, type MessageOutcome, NO_RESPONSE } from '../call/message-outcome.js';
import { toErrorObject } from '../errors/error-object.js';
import { joinResponses } from '../exchange/respond.js';
import type { HttpRequest } from '../http/http-request.js';
import { encodeError, stringifyResponse } from '../jsonrpc/encode-response.js';
import type { Carrier } from '../message/carrier.js';
import type { ConnectionInfo } from '../message/connection-info.js';
import type { MessageSubscriber, Subscriptions } from '../subscription/subscriptions.js';
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
  readonly lane: MessageConnection;
  #subscriber: MessageSubscriber | undefined;

  constructor(connection: MessageConnection) {
    this.lane = connection;
  }

  get http(): HttpRequest {
    return this.lane.client.http;
  }

  header(name: string): string | undefined {
    return this.lane.client.http.header(name);
  }

  get signal(): AbortSignal {
    return this.lane.client.signal;
  }

  get connection(): ConnectionInfo {
    return this.lane.client;
  }

  get dependencyValues(): ReadonlyMap<object, unknown> | undefined {
    return this.lane.client.dependencyValues;
  }

  get cancellation(): Carrier['cancellation'] {
    return this.lane.cancellation;
  }

  get progress(): Carrier['progress'] {
    return this.lane.progress;
  }

  get subscriber(): MessageSubscriber {
    return (this.#subscriber ??= this.lane.subscriptions.forMessage());
  }

  /** Starts the subscriptions whose ids the outcome contains, when it has been sent. */
  startSubscriptions(outcome: MessageOutcome): void {
    this.#subscriber?.start(sentResults(outcome));
  }
}

/** Returns the JSON of the results in the response to a message. */
function sentResults(outcome: MessageOutcome): ReadonlySet<unknown> {
  if (outcome.kind !== 'answered') return new Set();
  return new Set(
    listOf(outcome.outcomes).map((one) => (one?.kind === 'result' ? one.json : undefined)),
  );
}

function listOf(outcomes: CallOutcomes): readonly Exclude<CallOutcomes, readonly unknown[]>[] {
  if (outcomes === NO_RESPONSE) return [];
  return 'json' in outcomes ? [outcomes] : outcomes;
}

/** Returns the text of the response to a message; undefined if there is no response. */
export function responseText(outcome: MessageOutcome): string | undefined {
  switch (outcome.kind) {
    case 'answered':
      return joinResponses(outcome.outcomes);
    case 'rejected':
      return stringifyResponse(outcome.response);
    case 'ended':
      return stringifyResponse(encodeError(null, toErrorObject(outcome.error, null).error));
  }
}
