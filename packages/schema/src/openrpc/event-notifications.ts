import type { Subscription } from '@jsonrpc-kit/core/description';
import type { OpenRpcMethod } from '@jsonrpc-kit/openrpc';
import { escapeComponentName } from '../components/component-names.js';
import type { DescribedMethod } from '../methods/described-methods.js';
import { methodResult } from '../methods/method-schemas.js';
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
  context: OpenRpcContext,
): readonly EventNotification[] {
  return methods.flatMap((subscribing) => {
    const { entrypoint, description } = subscribing;
    const subscriptions = entrypoint.subscriptions.filter(
      ({ names }) => names.subscribe === description.name,
    );
    const [first] = subscriptions;
    if (first === undefined) return [];
    const { notification, idParameter } = first.names;
    const schemas = subscriptions.map((subscription) =>
      eventSchema(subscription, subscribing, context),
    );
    const [only = {}] = schemas;
    const event = schemas.length === 1 ? only : { anyOf: schemas };
    const method: OpenRpcMethod = {
      name: notification,
      summary: `An event of ${subscriptions.map(({ name }) => name).join(' or ')}`,
      paramStructure: 'by-name',
      params: [
        contentDescriptor(idParameter, { type: 'string' }, true),
        contentDescriptor('result', event, false),
        contentDescriptor('done', { const: true, description: 'The last word' }, false),
        contentDescriptor('error', { type: 'object', description: 'The last word' }, false),
      ],
      errors: [],
      'x-implemented-by': ['client'],
      ...subscriptionExtension(subscribing),
    };
    return [{ described: renamed(subscribing, notification), method }];
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

function eventSchema(
  { name, event }: Subscription,
  subscribing: DescribedMethod,
  { converter }: OpenRpcContext,
) {
  const { description, ...others } = renamed(subscribing, name);
  return methodResult({ ...others, description: { ...description, result: event } }, converter);
}

/** Names the components of an event after the subscription. */
function renamed(method: DescribedMethod, name: string): DescribedMethod {
  const component = `${escapeComponentName(name)}.Event`;
  return {
    ...method,
    description: { ...method.description, name },
    where: `subscription "${name}" of ${method.entrypoint.path}`,
    componentNames: [component, `${method.label}.${component}`],
  };
}
