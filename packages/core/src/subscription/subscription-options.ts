import type { StandardSchemaV1 } from '@standard-schema/spec';
import type { ArgumentSources } from '../di/argument-source.js';
import type { ErrorClass } from '../errors/base-error.js';
import type { SubscriptionNames } from '../message/subscriber.js';
import { methodKinds, type MethodOptions } from '../method/method-options.js';
import type { OptionKinds } from '../options/check-options.js';
import { flag, type OptionKind, schema } from '../options/option-kind.js';

/** The options of a method that a subscription has as well. */
const SHARED = [
  'args',
  'errors',
  'middlewares',
  'dependencies',
  'summary',
  'description',
  'tags',
  'deprecated',
  'timeout',
  'paramStructure',
  'rateLimit',
  'cost',
] as const;

type SharedOption = (typeof SHARED)[number];

/** Options of a subscription. */
export interface SubscriptionOptions<
  Sources extends ArgumentSources,
  Event extends StandardSchemaV1 | undefined,
  Errors extends readonly ErrorClass[],
> extends Pick<MethodOptions<Sources, undefined, Errors>, SharedOption> {
  /** Validates each event. Without it, events have the type that the handler yields. */
  readonly event?: Event | undefined;
  /**
   * Names the methods as Ethereum's API does: with `'eth'`, clients call `eth_subscribe` with the name
   * of the subscription as the first position, get `eth_subscription` notifications, and call
   * `eth_unsubscribe`. Subscriptions of one namespace share these methods. Default: none.
   */
  readonly namespace?: string | undefined;
  /** The method that subscribes. Default: `<name>.subscribe`. */
  readonly subscribe?: string | undefined;
  /** The method of the notifications with events. Default: the name of the subscription. */
  readonly notification?: string | undefined;
  /** The method that unsubscribes. Default: `<name>.unsubscribe`. */
  readonly unsubscribe?: string | undefined;
  /** The parameter with the id, in notifications and to unsubscribe. Default: `'subscription'`. */
  readonly idParameter?: string | undefined;
  /**
   * Whether a notification with `done: true` follows the last event when the iterable has ended.
   * Default: true.
   */
  readonly sendDone?: boolean | undefined;
}

type AnyOptions = SubscriptionOptions<never, undefined, []>;

const wireName: OptionKind = {
  is: (value) => typeof value === 'string' && value !== '' && !value.startsWith('rpc.'),
  must: 'a non-empty string that doesn\'t begin with "rpc."',
};

const sharedKinds = Object.fromEntries(
  SHARED.map((option) => [option, methodKinds[option]]),
) as OptionKinds<Pick<AnyOptions, SharedOption>>;

export const subscriptionKinds: OptionKinds<AnyOptions> = {
  ...sharedKinds,
  event: schema,
  namespace: wireName,
  subscribe: wireName,
  notification: wireName,
  unsubscribe: wireName,
  idParameter: wireName,
  sendDone: flag,
};

/** @throws TypeError if `namespace` is combined with names, or two names are equal */
export function resolveNames(
  where: string,
  name: string,
  {
    namespace,
    subscribe,
    notification,
    unsubscribe,
    idParameter = 'subscription',
  }: Pick<AnyOptions, 'namespace' | 'subscribe' | 'notification' | 'unsubscribe' | 'idParameter'>,
): SubscriptionNames {
  if (namespace !== undefined) {
    if ((subscribe ?? notification ?? unsubscribe) !== undefined) {
      throw new TypeError(
        `${where}: namespace names all methods, so it can't be combined with subscribe, notification or ` +
          `unsubscribe. Remove one of them.`,
      );
    }
    return {
      subscribe: `${namespace}_subscribe`,
      notification: `${namespace}_subscription`,
      unsubscribe: `${namespace}_unsubscribe`,
      idParameter,
    };
  }
  const names = {
    subscribe: subscribe ?? `${name}.subscribe`,
    notification: notification ?? name,
    unsubscribe: unsubscribe ?? `${name}.unsubscribe`,
    idParameter,
  };
  if (names.subscribe === names.unsubscribe) {
    throw new TypeError(
      `${where}: subscribe and unsubscribe are both "${names.subscribe}". Rename one of them.`,
    );
  }
  return names;
}
