import { InvalidParams } from '../errors/standard-errors.js';
import { params } from '../di/sources.js';
import type { CompiledMethod } from '../method/compiled-method.js';
import { defineMethod, type Method } from '../method/method.js';
import type { Subscription } from '../subscription/subscription.js';
import * as v from 'valibot';

/** The subscriptions of an entrypoint. */
export class DeclaredSubscriptions {
  readonly #all: Subscription[] = [];
  /** The methods that subscribe within a namespace, by namespace. */
  readonly #namespaces = new Map<string, CompiledMethod>();

  get all(): readonly Subscription[] {
    return Object.freeze([...this.#all]);
  }

  /**
   * Adds a subscription. Returns the methods to register: those that subscribe and unsubscribe, unless
   * the namespace has them already.
   *
   * @throws TypeError if the name is taken, or the subscription uses a transaction
   */
  add(
    where: string,
    subscription: Subscription,
    compile: (method: Method) => CompiledMethod,
  ): readonly CompiledMethod[] {
    const { name, names, namespace } = subscription;
    const isTaken = ({ name: other, names: { notification } }: Subscription): boolean =>
      other === name || (namespace === undefined && notification === names.notification);
    if (this.#all.some(isTaken)) {
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
    this.#all.push(subscription);
    if (namespace === undefined) return [compiled, compile(subscription.unsubscribe)];
    const known = this.#namespaces.get(namespace);
    if (known !== undefined) {
      known.variants?.set(name, compiled);
      return [];
    }
    const group = compile(namespaceMethod(names.subscribe));
    group.variants = new Map([[name, compiled]]);
    this.#namespaces.set(namespace, group);
    return [group, compile(subscription.unsubscribe)];
  }
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
