import type { Method } from '../document/methods.js';
import type { Severity } from './rules/rule.js';
import { type RuleId, rules } from './rules/rules.js';

/** One difference between two documents. */
export interface Change {
  /** The id of the rule that found it. */
  readonly rule: RuleId;
  /** Which clients break. */
  readonly severity: Severity;
  /** The method, by its old name; undefined for a change of the whole document. */
  readonly method: string | undefined;
  /** The path of the method's entrypoint; undefined if the document doesn't say it. */
  readonly entrypoint: string | undefined;
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
  method?: Pick<Method, 'entrypoint' | 'name'>,
): Change {
  const { severity, consequence } = rules[rule];
  return {
    rule,
    severity,
    method: method?.name,
    entrypoint: method?.entrypoint,
    oldPointer,
    newPointer,
    message: `${detail}. ${consequence}`,
  };
}
