import type { ParamStructure } from '../context/json-rpc-context.js';
import type { Dependency } from '../di/dependency.js';
import { OverridablePlan } from '../di/overridable-plan.js';
import type { Arguments } from '../di/plan.js';
import type { JsonRpcMiddleware } from '../middleware/middleware.js';
import { compileValidate, type Validate } from '../validation/validate.js';
import { durableOptions } from './durable-notifications.js';
import type { Method } from './method.js';

/** Options that a method inherits from its entrypoint. */
export interface InheritedOptions {
  readonly commonDependencies: readonly Dependency[];
  readonly messageDependencies: readonly Dependency[];
  readonly middlewares: readonly JsonRpcMiddleware[];
  readonly timeout: number;
  readonly paramStructure: ParamStructure;
  /** Whether the calls of a batch share one transaction. */
  readonly batch: 'independent' | 'atomic';
}

/** A registered method, with everything that can be prepared before the first call. */
export class CompiledMethod {
  readonly method: Method;
  /** Receives the arguments that the plan resolves. */
  readonly handler: (args: Arguments) => unknown;
  readonly validateResult: Validate | undefined;
  /** The middlewares of the entrypoint, followed by those of the method. */
  readonly middlewares: readonly JsonRpcMiddleware[];
  readonly timeout: number;
  readonly plan: OverridablePlan;
  /** Passes the notifications of a durable method to its queue; undefined for other methods. */
  readonly queuedMethod: CompiledMethod | undefined;
  /** By name, the subscriptions of a namespace; undefined for other methods. */
  variants: Map<unknown, CompiledMethod> | undefined = undefined;

  /** @throws TypeError under the same conditions as `compilePlan()` */
  constructor(method: Method, inherited: InheritedOptions) {
    this.method = method;
    this.handler = method.handler as (args: Arguments) => unknown;
    this.validateResult = method.result && compileValidate(method.result);
    this.middlewares = [...inherited.middlewares, ...method.middlewares];
    this.timeout = method.timeout ?? inherited.timeout;
    const where = `method "${method.name}"`;
    const { idempotent, args } = method;
    const { messageDependencies: shared, batch } = inherited;
    const isAtomic = batch === 'atomic';
    const dependencies = [...inherited.commonDependencies, ...method.dependencies];
    if (idempotent !== undefined) {
      const sources = [...Object.values(args), ...dependencies];
      idempotent.checkMethod({ where, sources, shared: isAtomic ? [] : shared });
      dependencies.push(idempotent);
    }
    this.plan = new OverridablePlan({
      where,
      args,
      dependencies,
      structure: method.paramStructure ?? inherited.paramStructure,
      shared,
      scope: 'call',
      isAtomic,
    });
    this.queuedMethod = this.#queuedMethod(method, inherited);
  }

  /** Inherits no `commonDependencies` and claims no idempotency key, because the job does that. */
  #queuedMethod(method: Method, inherited: InheritedOptions): CompiledMethod | undefined {
    const durable = durableOptions(method);
    if (durable === undefined) return undefined;
    const receiver = durable.queue.receiver(method, this.plan.declared.inputs);
    return new CompiledMethod(
      { ...method, ...receiver, result: undefined, idempotent: undefined, notifications: 'run' },
      { ...inherited, commonDependencies: [] },
    );
  }
}
