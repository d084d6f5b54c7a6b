import type { OverridablePlan } from '../di/overridable-plan.js';
import type { CompiledMethod } from '../method/compiled-method.js';
import type { RateLimit } from '../rate-limit/rate-limit.js';

/** The compiled parts of an entrypoint. */
export interface CompiledEntrypoint {
  readonly methods: ReadonlyMap<string, CompiledMethod>;
  /** The rate limits of methods, with the name of the first method that declares each of them. */
  readonly methodLimits: ReadonlyMap<RateLimit, string>;
  /** Resolves the `messageDependencies` of the entrypoint. */
  readonly sharedPlan: OverridablePlan | undefined;
  /** Resolves the `connectionDependencies`, once per connection. */
  readonly connectionPlan: OverridablePlan | undefined;
}

/** Returns the compiled parts, which an entrypoint keeps out of its public type. */
export function compiledEntrypoint(entrypoint: {
  readonly '~compiled': unknown;
}): CompiledEntrypoint {
  return entrypoint['~compiled'] as CompiledEntrypoint;
}
