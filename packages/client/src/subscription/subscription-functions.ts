import type { InvokeMethod } from '../method-proxy.js';
import type { Session } from '../sending/session.js';
import { EventSubscription } from './event-subscription.js';
import type { Backoff } from './reconnect.js';
import type { Subscribe } from './subscriber.js';
import type { SubscriptionOptions } from './subscription-options.js';
import { resolveWireNames, subscribeParams, type SubscriptionNames } from './wire-names.js';

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

/** A session that also carries subscriptions. */
export interface ConnectedSession extends Session {
  /** Returns what the connection adds to a client whose calls are made by `call`. */
  subscriptionFunctions(call: InvokeMethod, options: SubscriptionsOption): SubscriptionFunctions;
}

/** How a client exchanges messages with its server: `webSocket()` or `eventStream()`. */
export interface Transport {
  /** @internal */
  readonly '~connect': () => ConnectedSession;
}

/** The part of a connection that subscribes. */
interface EventSession {
  readonly subscribe: Subscribe;
  /** Returns the delays of a new subscription. */
  backoff(): Backoff;
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
    const source = {
      names: resolveWireNames(name, names),
      params: subscribeParams(name, names, params),
      subscribe: session.subscribe,
      backoff: session.backoff(),
    };
    return new EventSubscription(source, options);
  };
  return {
    invoke: (name, params, options) =>
      isSubscription(name) ? subscribe(name, params, options) : call(name, params, options),
    operations: { $subscribe: subscribe, $close: () => session.close() },
  };
}
