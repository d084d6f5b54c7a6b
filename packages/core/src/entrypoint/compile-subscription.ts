import { InvalidParams } from '../errors/standard-errors.js';
import { params } from '../di/sources.js';
import type { CompiledMethod } from '../method/compiled-method.js';
import { defineMethod, type Method } from '../method/method.js';
import type { Subscription } from '../subscription/subscription.js';
import * as v from 'valibot';

/** What an entrypoint has registered already. */
interface Registered {
  readonly methods: ReadonlyMap<string, CompiledMethod>;
  readonly subscriptions: readonly Subscription[];
}

/**
 * Compiles a subscription for an entrypoint. Returns the methods to register: those that subscribe and
 * unsubscribe, unless the namespace has them already.
 *
 * @throws TypeError if the name is taken, or the subscription uses a transaction
 */
export function compileSubscription(
  where: string,
  subscription: Subscription,
  { methods, subscriptions }: Registered,
  compile: (method: Method) => CompiledMethod,
): readonly CompiledMethod[] {
  const { name, names, namespace } = subscription;
  const isTaken = ({ name: other, names: { notification } }: Subscription): boolean =>
    other === name || (namespace === undefined && notification === names.notification);
  if (subscriptions.some(isTaken)) {
    throw new TypeError(
      `${where}: subscription "${name}" is already registered. Rename one of them.`,
    );
  }
  const compiled = compile(subscription.subscribe);
  if (compiled.plan.declared.hasTransaction) {
    throw new TypeError(
      `${where}: subscription "${name}" uses a transaction, which would stay open as long as the ` +
        `subscription. Begin the transaction in the handler.`,
    );
  }
  if (namespace === undefined) return [compiled, compile(subscription.unsubscribe)];
  const known = methods.get(names.subscribe)?.variants;
  if (known !== undefined) {
    known.set(name, compiled);
    return [];
  }
  const group = compile(namespaceMethod(names.subscribe));
  group.variants = new Map([[name, compiled]]);
  return [group, compile(subscription.unsubscribe)];
}

/** Creates the method of a namespace. It is only executed if the params name no subscription. */
function namespaceMethod(name: string): Method {
  const method = defineMethod(
    name,
    {
      args: { _: params(v.union([v.array(v.unknown()), v.looseObject({})])) },
      result: v.string(),
      paramStructure: 'either',
      notifications: 'reject',
    },
    (): string => {
      const msg = 'There is no subscription of this name';
      throw new InvalidParams({ errors: [{ loc: [0], msg, type: 'subscription_name' }] });
    },
  );
  return { ...method, subscribes: true };
}
