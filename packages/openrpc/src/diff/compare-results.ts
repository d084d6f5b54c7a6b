import type { Finding } from './change.js';
import { containmentMismatches } from './containment/containment.js';
import type { Mismatch } from './containment/mismatch.js';
import { compareValues, type ValueComparison } from './compare-values.js';
import type { Method } from '../document/methods.js';
import type { RuleId } from './rules/rules.js';

/** Compares the results of a method: whether old clients still get results that fit the old schema. */
export function compareResults(old: Method, next: Method): readonly Finding[] {
  const pointers = { oldPointer: old.pointer, newPointer: next.pointer };
  if (old.result === undefined && next.result === undefined) return [];
  if (next.result === undefined) {
    const detail = `The method "${old.name}" is now a notification`;
    return [{ rule: 'method-became-notification', detail, ...pointers }];
  }
  if (old.result === undefined) {
    const detail = `The method "${old.name}" now returns a result`;
    return [{ rule: 'method-became-request', detail, ...pointers }];
  }
  return compareValues([old.result.schema, next.result.schema], {
    ...receivedValues,
    mismatches: containmentMismatches,
    subject: (path) => (path === '' ? 'The result' : `"result${path}"`),
  });
}

/** The comparison of what clients receive. */
export const receivedValues: Omit<ValueComparison<unknown>, 'mismatches' | 'subject'> = {
  sender: 'server',
  breakingRule: widenedRule,
  compatibleRule: narrowedRule,
};

/** The rule for results that the old schema rejects. */
function widenedRule({ kind, isDeclared, isNull }: Mismatch): RuleId {
  switch (kind) {
    case 'required':
      return isDeclared === true ? 'result-member-made-optional' : 'result-member-removed';
    case 'type':
    case 'enum':
      if (isNull === true) return 'result-nullable';
      return kind === 'type' ? 'result-type-widened' : 'result-enum-widened';
    case 'constraint':
      return 'result-constraint-widened';
    case 'member':
      return 'result-unknown-members-added';
    case 'undeclared':
      return 'result-member-added';
    case 'undecided':
      return 'result-undecided';
  }
}

/** The rule for results that clients no longer get. */
function narrowedRule({ kind, member }: Mismatch): RuleId {
  if (kind === 'enum') return 'result-enum-narrowed';
  const isRemoved = kind === 'undeclared' || (kind === 'member' && member !== undefined);
  return isRemoved ? 'result-optional-member-removed' : 'result-narrowed';
}
