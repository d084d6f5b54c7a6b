import type { MaybePromise } from '../async/maybe-promise.js';
import type { ErrorCodes } from '../jsonrpc/response.js';
import type { EventReader } from './channel-event.js';

/** The names of a subscription on the wire. */
export interface SubscriptionNames {
  /** The method that subscribes. */
  readonly subscribe: string;
  /** The method of the notifications that carry events. */
  readonly notification: string;
  /** The method that unsubscribes. */
  readonly unsubscribe: string;
  /** The parameter with the id of the subscription. */
  readonly idParameter: string;
}

/**
 * Why a subscription has failed: its iterable threw, the credential has expired, the event stream has
 * reached `maxStreamLifetime`, or the server shuts down.
 */
export type FailureReason = 'failed' | 'expired' | 'lifetime' | 'shutting-down';

/** Why a subscription has ended. */
export type SubscriptionEnd =
  /** The iterable has ended. */
  | { readonly kind: 'done' }
  /** The iterable has failed, or the server ends the subscription. */
  | { readonly kind: 'failed'; readonly error: unknown; readonly reason: FailureReason }
  /** The client has unsubscribed or disconnected. */
  | { readonly kind: 'left' };

/** Where the events of a subscription come from: an iterable, or the stream of a channel. */
export type EventSource =
  | { readonly kind: 'iterator'; readonly iterator: AsyncIterator<unknown> }
  | { readonly kind: 'reader'; readonly reader: EventReader };

/** A subscription whose handler has returned an iterable. */
export interface AcceptedSubscription {
  /** The names of its calls and notifications. */
  readonly names: SubscriptionNames;
  /** Whether the client receives a notification when the iterable has ended. */
  readonly sendDone: boolean;
  /** The codes of its errors that differ from their defaults. */
  readonly errorCodes: ErrorCodes | undefined;
  /** The source of its events. */
  readonly events: EventSource;
  /**
   * Validates an event, and returns the end of its notification, which follows the id of the subscription.
   *
   * @throws TypeError if the schema rejects the event, or JSON can't carry it
   */
  readonly encode: (event: unknown) => MaybePromise<string>;
  /** Runs a function in the asynchronous context of the call; undefined if none is stored. */
  readonly inContext: ((work: () => void) => void) | undefined;
  /** Fires the signal of the call if anything has read it. */
  abort(reason: unknown): void;
  /** Runs the teardowns of the call. Never rejects. */
  dispose(end: SubscriptionEnd): Promise<void>;
  /** Counts an iterable that doesn't end as an abandoned handler until the promise is settled. */
  abandon(ended: Promise<unknown>): void;
  /** Logs an error that isn't sent to the client. */
  report(error: unknown, message: string): void;
}

/** Opens and closes the subscriptions of a connection. */
export interface Subscriber {
  /** @throws LimitExceeded if a limit of the connection or the api is reached, or the error of `open()` */
  checkRoom(): void;
  /**
   * Adds a subscription, whose first event follows the response to its call. Returns its id.
   *
   * @throws LimitExceeded if a limit is reached, or the error that has ended the others, such as
   *   HttpError(503) during a shutdown
   */
  open(accepted: AcceptedSubscription): string;
  /** Ends a subscription. Returns whether the client had one with this id and unsubscribe method. */
  close(id: string, unsubscribe: string): boolean;
}
