import { isObject } from '@jsonrpc-kit/openrpc';
import type { MethodModel, SubscriptionModel } from '../document/api-model.js';
import type { JsonObject } from '../document/json.js';
import type { HttpCall } from '../call/send-request.js';
import { indent, toSource } from './copy-request.js';

/** A call of a method, to be copied as code. */
export interface CopySource {
  readonly method: MethodModel;
  readonly isNotification: boolean;
  readonly params: unknown;
  readonly http: HttpCall;
  /** Empty or undefined if the call has no key. */
  readonly idempotencyKey: string | undefined;
  /** The names of the idempotent methods of the server, which the typed client requires. */
  readonly idempotentMethods: readonly string[];
  /** The subscriptions of the server, which the typed client requires for one of them. */
  readonly subscriptions: readonly SubscriptionModel[];
}

/** Returns a call or a subscription by the typed client of jsonrpc-kit. */
export function toTypedClient(source: CopySource): string {
  const { method, isNotification, http, idempotentMethods } = source;
  if (method.subscription !== undefined) return toSubscription(source, method.subscription);
  const invoke = `${isNotification ? 'client.$notify' : 'client'}${memberOf(method.name, argumentsOf(source))}`;
  const options = toSource({ ...endpointOf(http), ...idempotentOption(idempotentMethods) });
  return [
    `import { createClient } from '@jsonrpc-kit/client';`,
    `import type * as methods from './methods.js';`,
    '',
    `const client = createClient<typeof methods>(${options});`,
    isNotification ? `await ${invoke};` : `const result = await ${invoke};`,
  ].join('\n');
}

function endpointOf({ url, headers }: HttpCall): object {
  return { url, ...(Object.keys(headers).length > 0 ? { headers } : {}) };
}

function idempotentOption(names: readonly string[]): object {
  if (names.length === 0) return {};
  return { idempotent: Object.fromEntries(names.map((name) => [name, true])) };
}

/** Returns a loop over the events of a subscription. The client sends the header `accept` itself. */
function toSubscription(
  { http, params, idempotentMethods, subscriptions }: CopySource,
  { names, namespace }: SubscriptionModel,
): string {
  const { accept: _, ...headers } = http.headers;
  // In a namespace, the first position names the subscription.
  const [position, ...others] = namespace !== undefined && Array.isArray(params) ? params : [];
  const name = names.find((one) => one === position) ?? names[0] ?? '';
  const own = namespace === undefined ? params : others.length === 0 ? undefined : others;
  const args = own === undefined ? [] : [toSource(own)];
  const listed = {
    ...idempotentOption(idempotentMethods),
    subscriptions: Object.fromEntries(subscriptions.flatMap(subscriptionEntries)),
  };
  return [
    `import { createClient } from '@jsonrpc-kit/client';`,
    `import { eventStream } from '@jsonrpc-kit/client/event-stream';`,
    `import type * as methods from './methods.js';`,
    '',
    `const client = createClient<typeof methods>({`,
    `  transport: eventStream(${indent(toSource(endpointOf({ ...http, headers })))}),`,
    ...Object.entries(listed).map(([option, value]) => `  ${option}: ${indent(toSource(value))},`),
    `});`,
    `for await (const event of client${memberOf(name, args, '$subscribe')}) console.log(event);`,
  ].join('\n');
}

/** Returns the names of subscriptions, each with the names of its methods that aren't the defaults. */
function subscriptionEntries(subscription: SubscriptionModel): readonly [string, unknown][] {
  const { names, namespace, subscribe, notification, unsubscribe, idParameter } = subscription;
  const methods =
    namespace === undefined ? { subscribe, notification, unsubscribe } : { namespace };
  return names.map((name) => {
    const defaults: JsonObject = {
      subscribe: `${name}.subscribe`,
      notification: name,
      unsubscribe: `${name}.unsubscribe`,
      idParameter: 'subscription',
    };
    const others = Object.entries({ ...methods, idParameter }).filter(
      ([key, chosen]) => chosen !== defaults[key],
    );
    return [name, others.length === 0 || Object.fromEntries(others)];
  });
}

/** Whether the client or every object has a member of this name already. */
function isReserved(name: string): boolean {
  return name in {} || /^(?:\$|__|then$|toJSON$)/.test(name);
}

/**
 * Returns the call of a function of the client.
 *
 * @param byName the function for names that no member can have
 */
function memberOf(name: string, args: readonly string[], byName = '$call'): string {
  return !isReserved(name) && /^[A-Za-z_]\w*$/.test(name)
    ? `.${name}(${args.join(', ')})`
    : `.${byName}(${[JSON.stringify(name), ...args].join(', ')})`;
}

/** Returns the sources of the arguments: the params, and the options of the call. */
function argumentsOf({ params, idempotencyKey }: CopySource): readonly string[] {
  const key = idempotencyKey ? [`{ idempotencyKey: ${JSON.stringify(idempotencyKey)} }`] : [];
  if (params !== undefined) return [toSource(params), ...key];
  return key.length === 0 ? [] : ['undefined', ...key];
}

/** Returns the message by which an agent calls the tool of a method. */
export function toMcp(name: string, { method, params }: CopySource): string {
  const message = {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name, arguments: namedArguments(method, params) },
  };
  return JSON.stringify(message, null, 2);
}

/** Returns the params by name, because the arguments of a tool always have names. */
function namedArguments({ params: declared }: MethodModel, params: unknown): unknown {
  if (isObject(params)) return params;
  if (!Array.isArray(params)) return {};
  return Object.fromEntries(
    params.map((value: unknown, index) => [declared[index]?.name ?? String(index), value]),
  );
}
