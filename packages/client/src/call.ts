import type { JsonRpcError, ProblemsData, StandardError } from './errors/json-rpc-error.js';
import type { TransportFailure } from './errors/transport-errors.js';
import type { Jsonify } from './method-types.js';

/** The promise of a call's result. Its type carries the errors that the call can fail with. */
export interface Call<out Result, out Failure = unknown> extends Promise<Result> {
  /** For the compiler only. The property does not exist at run time. */
  readonly '~failure'?: Failure | undefined;
}

/** Matches declared standard errors, which are part of every {@link CallError} anyway. */
interface DeclaredStandardError {
  readonly code: StandardError['code'];
  readonly data: ProblemsData | undefined;
}

/** The errors of a call that correspond to error classes of the server. */
type ReceivedError<Declared> = Declared extends DeclaredStandardError
  ? never
  : Declared extends { readonly code: infer Code extends number; readonly data: infer Data }
    ? JsonRpcError<Code, Jsonify<Data>>
    : never;

/** Every error that a call can fail with, given the errors that its method declares. */
export type CallError<Declared = never> =
  | ReceivedError<Declared>
  | StandardError
  | TransportFailure;

/** The result of a call, or the error that it failed with. `error.code` narrows `error.data`. */
export type SafeResult<Result, Failure> =
  | { readonly ok: true; readonly result: Result }
  | { readonly ok: false; readonly error: Failure };

/**
 * Returns the result or the error of a call as a value, so that the compiler knows the type of the
 * error. Never rejects.
 *
 * ```ts
 * const outcome = await safe(bank.withdraw({ accountId: '1.1', amount: 5 }));
 * if (outcome.ok) show(outcome.result.balance);
 * else if (outcome.error.code === 6001) offerLess(outcome.error.data.balance);
 * ```
 *
 * The types contain the errors that the method and its entrypoint declare. A server may also send
 * codes that it does not declare, so handle those in a last `else`.
 */
export async function safe<Result, Failure>(
  call: Call<Result, Failure>,
): Promise<SafeResult<Result, Failure>> {
  try {
    return { ok: true, result: await call };
  } catch (error) {
    // Promises have no type for rejections; the client rejects with these errors only.
    return { ok: false, error: error as Failure };
  }
}

/** The outcome of a call whose types are not known. */
export type Outcome = SafeResult<unknown, unknown>;

/** Returns the result of a call, or throws its error. */
export function unwrapOutcome(outcome: Outcome | undefined): unknown {
  if (outcome?.ok === false) throw outcome.error;
  return outcome?.result;
}
