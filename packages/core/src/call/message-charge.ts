import type { Thrown } from '../di/dependency-stack.js';
import type { ChargedCalls, RateLimit } from '../rate-limit/rate-limit.js';
import type { HttpEffects } from './message-outcome.js';

/** The decisions of one or more rate limits about the calls of a message. */
export class MessageCharge {
  readonly #charges: readonly ChargedCalls[];
  /** For each call, in request order, the limit that rejects it. */
  readonly #rejections: readonly (ChargedCalls | undefined)[];
  readonly #failures: ReadonlyMap<RateLimit, Thrown>;

  /** @param failures what `key()` of the limits of methods, or their stores, have thrown */
  constructor(
    charges: readonly ChargedCalls[],
    failures: ReadonlyMap<RateLimit, Thrown>,
    callCount: number,
  ) {
    this.#charges = charges;
    this.#failures = failures;
    this.#rejections = Array.from({ length: callCount }, (_, index) =>
      charges.find((charged) => charged.rejects(index)),
    );
  }

  /** Returns the limit that rejects the call with this index in the batch; undefined if it may run. */
  rejectionOf(index: number): ChargedCalls | undefined {
    return this.#rejections[index];
  }

  /** Returns why the calls of the methods with this limit fail; undefined if they may run. */
  failureOf(limit: RateLimit | undefined): Thrown | undefined {
    return limit && this.#failures.get(limit);
  }

  get rejectsAll(): boolean {
    return this.#rejections.every((rejection) => rejection !== undefined);
  }

  /** The status and the headers that report the limits. */
  get effects(): HttpEffects {
    const lists = new Map<string, string>();
    for (const [name, item] of this.#charges.flatMap(({ headers }) => headers)) {
      const list = lists.get(name);
      lists.set(name, list === undefined ? item : `${list}, ${item}`);
    }
    if (!this.rejectsAll) return { status: undefined, headers: [...lists] };
    const waits = this.#rejections.flatMap((rejection) => rejection?.retryAfterMs ?? []);
    const seconds = Math.max(Math.ceil(Math.max(...waits) / 1000), 1);
    if (waits.length > 0) lists.set('retry-after', String(seconds));
    return { status: 429, headers: [...lists] };
  }
}
