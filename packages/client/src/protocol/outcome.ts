import type { SafeResult } from '../safe.js';

/** How a call ended, as long as the compiler knows nothing about it. */
export type Outcome = SafeResult<unknown, unknown>;

export function failure(error: unknown): Outcome {
  return { ok: false, error };
}

/** Gives the result, or throws the error. */
export function resultOf(outcome: Outcome | undefined): unknown {
  if (outcome?.ok === false) throw outcome.error;
  return outcome?.result;
}
