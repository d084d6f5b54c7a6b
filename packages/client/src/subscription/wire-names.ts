/** The names of a subscription on the wire, where the server doesn't use the defaults. */
export interface SubscriptionNames {
  /**
   * The namespace of the server's declaration. With `'eth'`, the client calls `eth_subscribe` with the name
   * of the subscription as the first position, and `eth_unsubscribe`. Default: none.
   */
  readonly namespace?: string | undefined;
  /** The method that subscribes. Default: `<name>.subscribe`. */
  readonly subscribe?: string | undefined;
  /** The method of the notifications with events. Default: the name of the subscription. */
  readonly notification?: string | undefined;
  /** The method that unsubscribes. Default: `<name>.unsubscribe`. */
  readonly unsubscribe?: string | undefined;
  /** The member of the notifications that contains the id of the subscription. Default: `'subscription'`. */
  readonly idParameter?: string | undefined;
}

/** {@link SubscriptionNames} with their defaults. */
export interface WireNames {
  readonly subscribe: string;
  readonly notification: string;
  readonly unsubscribe: string;
  readonly idParameter: string;
}

/** Applies the defaults of the names. */
export function resolveWireNames(
  name: string,
  { namespace, idParameter = 'subscription', ...names }: SubscriptionNames,
): WireNames {
  const defaults =
    namespace === undefined
      ? { subscribe: `${name}.subscribe`, notification: name, unsubscribe: `${name}.unsubscribe` }
      : {
          subscribe: `${namespace}_subscribe`,
          notification: `${namespace}_subscription`,
          unsubscribe: `${namespace}_unsubscribe`,
        };
  return {
    subscribe: names.subscribe ?? defaults.subscribe,
    notification: names.notification ?? defaults.notification,
    unsubscribe: names.unsubscribe ?? defaults.unsubscribe,
    idParameter,
  };
}

/** Returns the params of the subscribe call. In a namespace, the first position names the subscription. */
export function subscribeParams(
  name: string,
  { namespace }: SubscriptionNames,
  params: unknown,
): unknown {
  if (namespace === undefined) return params;
  return [name, ...(Array.isArray(params) ? params : Object.values(params ?? {}))];
}
