import type { OpenRpcMethod } from '@jsonrpc-kit/openrpc';
import type { DescribedMethod } from '../methods/described-methods.js';
import { subscribedEvents } from '../methods/event-schemas.js';
import { contentDescriptor } from './content-descriptors.js';
import type { OpenRpcContext } from './openrpc-context.js';

/** A notification that carries the events of a subscription. */
export interface EventNotification {
  /** The method that subscribes, with the name of the notification. */
  readonly described: DescribedMethod;
  readonly method: OpenRpcMethod;
}

/**
 * Describes the notifications that a server sends to subscribers. Subscriptions of a namespace share one,
 * whose events match the schema of one of them.
 */
export function eventNotifications(
  methods: readonly DescribedMethod[],
  { converter }: OpenRpcContext,
): readonly EventNotification[] {
  return methods.flatMap((subscribing) => {
    const events = subscribedEvents(subscribing, converter);
    if (events === undefined) return [];
    const { subscriptions, notification, idParameter, members } = events;
    const method: OpenRpcMethod = {
      name: notification.description.name,
      summary: `An event of ${subscriptions.map(({ name }) => name).join(' or ')}`,
      paramStructure: 'by-name',
      params: [
        contentDescriptor(idParameter, { type: 'string' }, true),
        ...Object.entries(members).map(([name, schema]) => contentDescriptor(name, schema, false)),
      ],
      errors: [],
      'x-implemented-by': ['client'],
      ...subscriptionExtension(subscribing),
    };
    return [{ described: notification, method }];
  });
}

/** Returns the extension that joins the methods of a subscription. */
export function subscriptionExtension({
  entrypoint,
  description: { name },
}: DescribedMethod): Pick<OpenRpcMethod, 'x-subscription'> {
  const found = entrypoint.subscriptions.find(
    ({ names: { subscribe, unsubscribe } }) => name === subscribe || name === unsubscribe,
  );
  if (found === undefined) return {};
  const { subscribe, notification, unsubscribe } = found.names;
  return { 'x-subscription': { subscribe, notification, unsubscribe } };
}
