import type { Finding } from './change.js';
import { sameData } from './containment/identical.js';
import { appendToPointer, isObject } from './containment/located-schema.js';
import { member, type Method, rootOf } from './openrpc-reader.js';
import type { RuleId } from './rules.js';

/** A changed limit. It is shared if it changed for all methods, and not for this one in particular. */
export interface LimitFinding extends Finding {
  readonly isShared: boolean;
}

/**
 * Compares the limits of a method: those in its `x-limits`, and the others in that of the document. A document
 * without the extension doesn't say what its limits are, so there is nothing to compare.
 */
export function compareLimits(old: Method, next: Method): readonly LimitFinding[] {
  const [was, is] = [limitsOf(old), limitsOf(next)];
  if (was === undefined || is === undefined) return [];
  const names = new Set([...was.keys(), ...is.keys()]);
  return [...names].flatMap((name): readonly LimitFinding[] => {
    const [before, after] = [was.get(name), is.get(name)];
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
  const isStated = [rootOf(method.document), method].some(({ value }) =>
    isObject(value['x-limits']),
  );
  return isStated ? new Map([...(shared ?? []), ...(own ?? [])]) : undefined;
}

/** Returns undefined for limits that don't differ. */
function ruleFor(before: unknown, after: unknown): RuleId | undefined {
  if (sameData(before, after)) return undefined;
  const [was, is] = [measuresOf(before), measuresOf(after)];
  if (was === undefined || is === undefined) return 'limit-undecided';
  const isLowered = is.some((measure, index) => measure < (was[index] ?? Infinity));
  return isLowered ? 'limit-lowered' : 'limit-raised';
}

/** Returns the numbers of a limit of which none may fall: of a rate, calls at once and calls per second. */
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
