import type { Change } from './change.js';
import { isObject } from '../document/json-schema.js';
import { type RuleId, rules } from './rules/rules.js';

/** An entry of the ignore list: a change that is accepted until a day, for a reason. */
export interface IgnoredChange {
  /** The rule whose change is accepted. */
  readonly rule: RuleId;
  /** The method, or undefined for a change of the whole document. */
  readonly method: string | undefined;
  /** Why the change is accepted, for readers of the list. */
  readonly reason: string;
  /** The last day on which the entry applies, such as `2027-01-31`. */
  readonly expires: string;
}

/** What an ignore list does to the changes of a diff. */
export interface FilteredChanges {
  /** The changes that no entry ignores. */
  readonly changes: readonly Change[];
  /** The changes that an entry ignores. */
  readonly ignored: readonly Change[];
  /** Entries whose last day has passed. */
  readonly expired: readonly IgnoredChange[];
  /** Entries that match no change. */
  readonly unused: readonly IgnoredChange[];
}

/**
 * Reads the content of an ignore file: an object with the list `ignore`.
 *
 * @throws TypeError that names the entry and what it lacks
 */
export function parseIgnoreList(content: object): readonly IgnoredChange[] {
  const { ignore: list } = content as { readonly ignore?: unknown };
  if (!Array.isArray(list)) throw new TypeError('The ignore file has no list "ignore"');
  return list.map((entry: unknown, index) => parseEntry(entry, `ignore[${index}]`));
}

function parseEntry(entry: unknown, where: string): IgnoredChange {
  if (!isObject(entry)) throw new TypeError(`${where} is not an object`);
  const { rule, method, reason, expires } = entry;
  if (typeof rule !== 'string' || !Object.hasOwn(rules, rule)) {
    throw new TypeError(`${where}: "rule" is not the id of a rule`);
  }
  if (method !== undefined && typeof method !== 'string') {
    throw new TypeError(`${where}: "method" is not a string`);
  }
  if (typeof reason !== 'string' || reason.trim() === '') {
    throw new TypeError(`${where}: "reason" is missing`);
  }
  if (typeof expires !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(expires) || !isDate(expires)) {
    throw new TypeError(`${where}: "expires" is not a date such as 2027-01-31`);
  }
  return { rule: rule as RuleId, method, reason, expires };
}

function isDate(text: string): boolean {
  return !Number.isNaN(Date.parse(text));
}

/** Leaves out the changes that a list ignores. An expired entry ignores nothing. */
export function ignoreChanges(
  changes: readonly Change[],
  list: readonly IgnoredChange[],
  today: Date = new Date(),
): FilteredChanges {
  const day = today.toISOString().slice(0, 10);
  const matches = (entry: IgnoredChange, { rule, method }: Change): boolean =>
    entry.rule === rule && entry.method === method;
  const expired = list.filter(({ expires }) => expires < day);
  const valid = list.filter(({ expires }) => expires >= day);
  const isIgnored = (change: Change): boolean => valid.some((entry) => matches(entry, change));
  return {
    changes: changes.filter((change) => !isIgnored(change)),
    ignored: changes.filter(isIgnored),
    expired,
    unused: valid.filter((entry) => !changes.some((change) => matches(entry, change))),
  };
}
