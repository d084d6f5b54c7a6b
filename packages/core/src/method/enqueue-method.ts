import type { ArgumentSources } from '../di/argument-source.js';
import { callSource } from '../di/context-sources.js';
import { dependency, type Dependency } from '../di/dependency.js';
import type { Plan } from '../di/plan.js';
import type { StorableCall } from '../di/recording.js';
import { params } from '../di/sources.js';
import type { RequestParams } from '../jsonrpc/request.js';
import { type DurableOptions, jobOrder, type NotificationStore } from './durable-notifications.js';
import type { Method } from './method.js';

/**
 * Creates the method that handles the notifications of a durable method: it validates the parameters,
 * resolves the caller and stores the job. The handler and all other dependencies run when the job does.
 */
export function createEnqueueMethod(method: Method, durable: DurableOptions, plan: Plan): Method {
  const { queue, caller } = durable;
  const handler = async ({ store, context, caller: value }: EnqueueValues): Promise<void> => {
    const sent = context.request?.params;
    const order = jobOrder(method, byName(sent, plan));
    await store.add({ method, queue, params: sent, caller: value, order, context });
    context.isStored = true;
  };
  return {
    ...method,
    handler,
    args: { store: queue.store, context: callSource, ...(caller && { caller }) },
    dependencies: validatingDependencies(plan),
    result: undefined,
    // Not inherited: the job itself claims the idempotency key, and isn't stored again.
    idempotent: undefined,
    durable: undefined,
  };
}

interface EnqueueValues {
  readonly store: NotificationStore;
  readonly context: StorableCall;
  readonly caller?: unknown;
}

/** Returns a dependency for each parameter, in positional order, that only validates it. */
function validatingDependencies({ inputs }: Plan): readonly Dependency[] {
  return inputs.flatMap(({ in: where, name, schema }) => {
    if (where !== 'param' && where !== 'params') return [];
    const source: ArgumentSources =
      where === 'param' ? { [name]: schema } : { params: params(schema) };
    return dependency(source, () => undefined, { name: 'validate' });
  });
}

/** Converts params that were sent by position to named params. */
function byName(sent: RequestParams, { inputs, positionCount }: Plan): unknown {
  if (!Array.isArray(sent) || positionCount === undefined) return sent ?? {};
  const names = new Set(
    inputs.filter(({ in: where }) => where === 'param').map(({ name }) => name),
  );
  return Object.fromEntries(Array.from(names, (name, index) => [name, sent[index]]));
}
