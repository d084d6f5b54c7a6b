import type { SubscriptionOptions } from './subscription-options.js';
import type { WireNames } from './wire-names.js';

/** A subscription to open on a connection. */
export interface SubscribeRequest {
  readonly names: WireNames;
  readonly params: unknown;
  /** The position after which the events continue; undefined to begin now. */
  readonly cursor: string | undefined;
  readonly headers: SubscriptionOptions['headers'];
}

/** The params of a notification. */
export type NotificationParams = Readonly<Record<string, unknown>>;

/** Observes a subscription on one connection. Nothing is called after the subscription was left. */
export interface SubscriptionObserver {
  /** The server has accepted the subscription. Events follow. */
  accepted(): void;
  /** @param size the size of the message, in UTF-16 code units */
  notified(params: NotificationParams, size: number): void;
  /** The server has rejected the subscription, or the connection was interrupted. Nothing follows. */
  failed(error: unknown): void;
}

/** Opens a subscription on a connection. Returns a function that leaves it. Never throws. */
export type Subscribe = (request: SubscribeRequest, observer: SubscriptionObserver) => () => void;
