import type { RuleId } from '../rules.js';
import { methodExample, type RuleGuide } from './rule-guide.js';

const text = { type: 'string' };
const integer = { type: 'integer' };

const amount = { name: 'amount', required: true, schema: integer };
const note = { name: 'note', schema: text };

/** Returns a method with these params, by name. */
const withParams = (...params: readonly object[]): object => ({
  name: 'withdraw',
  paramStructure: 'by-name',
  params,
});
/** Returns a method with one required param of this schema. */
const withSchema = (one: object): object =>
  withParams({ name: 'amount', required: true, schema: one });
const byPosition = (...params: readonly object[]): object => ({
  name: 'withdraw',
  paramStructure: 'by-position',
  params,
});
const byName = withParams(amount);
const object = (properties: object, more: object = {}): object => ({
  type: 'object',
  properties,
  ...more,
});

type Rule = Extract<RuleId, `${'' | 'deprecated-'}param-${string}`>;

export const paramGuides: Readonly<Record<Rule, RuleGuide>> = {
  'param-structure-narrowed': {
    change:
      '`paramStructure` no longer accepts params by name, or no longer accepts them by position. A method without `paramStructure` accepts both.',
    advice:
      "Accept both structures with `paramStructure: 'either'`. To accept only the new structure, add a method with another name.",
    example: methodExample({ ...byName, paramStructure: 'either' }, byName),
  },
  'param-structure-widened': {
    change: '`paramStructure` now accepts params by name and by position.',
    advice:
      'There is nothing to do. From now on, clients depend on both the names of the params and their order.',
    example: methodExample(byName, { ...byName, paramStructure: 'either' }),
  },
  'param-moved': {
    change:
      'In a method that accepts params by position, a param has a different position. A new param before it has the same effect.',
    advice:
      'Keep the order, and append new params at the end. Or accept params by name only, in a new method.',
    example: methodExample(byPosition(amount, note), byPosition(note, amount)),
  },
  'param-added-required': {
    change: 'The method has a new param, which clients must send.',
    advice: 'Make the param optional, with a default that keeps the old behavior.',
    example: methodExample(withParams(amount), withParams(amount, { ...note, required: true })),
  },
  'param-added-optional': {
    change: 'The method has a new param, which clients may omit.',
    advice: 'Make sure that a call without the param does what it did before.',
    example: methodExample(withParams(amount), withParams(amount, note)),
  },
  'param-removed': {
    change:
      'The method no longer has this param, and the old document did not mark it as deprecated.',
    advice:
      'Keep the param, ignore its value, and mark it as deprecated. When clients have had time to stop sending it, remove it: the removal is then reported as [deprecated-param-removed](./deprecated-param-removed.md), which is compatible.',
    example: methodExample(withParams(amount, note), withParams(amount)),
  },
  'deprecated-param-removed': {
    change: 'The method no longer has this param, and the old document marked it as deprecated.',
    advice:
      'Before you release, check that clients no longer send the param. A server that rejects unknown params responds with InvalidParams.',
    example: methodExample(withParams(amount, { ...note, deprecated: true }), withParams(amount)),
  },
  'param-renamed': {
    change:
      'The param at this position has a different name. The rule applies only to methods that do not accept params by name. In other methods, the change is reported as a removed and an added param.',
    advice: 'Keep the name, and describe the new meaning in the description of the param.',
    example: methodExample(byPosition(amount), byPosition({ ...amount, name: 'cents' })),
  },
  'param-made-required': {
    change: 'Clients could omit the param. Now they must send it.',
    advice: 'Keep the param optional, with a default. Or require it in a new method.',
    example: methodExample(withParams(note), withParams({ ...note, required: true })),
  },
  'param-made-optional': {
    change: 'Clients had to send the param. Now they may omit it.',
    advice: 'There is nothing to do.',
    example: methodExample(withParams(amount), withParams({ ...amount, required: false })),
  },
  'param-deprecated': {
    change: 'The param now has `deprecated: true`.',
    advice:
      'Say in the description what to send instead, and when the deprecated param will be removed.',
    example: methodExample(withParams(note), withParams({ ...note, deprecated: true })),
  },
  'param-undeprecated': {
    change: 'The param is no longer marked as deprecated.',
    advice: 'There is nothing to do.',
    example: methodExample(withParams({ ...note, deprecated: true }), withParams(note)),
  },
  'param-type-narrowed': {
    change: 'The new schema rejects a type, such as strings, that the old schema accepts.',
    advice: 'Keep accepting the old type, and convert it on the server.',
    example: methodExample(withSchema({ type: ['integer', 'string'] }), withSchema(integer)),
  },
  'param-enum-narrowed': {
    change: 'An `enum` no longer lists a value, or a union no longer has one of its alternatives.',
    advice: 'Keep accepting the value, and map it to another one on the server.',
    example: methodExample(
      withSchema({ enum: ['EUR', 'USD', 'DEM'] }),
      withSchema({ enum: ['EUR', 'USD'] }),
    ),
  },
  'param-constraint-narrowed': {
    change: 'The new schema has a stricter bound, length, pattern, format or `multipleOf`.',
    advice:
      'Keep the old schema. In the handler, reject values that you cannot accept with an error that the method already declares.',
    example: methodExample(withSchema(integer), withSchema({ ...integer, maximum: 500 })),
  },
  'param-member-made-required': {
    change: 'The param is or contains an object with a member that is now required.',
    advice: 'Keep the member optional, with a default.',
    example: methodExample(
      withSchema(object({ cents: integer })),
      withSchema(object({ cents: integer }, { required: ['cents'] })),
    ),
  },
  'param-unknown-members-rejected': {
    change:
      'The new schema rejects members that it does not declare (`additionalProperties`), or the name of a declared member (`propertyNames`).',
    advice: 'Ignore unknown members instead of rejecting them.',
    example: methodExample(
      withSchema(object({ cents: integer })),
      withSchema(object({ cents: integer }, { additionalProperties: false })),
    ),
  },
  'param-member-removed': {
    change:
      'The new schema no longer declares a member of an object in the param. It still accepts the member.',
    advice: 'Keep the member in the schema, and mark it as deprecated.',
    example: methodExample(
      withSchema(object({ cents: integer, currency: text })),
      withSchema(object({ cents: integer })),
    ),
  },
  'param-default-changed': {
    change: 'An optional param has a different `default`.',
    advice:
      'Keep the default. Clients that want the new behavior can send the new value, or call a new method with the new default.',
    example: methodExample(
      withParams({ name: 'currency', schema: { ...text, default: 'EUR' } }),
      withParams({ name: 'currency', schema: { ...text, default: 'USD' } }),
    ),
  },
  'param-member-added': {
    change: 'The new schema declares a new, optional member of an object in the param.',
    advice: 'Make sure that a call without the member does what it did before.',
    example: methodExample(
      withSchema(object({ cents: integer })),
      withSchema(object({ cents: integer, currency: text })),
    ),
  },
  'param-widened': {
    change: 'The new schema accepts more values.',
    advice: 'There is nothing to do.',
    example: methodExample(withSchema({ ...integer, maximum: 500 }), withSchema(integer)),
  },
  'param-undecided': {
    change:
      'The schemas differ in a way that the comparison cannot decide, such as in a pattern with a lookahead, `not`, `if` or an external `$ref`.',
    advice:
      'Compare the two schemas yourself. If the new schema accepts every value that the old one accepts, list the change in the [ignore file](../breaking-changes.md#accept-a-breaking-change). To accept all changes of this severity, pass `--allow-unknown`. The comparison can always decide schemas without such keywords.',
    example: methodExample(withSchema(integer), withSchema({ ...integer, not: { const: 7 } })),
  },
};
