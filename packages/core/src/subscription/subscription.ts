import type { StandardSchemaV1 } from '@standard-schema/spec';
import { BRAND, createBrand, hasBrand } from '../brand/brand.js';
import type { ArgumentSources, ArgumentValues, MethodParams } from '../di/argument-source.js';
import type { ErrorClass } from '../errors/base-error.js';
import type { Jsonify } from '../jsonrpc/jsonify.js';
import type { ChannelEvent } from '../message/channel-event.js';
import type { SubscriptionNames } from '../message/subscriber.js';
import type { HandlerResult, Method, MethodResult } from '../method/method.js';
import { checkOptions } from '../options/check-options.js';
import {
  resolveNames,
  subscriptionKinds,
  type SubscriptionOptions,
} from './subscription-options.js';
import { subscribeMethod, unsubscribeMethod } from './subscription-methods.js';

/** The types of a subscription, which the typed client reads. */
export interface SubscriptionSignature {
  /** The name, as a literal type. */
  readonly name: string;
  /** The params that a client sends to subscribe. */
  readonly params: unknown;
  /** The events that a client receives. */
  readonly event: unknown;
  /** The union of the errors that the subscription declares. */
  readonly error: unknown;
}

/** A declared subscription. */
export interface Subscription<
  out Signature extends SubscriptionSignature = SubscriptionSignature,
  out HandlerFunction = unknown,
> {
  /** The name of the subscription. */
  readonly name: Signature['name'];
  /** The names on the wire. */
  readonly names: SubscriptionNames;
  /** The namespace; undefined without one. */
  readonly namespace: string | undefined;
  /** The handler function. Unit tests can call it directly. */
  readonly handler: HandlerFunction;
  /** Validates each event; undefined if events aren't validated. */
  readonly event: StandardSchemaV1 | undefined;
  /** The method that subscribes. */
  readonly subscribe: Method;
  /** The method that unsubscribes. */
  readonly unsubscribe: Method;
  /** Carries types only; undefined at run time. */
  readonly '~subscription'?: Signature | undefined;
}

/**
 * The function of a subscription. Returns the events, or a promise of them, whose rejection fails the
 * subscribe call.
 */
export type SubscriptionHandler<Sources, Yielded> = (
  args: ArgumentValues<Sources>,
) => AsyncIterable<Yielded> | Promise<AsyncIterable<Yielded>>;

/**
 * What the iterable of a subscription may yield: events, or those of a channel. A channel with the same
 * schema has validated them.
 */
export type YieldedEvent<Event> =
  | HandlerResult<Event>
  | ChannelEvent<
      Event extends StandardSchemaV1
        ? HandlerResult<Event> | Jsonify<StandardSchemaV1.InferOutput<Event>>
        : unknown
    >;

/** The value of what an iterable yields. */
export type EventValue<Yielded> = Yielded extends ChannelEvent<infer Value> ? Value : Yielded;

/** A subscription with the types of its params, events and errors, as `subscription()` returns it. */
export type DeclaredSubscription<
  Name extends string,
  Sources,
  Event,
  Errors,
  Yielded,
> = Subscription<
  {
    readonly name: Name;
    readonly params: MethodParams<Sources>;
    readonly event: MethodResult<Event, EventValue<Yielded>>;
    readonly error: Errors extends readonly (infer Class)[]
      ? Class extends new (...args: never) => infer Instance
        ? Instance
        : never
      : never;
  },
  SubscriptionHandler<Sources, Yielded>
>;

/**
 * Declares a subscription without an entrypoint, for example to split declarations over several files.
 * Register it with `entrypoint.addMethods()`:
 *
 * ```ts
 * export const ticks = defineSubscription('ticks', { event: v.number() }, async function* () {
 *   for (let tick = 1; ; tick += 1) yield await nextTick(tick);
 * });
 * ```
 *
 * @throws TypeError if a name is reserved, an argument isn't a source, two errors have the same code,
 *   or an option is invalid
 */
export function defineSubscription<
  const Name extends string,
  const Yielded extends YieldedEvent<Event>,
  const Sources extends ArgumentSources = Record<never, never>,
  const Event extends StandardSchemaV1 | undefined = undefined,
  const Errors extends readonly ErrorClass[] = [],
>(
  name: Name,
  options: SubscriptionOptions<Sources, Event, Errors>,
  handler: SubscriptionHandler<Sources, Yielded>,
): DeclaredSubscription<Name, Sources, Event, Errors, Yielded> {
  const where = `subscription "${name}"`;
  if (typeof handler !== 'function') {
    throw new TypeError(
      `${where}: the third argument must be the handler function. Pass {} as the second argument if ` +
        `the subscription needs no options.`,
    );
  }
  checkOptions(where, options, subscriptionKinds);
  const names = resolveNames(where, name, options);
  const declared = {
    where,
    names,
    // Checked above. The types of the sources are known only to the caller.
    options: options as SubscriptionOptions<never, Event, Errors>,
    handler: handler as (args: object) => unknown,
  };
  return Object.freeze({
    [BRAND]: createBrand('Subscription'),
    name,
    names: Object.freeze(names),
    namespace: options.namespace,
    handler,
    event: options.event,
    subscribe: subscribeMethod(declared),
    unsubscribe: unsubscribeMethod(names),
  });
}

export function isSubscription(value: unknown): value is Subscription {
  return hasBrand(value, 'Subscription');
}
