import type { RuleId } from '@jsonrpc-kit/schema/diff';
import { documentExample, methodExample, type RuleGuide } from './rule-guide.js';

const amount = { name: 'amount', required: true, schema: { type: 'integer' } };
const withdraw = { name: 'withdraw', params: [amount] };
const result = { name: 'result', schema: { type: 'string' } };
const ping = { name: 'ping', params: [] };

type Rule = Extract<RuleId, 'component-removed' | `${'' | 'deprecated-'}method-${string}`>;

export const methodRules: Readonly<Record<Rule, RuleGuide>> = {
  'method-removed': {
    change:
      'The new document has no method of this name, and the old one did not mark it as deprecated.',
    advice:
      'Deprecate the method first, with `deprecated: true`, and name its replacement in the description. When the deprecation has been released and clients have had time to move, remove the method. The removal is then [deprecated-method-removed](./deprecated-method-removed.md).',
    example: documentExample({ methods: [ping, withdraw] }, { methods: [ping] }),
  },
  'method-renamed': {
    change:
      'The method is gone, and exactly one new method has the same params and the same result. It is reported instead of [method-removed](./method-removed.md).',
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
    change: 'The method has no `result` any more, so a request for it gets no response.',
    advice:
      'Keep a result, such as `null`, and let clients that need no response send notifications.',
    example: methodExample({ ...ping, result }, ping),
  },
  'method-became-request': {
    change: 'The method has a `result` now.',
    advice: 'There is nothing to do: clients can still call it as a notification.',
    example: methodExample(ping, { ...ping, result }),
  },
  'method-deprecated': {
    change: 'The method has `deprecated: true` now.',
    advice: 'Say in the description what to call instead, and until when the method stays.',
    example: methodExample(ping, { ...ping, deprecated: true }),
  },
  'method-undeprecated': {
    change: 'The method is no longer marked as deprecated.',
    advice:
      'There is nothing to do. Inform the clients that moved away that they can keep using it.',
    example: methodExample({ ...ping, deprecated: true }, ping),
  },
  'deprecated-method-removed': {
    change: 'The new document has no method of this name, and the old one marked it as deprecated.',
    advice:
      'Look at the log or at the metrics before you release: a client may have ignored the deprecation, and gets MethodNotFound.',
    example: documentExample(
      { methods: [ping, { ...withdraw, deprecated: true }] },
      { methods: [ping] },
    ),
  },
  'component-removed': {
    change: 'A schema was removed from `components`. Code generators create a type for each one.',
    advice:
      'Keep the name of a component when its schema changes, for example with `componentName()`. Clients whose types are inferred are not affected.',
    example: documentExample(
      { methods: [], components: { schemas: { Account: {}, Money: {} } } },
      { methods: [], components: { schemas: { Account: {} } } },
    ),
  },
};
