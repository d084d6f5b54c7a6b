/**
 * How bad a change is. `wire`: existing clients fail at run time. `types`: they work, but do not compile
 * with types of the new document. `unknown`: it could not be decided. `compatible`: no client breaks.
 */
export type Severity = 'compatible' | 'types' | 'unknown' | 'wire';

/** How the changes that a rule reports affect clients. */
export interface Rule {
  /** Which clients break. */
  readonly severity: Severity;
  /** Who breaks, as a sentence without a full stop. */
  readonly consequence: string;
}
