import { compilePlan, type PlanOptions } from './compile-plan.js';
import type { DependencyOverrides } from './dependency-overrides.js';
import type { Plan } from './plan.js';

/** A plan that is compiled at declaration, and compiled again for an api when its overrides change. */
export class OverridablePlan {
  readonly #options: PlanOptions;
  /** The plan without overrides. */
  readonly declared: Plan;
  /** The latest plan for each api with overrides. */
  readonly #overridden = new WeakMap<DependencyOverrides, { version: number; plan: Plan }>();

  /** @throws TypeError under the same conditions as {@link compilePlan} */
  constructor(options: PlanOptions) {
    this.#options = options;
    this.declared = compilePlan(options);
  }

  /** Returns the plan with the given overrides applied. */
  with(overrides: DependencyOverrides): Plan {
    if (overrides.size === 0) return this.declared;
    const { version } = overrides;
    const known = this.#overridden.get(overrides);
    if (known?.version === version) return known.plan;
    const plan = compilePlan(this.#options, overrides);
    this.#overridden.set(overrides, { version, plan });
    return plan;
  }
}
