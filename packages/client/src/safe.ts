import type { Call } from './call.js';

/** How a call ended. Where it failed, `error.code` tells the errors apart and narrows `data`. */
export type SafeResult<Result, Failure> =
  | { readonly ok: true; readonly result: Result }
  | { readonly ok: false; readonly error: Failure };

/**
 * A call's end as a value, so that the compiler knows its errors:
 *
 * ```ts
 * const answer = await safe(bank.withdraw({ accountId: '1.1', amount: 5 }));
 * if (answer.ok) show(answer.result.balance);
 * else if (answer.error.code === 6001) offerLess(answer.error.data.balance);
 * ```
 *
 * The types have what the method and its entrypoint declare. A server may send a code that it does
 * not declare, so keep a last `else`.
 */
export async function safe<Result, Failure>(
  call: Call<Result, Failure>,
): Promise<SafeResult<Result, Failure>> {
  try {
    return { ok: true, result: await call };
  } catch (error) {
    // A promise has no type for what it is rejected with; the client rejects with nothing else.
    return { ok: false, error: error as Failure };
  }
}
