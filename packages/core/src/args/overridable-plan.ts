import { compilePlan, type PlanOptions } from './compile-plan.js';
import type { DependencyOverrides } from './dependency-overrides.js';
import type { Plan } from './plan.js';

/** The plan for one state of one api's overrides. */
interface Overridden {
  readonly overrides: DependencyOverrides;
  readonly version: number;
  readonly plan: Plan;
}

/** A plan that is compiled when it is declared, and again when an api's overrides change. */
export class OverridablePlan {
  readonly #options: Omit<PlanOptions, 'overrides'>;
  /** The plan without overrides. */
  readonly declared: Plan;
  #overridden: Overridden | undefined;

  /** @throws TypeError as {@link compilePlan} does */
  constructor(options: Omit<PlanOptions, 'overrides'>) {
    this.#options = options;
    this.declared = compilePlan({ ...options, overrides: undefined });
  }

  /** The plan with the overrides in force. */
  with(overrides: DependencyOverrides): Plan {
    if (overrides.size === 0) return this.declared;
    const { version } = overrides;
    if (this.#overridden?.overrides !== overrides || this.#overridden.version !== version) {
      const plan = compilePlan({ ...this.#options, overrides });
      this.#overridden = { overrides, version, plan };
    }
    return this.#overridden.plan;
  }
}
