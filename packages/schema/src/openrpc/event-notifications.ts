import type { OpenRpcMethod } from '@jsonrpc-kit/openrpc';
import { definedMembers } from '../defined-members.js';
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

/**
 * Returns the extension that joins the methods of a subscription. It also has what the typed client needs: the
 * names of the subscriptions that share the methods, and their namespace.
 */
export function subscriptionExtension({
  entrypoint,
  description: { name },
}: DescribedMethod): Pick<OpenRpcMethod, 'x-subscription'> {
  const found = entrypoint.subscriptions.filter(
    ({ names: { subscribe, unsubscribe } }) => name === subscribe || name === unsubscribe,
  );
  const [first] = found;
  if (first === undefined) return {};
  const { namespace } = first;
  const { subscribe, notification, unsubscribe } = first.names;
  const names = found.map((one) => one.name);
  return {
    'x-subscription': definedMembers({ subscribe, notification, unsubscribe, names, namespace }),
  };
}
