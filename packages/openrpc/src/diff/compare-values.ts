import type { Finding } from './change.js';
import type { Mismatch } from './containment/mismatch.js';
import { describeMismatch, type Reading } from './describe-mismatch.js';
import { type RuleId, rules } from './rules/rules.js';

/** How the values that clients send or receive are compared. A form describes them, such as a schema. */
export interface ValueComparison<Form> extends Pick<Reading, 'sender' | 'subject'> {
  /** Returns why the second form rejects values of the first one. */
  readonly mismatches: (inner: Form, outer: Form) => readonly Mismatch[];
  /** The rule for what old clients send and the new form rejects, or receive and the old form rejects. */
  readonly breakingRule: RuleOf;
  /** The rule for mismatches in the other direction. */
  readonly compatibleRule: RuleOf;
}

/** Returns undefined for a mismatch that no rule reports. */
type RuleOf = (mismatch: Mismatch) => RuleId | undefined;

/** Compares the old and the new form of values. Looks for compatible changes only if no change breaks clients. */
export function compareValues<Form>(
  [old, next]: readonly [old: Form, next: Form],
  { mismatches, breakingRule, compatibleRule, ...reading }: ValueComparison<Form>,
): readonly Finding[] {
  const forms = { old, new: next };
  // Old clients send values of the old form, and receive values of the new one.
  const [since, otherwise] =
    reading.sender === 'clients' ? (['old', 'new'] as const) : (['new', 'old'] as const);
  const breaking = mismatches(forms[since], forms[otherwise]);
  const findings = findingsOf(breaking, breakingRule, { ...reading, since });
  if (findings.some(({ rule }) => rules[rule].severity !== 'compatible')) return findings;
  const others = mismatches(forms[otherwise], forms[since]).filter(
    ({ kind }) => kind !== 'undecided',
  );
  return [...findings, ...findingsOf(others, compatibleRule, { ...reading, since: otherwise })];
}

/** Returns the findings for mismatches, whose inner schema is that of the document that has the values. */
export function findingsOf(
  mismatches: readonly Mismatch[],
  ruleOf: RuleOf,
  reading: Reading,
): readonly Finding[] {
  return mismatches.flatMap((one) => {
    const rule = ruleOf(one);
    if (rule === undefined) return [];
    const { inner, outer } = one;
    const [oldPointer, newPointer] = reading.since === 'old' ? [inner, outer] : [outer, inner];
    return [{ rule, detail: describeMismatch(one, reading), oldPointer, newPointer }];
  });
}
