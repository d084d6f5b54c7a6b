import type { Behavior } from '../behavior.js';
import type { HttpLayer } from '../serve.js';

/** A violation of some rules, with the ids of exactly those cases that must fail. */
export interface Violation {
  readonly name: string;
  readonly behavior?: Partial<Behavior>;
  readonly http?: Partial<HttpLayer>;
  /** Whether cases run into their time limit. */
  readonly isSlow?: boolean;
  readonly fails: readonly string[];
}
