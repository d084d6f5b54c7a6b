import { type RuleId, rules, type Severity } from './rules.js';

/** One difference between two documents. */
export interface Change {
  /** The id of the rule that found it. */
  readonly rule: RuleId;
  /** Which clients break. */
  readonly severity: Severity;
  /** The method, by its old name; undefined for a change of the whole document. */
  readonly method: string | undefined;
  /** The JSON pointer in the old document; undefined if it has nothing there. */
  readonly oldPointer: string | undefined;
  /** The JSON pointer in the new document; undefined if it has nothing there. */
  readonly newPointer: string | undefined;
  /** What changed, and who breaks. */
  readonly message: string;
}

/** A change without the severity and the consequence, which its rule defines. */
export interface Finding {
  readonly rule: RuleId;
  readonly detail: string;
  readonly oldPointer?: string | undefined;
  readonly newPointer?: string | undefined;
}

export function changeOf(
  { rule, detail, oldPointer, newPointer }: Finding,
  method: string | undefined,
): Change {
  const { severity, consequence } = rules[rule];
  return { rule, severity, method, oldPointer, newPointer, message: `${detail}. ${consequence}` };
}
