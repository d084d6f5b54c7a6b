import type { RuleId } from '../rules.js';
import { methodExample, type RuleGuide } from './rule-guide.js';

const pay = { name: 'pay', params: [] };
/** Returns a method whose calls have an idempotency key. */
const withKey = (required: boolean): object => ({ ...pay, 'x-idempotent': { required } });
const durable = { ...pay, 'x-durable': true };
const rejecting = { ...pay, 'x-notifications': 'reject' };

type Rule = Extract<RuleId, `${'durability' | 'idempotency' | 'notifications'}-${string}`>;

export const handlingGuides: Readonly<Record<Rule, RuleGuide>> = {
  'idempotency-removed': {
    change: 'The method no longer has `x-idempotent`, so it ignores or rejects the key of a call.',
    advice:
      'Keep the method idempotent. If it has to change, add a method without a key, and deprecate this one.',
    example: methodExample(withKey(false), pay),
  },
  'idempotency-key-required': {
    change:
      'A call without an idempotency key was accepted. Now `required` in `x-idempotent` is true.',
    advice:
      'Keep the key optional. Or require it in a new method, and deprecate the old one. If your clients already send a key, list the change in the [ignore file](../breaking-changes.md#accept-a-breaking-change).',
    example: methodExample(withKey(false), withKey(true)),
  },
  'idempotency-key-optional': {
    change: 'The method no longer rejects a call without an idempotency key.',
    advice: 'There is nothing to do.',
    example: methodExample(withKey(true), withKey(false)),
  },
  'idempotency-added': {
    change: 'The method now has `x-idempotent`, and accepts calls without a key.',
    advice: 'There is nothing to do. Inform clients that they can retry a call with the same key.',
    example: methodExample(pay, withKey(false)),
  },
  'durability-removed': {
    change:
      'The method no longer has `x-durable`, so the response to a notification no longer means that it is stored.',
    advice:
      'Keep storing the notifications. Or add a method whose result confirms the work, and deprecate this one.',
    example: methodExample(durable, pay),
  },
  'durability-added': {
    change: 'The method now has `x-durable`: a notification is stored before the response.',
    advice:
      'There is nothing to do. Inform clients that they should send a notification again if the status is 503.',
    example: methodExample(pay, durable),
  },
  'notifications-rejected': {
    change: 'The method now has `x-notifications: reject`: a call without an `id` does not run.',
    advice:
      'Keep accepting notifications. Or add a method that rejects them, and deprecate this one.',
    example: methodExample(pay, rejecting),
  },
  'notifications-accepted': {
    change: 'The method no longer has `x-notifications: reject`.',
    advice: 'There is nothing to do.',
    example: methodExample(rejecting, pay),
  },
};
