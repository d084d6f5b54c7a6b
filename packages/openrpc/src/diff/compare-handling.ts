import type { Finding } from './change.js';
import type { Method } from '../document/methods.js';
import { isObject } from '../document/json-schema.js';
import type { RuleId } from './rules/rules.js';

/** Compares how the server handles repeated calls (`x-idempotent`) and notifications (`x-durable`, `x-notifications`). */
export function compareHandling(old: Method, next: Method): readonly Finding[] {
  return [
    ...compareKeys(old, next),
    ...compareDurability(old, next),
    ...compareNotifications(old, next),
  ];
}

function compareKeys(old: Method, next: Method): readonly Finding[] {
  const [before, after] = [keyOf(old), keyOf(next)];
  if (before === after) return [];
  const report = (rule: RuleId, change: string): readonly Finding[] => [
    {
      rule,
      detail: `The method "${old.name}" ${change}`,
      ...pointersTo('x-idempotent', old, next),
    },
  ];
  if (after === 'none') return report('idempotency-removed', 'is no longer idempotent');
  if (after === 'required') {
    return report('idempotency-key-required', 'now requires an idempotency key');
  }
  return before === 'none'
    ? report('idempotency-added', 'is now idempotent')
    : report('idempotency-key-optional', 'no longer requires an idempotency key');
}

/** Returns whether a call has an idempotency key. */
function keyOf({ value: { 'x-idempotent': extension } }: Method): 'none' | 'optional' | 'required' {
  if (!isObject(extension)) return 'none';
  return extension['required'] === true ? 'required' : 'optional';
}

function compareDurability(old: Method, next: Method): readonly Finding[] {
  const [had, has] = [old, next].map(({ value }) => value['x-durable'] === true);
  if (had === has) return [];
  const rule = has === true ? 'durability-added' : 'durability-removed';
  const detail = `Notifications of the method "${old.name}" are ${has === true ? 'now' : 'no longer'} stored before the response`;
  return [{ rule, detail, ...pointersTo('x-durable', old, next) }];
}

function compareNotifications(old: Method, next: Method): readonly Finding[] {
  const [before, after] = [old, next].map(({ value }) => value['x-notifications'] === 'reject');
  if (before === after) return [];
  const rule = after === true ? 'notifications-rejected' : 'notifications-accepted';
  const detail = `The method "${old.name}" ${after === true ? 'now' : 'no longer'} rejects notifications`;
  return [{ rule, detail, ...pointersTo('x-notifications', old, next) }];
}

/** Returns the pointers to an extension, in each document that has it. */
function pointersTo(
  extension: string,
  old: Method,
  next: Method,
): Pick<Finding, 'newPointer' | 'oldPointer'> {
  const [oldPointer, newPointer] = [old, next].map(({ value, pointer }) =>
    value[extension] === undefined ? undefined : `${pointer}/${extension}`,
  );
  return { oldPointer, newPointer };
}
