import type { Rules } from './rules.js';
import type { Wire } from './rules-server.js';

/** Something that a server does wrong, and the cases that must notice it: these and no others. */
export interface Fault {
  readonly name: string;
  readonly rules?: Partial<Rules>;
  readonly wire?: Partial<Wire>;
  /** Whether an audit waits for it up to a time limit. */
  readonly isSlow?: boolean;
  readonly fails: readonly string[];
}
