import {
  type Dependency,
  dependency,
  type JsonRpcContext,
  jsonRpcContext,
  type MethodRoute,
  params,
  type Resource,
} from '@jsonrpc-kit/core';
import type {
  NotificationQueue,
  NotificationReceiver,
  NotifiedMethod,
  PluginCall,
} from '@jsonrpc-kit/core/adapter';
import {
  describeValue,
  durableOptions,
  ignoreRejection,
  isPromise,
} from '@jsonrpc-kit/core/internal';
import type { ArgumentSources, RequestParams } from '@jsonrpc-kit/core/types';

/** Stores notifications as jobs. */
export interface NotificationStore {
  /** Resolves when the job is committed. */
  add(notification: DurableNotification): Promise<void>;
}

/** A validated notification to store as a job. */
export interface DurableNotification {
  /** The durable method. */
  readonly method: MethodRoute;
  /** The params as the client sent them. */
  readonly params: RequestParams;
  /** The value of the option `caller`; undefined if the method doesn't have the option. */
  readonly caller: unknown;
  /** The value from `orderBy` as a text; undefined if the method doesn't have the option. */
  readonly order: string | undefined;
  /** The call of the notification. */
  readonly context: PluginCall;
}

type DurableRoute = Parameters<NotificationQueue['receiver']>[0];
type Inputs = Parameters<NotificationQueue['receiver']>[1];

/**
 * Returns the handler of the notifications of a durable method: it validates the parameters, resolves the
 * caller and stores the job. The handler and all dependencies of the method run when the job does.
 */
export function createReceiver(
  store: Resource<NotificationStore>,
  method: DurableRoute,
  inputs: Inputs,
): NotificationReceiver {
  const caller = durableOptions(method)?.caller;
  return {
    args: { jobs: store, context: jsonRpcContext, ...(caller && { caller }) },
    dependencies: inputs.flatMap(validatingDependency),
    handler: async ({ jobs, context, caller: value }: ReceivedValues): Promise<void> => {
      const sent = context.request?.params;
      const order = jobOrder(method, byName(sent, inputs));
      // The context of every call is a PluginCall.
      const call = context as PluginCall;
      await jobs.add({ method, params: sent, caller: value, order, context: call });
      call.isAccepted = true;
    },
  };
}

interface ReceivedValues {
  readonly jobs: NotificationStore;
  readonly context: JsonRpcContext;
  readonly caller?: unknown;
}

/** Returns a dependency for a parameter that only validates it. */
function validatingDependency({ in: where, name, schema }: Inputs[number]): readonly Dependency[] {
  if (where !== 'param' && where !== 'params') return [];
  const source: ArgumentSources =
    where === 'param' ? { [name]: schema } : { params: params(schema) };
  return [dependency(source, () => undefined, { name: 'validate' })];
}

/** Converts params that were sent by position to named params. */
function byName(sent: RequestParams, inputs: Inputs): unknown {
  if (!Array.isArray(sent) || inputs.some((input) => input.in === 'params')) return sent ?? {};
  const named = inputs.filter((input) => input.in === 'param');
  const names = new Set(named.map(({ name }) => name));
  return Object.fromEntries(Array.from(names, (name, index) => [name, sent[index]]));
}

/**
 * Returns the text of the value from the option `orderBy` of a durable method; undefined without the option.
 *
 * @throws TypeError if `orderBy` returns neither a string nor a number, or the error that `orderBy` throws
 */
export function jobOrder(
  method: NotifiedMethod & { readonly name: string },
  values: unknown,
): string | undefined {
  const { name } = method;
  const durable = durableOptions(method);
  if (durable?.orderBy === undefined) return undefined;
  // The params have been validated, so they have the type that `orderBy` declares.
  const order: unknown = durable.orderBy(values as never);
  if (typeof order === 'string' || typeof order === 'bigint') return String(order);
  if (Number.isFinite(order)) return String(order);
  if (isPromise(order)) void ignoreRejection(Promise.resolve(order));
  throw new TypeError(
    `method "${name}": notifications.orderBy must return a string or a number, not ${describeValue(order)}.`,
  );
}
