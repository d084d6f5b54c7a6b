import type { Arguments } from '../di/argument-values.js';
import type { PlanOptions } from '../di/compile-plan.js';
import { OverridablePlan } from '../di/overridable-plan.js';
import type { JsonRpcMiddleware } from '../middleware/middleware.js';
import { compileValidate, type Validate } from '../validation/validate.js';
import { checkRecordedMethod, claimDependency } from './call-recorder.js';
import { createEnqueueMethod } from './enqueue-method.js';
import type { Method } from './method.js';

/** Options that a method inherits from its entrypoint. */
export interface InheritedOptions extends Pick<
  PlanOptions,
  'dependencies' | 'shared' | 'structure'
> {
  readonly middlewares: readonly JsonRpcMiddleware[];
  readonly timeout: number;
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
  /**
   * Handles the notifications of a durable method by storing them as jobs; undefined for other methods.
   */
  readonly enqueueMethod: CompiledMethod | undefined;

  /** @throws TypeError under the same conditions as `compilePlan()` */
  constructor(method: Method, inherited: InheritedOptions) {
    this.method = method;
    this.handler = method.handler as (args: Arguments) => unknown;
    this.validateResult = method.result && compileValidate(method.result);
    this.middlewares = [...inherited.middlewares, ...method.middlewares];
    this.timeout = method.timeout ?? inherited.timeout;
    const where = `method "${method.name}"`;
    const { idempotent, args } = method;
    const dependencies = [...inherited.dependencies, ...method.dependencies];
    if (idempotent !== undefined) {
      const sources = [...Object.values(args), ...dependencies];
      checkRecordedMethod(idempotent, { where, sources, shared: inherited.shared });
      dependencies.push(claimDependency(idempotent));
    }
    this.plan = new OverridablePlan({
      where,
      args,
      dependencies,
      structure: method.paramStructure ?? inherited.structure,
      shared: inherited.shared,
      scope: 'call',
    });
    const { durable } = method;
    // Without the entrypoint's `commonDependencies`, which run with the job.
    this.enqueueMethod =
      durable &&
      new CompiledMethod(createEnqueueMethod(method, durable, this.plan.declared), {
        ...inherited,
        dependencies: [],
      });
  }
}
