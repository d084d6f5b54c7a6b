import type { InvokeMethod } from '../method-proxy.js';
import type { SubscriptionIterator, SubscriptionOptions } from './subscription-options.js';
import type { SubscriptionNames } from './wire-names.js';

/** The option `subscriptions` of `createClient()`, without the names of the server's declarations. */
export interface SubscriptionsOption {
  readonly subscriptions?: Readonly<Record<string, true | SubscriptionNames>> | undefined;
}

/** What a connection adds to a client. */
export interface SubscriptionFunctions {
  /** Subscribes if the name is that of a subscription, and calls a method otherwise. */
  readonly invoke: InvokeMethod;
  /** The members `$subscribe` and `$close`. */
  readonly operations: object;
}

/** What a client subscribes to. */
export interface SubscriptionTarget {
  readonly name: string;
  readonly names: SubscriptionNames;
  readonly params: unknown;
}

/** The part of a connection that subscribes. */
interface EventSession {
  events(target: SubscriptionTarget, options: SubscriptionOptions): SubscriptionIterator<unknown>;
  close(): void;
}

/** Creates the functions of a client with this connection. */
export function createSubscriptionFunctions(
  session: EventSession,
  call: InvokeMethod,
  { subscriptions = {} }: SubscriptionsOption,
): SubscriptionFunctions {
  const isSubscription = (name: string): boolean => Object.hasOwn(subscriptions, name);
  const subscribe = (name: string, params?: unknown, options: SubscriptionOptions = {}) => {
    const declared = isSubscription(name) ? subscriptions[name] : undefined;
    const names = typeof declared === 'object' ? declared : {};
    return session.events({ name, names, params }, options);
  };
  return {
    invoke: (name, params, options) =>
      isSubscription(name) ? subscribe(name, params, options) : call(name, params, options),
    operations: { $subscribe: subscribe, $close: () => session.close() },
  };
}
