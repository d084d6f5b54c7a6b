import type { Subscription } from '@jsonrpc-kit/core/description';
import type { JsonSchema } from '@jsonrpc-kit/openrpc';
import { escapeComponentName } from '../components/component-names.js';
import type { SchemaConverter } from '../components/schema-converter.js';
import type { DescribedMethod } from './described-methods.js';
import { methodResult } from './method-schemas.js';
import { POSITION_MEMBERS } from './stream-members.js';

/** The subscriptions that a method opens. Those of a namespace share the method. */
export interface SubscribedEvents {
  readonly subscriptions: readonly Subscription[];
  /** The notification of the client, with the names of its components. */
  readonly notification: DescribedMethod;
  /** The parameter with the id. */
  readonly idParameter: string;
  /** The other parameters: the event of one of the subscriptions, its position, and the last word. */
  readonly members: Readonly<Record<string, JsonSchema>>;
}

/** Describes the events that follow a call of the method; undefined if it doesn't subscribe. */
export function subscribedEvents(
  subscribing: DescribedMethod,
  converter: SchemaConverter,
): SubscribedEvents | undefined {
  const { entrypoint, description } = subscribing;
  const subscriptions = entrypoint.subscriptions.filter(
    ({ names }) => names.subscribe === description.name,
  );
  const [first] = subscriptions;
  if (first === undefined) return undefined;
  const schemas = subscriptions.map((subscription) =>
    eventSchema(subscription, subscribing, converter),
  );
  const [only = {}] = schemas;
  return {
    subscriptions,
    notification: renamed(subscribing, first.names.notification),
    idParameter: first.names.idParameter,
    members: {
      result: schemas.length === 1 ? only : { anyOf: schemas },
      ...(description.canResume && POSITION_MEMBERS),
      done: { const: true, description: 'The last word.' },
      error: { type: 'object', description: 'The last word.' },
    },
  };
}

function eventSchema(
  { name, event }: Subscription,
  subscribing: DescribedMethod,
  converter: SchemaConverter,
): JsonSchema {
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
