import type { Finding } from './change.js';
import { sameData } from './containment/identical.js';
import { isObject } from '../document/json-schema.js';
import { appendToPointer } from '../document/pointer.js';
import { member, type Method, rootOf } from '../document/methods.js';
import type { RuleId } from './rules/rules.js';

/** A changed limit. `isShared` is true if the limit changed for all methods, not only for this one. */
export interface LimitFinding extends Finding {
  readonly isShared: boolean;
}

/**
 * Compares the limits of a method: those in its `x-limits`, and the others in `x-limits` of the document.
 * Without the extension the limits are unknown, so nothing is compared.
 */
export function compareLimits(old: Method, next: Method): readonly LimitFinding[] {
  const [oldLimits, newLimits] = [limitsOf(old), limitsOf(next)];
  if (oldLimits === undefined || newLimits === undefined) return [];
  const names = new Set([...oldLimits.keys(), ...newLimits.keys()]);
  return [...names].flatMap((name): readonly LimitFinding[] => {
    const [before, after] = [oldLimits.get(name), newLimits.get(name)];
    const rule = ruleFor(before?.value, after?.value);
    if (rule === undefined) return [];
    return [
      {
        rule,
        detail: `The limit ${name} changed from ${describe(before)} to ${describe(after)}`,
        oldPointer: before?.pointer,
        newPointer: after?.pointer,
        isShared: before?.isShared !== false && after?.isShared !== false,
      },
    ];
  });
}

interface Limit {
  readonly value: unknown;
  readonly pointer: string;
  readonly isShared: boolean;
}

function limitsOf(method: Method): ReadonlyMap<string, Limit> | undefined {
  const [shared, own] = [rootOf(method.document), method].map((parent) => {
    const { value, pointer } = member(parent, 'x-limits');
    const isShared = parent !== method;
    return Object.entries(value).map(([name, limit]): readonly [string, Limit] => [
      name,
      { value: limit, pointer: appendToPointer(pointer, name), isShared },
    ]);
  });
  const hasExtension = [rootOf(method.document), method].some(({ value }) =>
    isObject(value['x-limits']),
  );
  return hasExtension ? new Map([...(shared ?? []), ...(own ?? [])]) : undefined;
}

/** Returns undefined for limits that don't differ. */
function ruleFor(before: unknown, after: unknown): RuleId | undefined {
  if (sameData(before, after)) return undefined;
  const [oldMeasures, newMeasures] = [measuresOf(before), measuresOf(after)];
  if (oldMeasures === undefined || newMeasures === undefined) return 'limit-undecided';
  const isLowered = newMeasures.some(
    (measure, index) => measure < (oldMeasures[index] ?? Infinity),
  );
  return isLowered ? 'limit-lowered' : 'limit-raised';
}

/** Returns the numbers that must not decrease: for a rate limit, the calls at once and per second. */
function measuresOf(limit: unknown): readonly number[] | undefined {
  if (limit === undefined) return [Infinity, Infinity];
  if (typeof limit === 'number') return [limit, limit];
  if (!isObject(limit)) return undefined;
  const { calls, seconds } = limit;
  if (typeof calls !== 'number' || typeof seconds !== 'number') return undefined;
  return [calls, calls / seconds];
}

function describe(limit: Limit | undefined): string {
  if (limit === undefined) return 'none';
  const { value } = limit;
  if (!isObject(value)) return JSON.stringify(value);
  const { calls, seconds } = value;
  if (calls === undefined || seconds === undefined) return 'an unknown number';
  return `${JSON.stringify(calls)} calls in ${JSON.stringify(seconds)} s`;
}
