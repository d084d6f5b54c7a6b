import type { RuleId } from '../rules.js';
import { documentExample, methodExample, type RuleGuide } from './rule-guide.js';

const amount = { name: 'amount', required: true, schema: { type: 'integer' } };
const withdraw = { name: 'withdraw', params: [amount] };
const result = { name: 'result', schema: { type: 'string' } };
const ping = { name: 'ping', params: [] };
const event = { name: 'result', schema: { type: 'integer' } };
const balance = { name: 'balance', params: [event], 'x-implemented-by': ['client'] };

type Rule = Extract<
  RuleId,
  'component-removed' | `event-${string}` | `${'' | 'deprecated-'}method-${string}`
>;

export const methodGuides: Readonly<Record<Rule, RuleGuide>> = {
  'method-removed': {
    change:
      'The new document has no method of this name, and the old one did not mark it as deprecated.',
    advice:
      'First deprecate the method with `deprecated: true`, and name its replacement in the description. Release the deprecation, and give clients time to move. Then remove the method: the removal is reported as [deprecated-method-removed](./deprecated-method-removed.md), which is compatible.',
    example: documentExample({ methods: [ping, withdraw] }, { methods: [ping] }),
  },
  'method-renamed': {
    change:
      'The method was removed, and exactly one new method has the same params and the same result, apart from titles and descriptions. This rule is reported instead of [method-removed](./method-removed.md).',
    advice:
      'Declare the method under both names, and deprecate the old one. Remove the old name when no client calls it any more.',
    example: documentExample(
      { methods: [withdraw] },
      { methods: [{ ...withdraw, name: 'payOut' }] },
    ),
  },
  'method-added': {
    change: 'The new document has a method that the old one does not have.',
    advice: 'There is nothing to do.',
    example: documentExample({ methods: [ping] }, { methods: [ping, withdraw] }),
  },
  'method-became-notification': {
    change: 'The method no longer has a `result`, so it can only be called as a notification.',
    advice:
      'Keep a result, such as `null`. Clients that do not need a response can already send notifications.',
    example: methodExample({ ...ping, result }, ping),
  },
  'method-became-request': {
    change: 'The method now has a `result`.',
    advice: 'There is nothing to do: clients can still call it as a notification.',
    example: methodExample(ping, { ...ping, result }),
  },
  'event-removed': {
    change:
      'The new document has no event of this name. An event is a method that only the server sends, marked with `x-implemented-by`.',
    advice:
      'Keep sending the event until clients no longer subscribe to it. Deprecate the method that subscribes, and name its replacement in the description.',
    example: documentExample({ methods: [ping, balance] }, { methods: [ping] }),
  },
  'event-renamed': {
    change:
      'The event was removed, and exactly one new event has the same params. This rule is reported instead of [event-removed](./event-removed.md).',
    advice:
      'Keep the name of the event. For a new name, declare a second subscription, and deprecate the method that subscribes to the old one.',
    example: documentExample(
      { methods: [balance] },
      { methods: [{ ...balance, name: 'accountBalance' }] },
    ),
  },
  'event-added': {
    change: 'The new document has an event that the old one does not have.',
    advice: 'There is nothing to do.',
    example: documentExample({ methods: [ping] }, { methods: [ping, balance] }),
  },
  'method-deprecated': {
    change: 'The method now has `deprecated: true`.',
    advice:
      'Say in the description which method to call instead, and when the deprecated method will be removed.',
    example: methodExample(ping, { ...ping, deprecated: true }),
  },
  'method-undeprecated': {
    change: 'The method is no longer marked as deprecated.',
    advice:
      'There is nothing to do. If clients are moving to another method, inform them that they can keep using this one.',
    example: methodExample({ ...ping, deprecated: true }, ping),
  },
  'deprecated-method-removed': {
    change: 'The new document has no method of this name, and the old one marked it as deprecated.',
    advice:
      'Before you release, check in the metrics that clients no longer call the method. A client that ignored the deprecation gets MethodNotFound.',
    example: documentExample(
      { methods: [ping, { ...withdraw, deprecated: true }] },
      { methods: [ping] },
    ),
  },
  'component-removed': {
    change: 'A schema was removed from `components`. Code generators create a type for each one.',
    advice:
      'Keep the name of a component when its schema changes, for example with `componentName()`. Only generated clients are affected: the typed client does not use component names.',
    example: documentExample(
      { methods: [], components: { schemas: { Account: {}, Money: {} } } },
      { methods: [], components: { schemas: { Account: {} } } },
    ),
  },
};
