import type { Arguments } from '../di/argument-values.js';
import type { PlanOptions } from '../di/compile-plan.js';
import { OverridablePlan } from '../di/overridable-plan.js';
import type { JsonRpcMiddleware } from '../middleware/middleware.js';
import { compileValidate, type Validate } from '../validation/validate.js';
import type { Method } from './method.js';

/** What an entrypoint adds to each of its methods. */
export interface InheritedOptions extends Pick<
  PlanOptions,
  'dependencies' | 'shared' | 'structure'
> {
  readonly middlewares: readonly JsonRpcMiddleware[];
  readonly timeout: number;
}

/** A method as its entrypoint runs it; everything that can be prepared is. */
export class CompiledMethod {
  readonly method: Method;
  /** Called with the record that its plan resolves. */
  readonly handler: (args: Arguments) => unknown;
  readonly validateResult: Validate | undefined;
  /** The entrypoint's and the method's own. */
  readonly middlewares: readonly JsonRpcMiddleware[];
  readonly timeout: number;
  readonly plan: OverridablePlan;

  constructor(method: Method, surroundings: InheritedOptions) {
    this.method = method;
    this.handler = method.handler as (args: Arguments) => unknown;
    this.validateResult = method.result && compileValidate(method.result);
    this.middlewares = [...surroundings.middlewares, ...method.middlewares];
    this.timeout = method.timeout ?? surroundings.timeout;
    this.plan = new OverridablePlan({
      where: `method ${method.name}`,
      args: method.args,
      dependencies: [...surroundings.dependencies, ...method.dependencies],
      structure: method.paramStructure ?? surroundings.structure,
      shared: surroundings.shared,
      scope: 'call',
    });
  }
}
