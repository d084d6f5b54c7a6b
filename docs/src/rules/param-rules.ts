import type { RuleId } from '@jsonrpc-kit/schema/diff';
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

export const paramRules: Readonly<Record<Rule, RuleGuide>> = {
  'param-structure-narrowed': {
    change:
      '`paramStructure` excludes a structure that was accepted: by name, or by position. A document without it accepts both.',
    advice:
      "Accept both structures, with `paramStructure: 'either'`. A new structure can be introduced under a new name of the method.",
    example: methodExample({ ...byName, paramStructure: 'either' }, byName),
  },
  'param-structure-widened': {
    change: '`paramStructure` now accepts params by name and by position.',
    advice:
      'Existing clients are fine. From now on, the order of the params and their names are both part of the contract.',
    example: methodExample(byName, { ...byName, paramStructure: 'either' }),
  },
  'param-moved': {
    change:
      'A param has a different position in a method that accepts params by position. Inserting a param before it has the same effect.',
    advice:
      'Keep the order, and append new params at the end. Or accept params by name only, in a new method.',
    example: methodExample(byPosition(amount, note), byPosition(note, amount)),
  },
  'param-added-required': {
    change: 'The method has a new param, and clients must send it.',
    advice: 'Make the param optional, with a default that keeps the old behavior.',
    example: methodExample(withParams(amount), withParams(amount, { ...note, required: true })),
  },
  'param-added-optional': {
    change: 'The method has a new param, and clients may leave it out.',
    advice: 'Make sure that a call without the param does what it did before.',
    example: methodExample(withParams(amount), withParams(amount, note)),
  },
  'param-removed': {
    change:
      'The method no longer has this param, and the old document did not mark it as deprecated.',
    advice:
      'Keep accepting the param, and ignore it. Mark it as deprecated first: the removal is then [deprecated-param-removed](./deprecated-param-removed.md).',
    example: methodExample(withParams(amount, note), withParams(amount)),
  },
  'deprecated-param-removed': {
    change: 'The method no longer has this param, and the old document marked it as deprecated.',
    advice:
      'Check before you release that no client sends it. Servers that reject unknown params respond with InvalidParams.',
    example: methodExample(withParams(amount, { ...note, deprecated: true }), withParams(amount)),
  },
  'param-renamed': {
    change:
      'The param at this position has a different name. The rule applies only to methods that do not accept params by name; in other methods, one param was removed and another was added.',
    advice: 'Keep the name, and change the description instead.',
    example: methodExample(byPosition(amount), byPosition({ ...amount, name: 'cents' })),
  },
  'param-made-required': {
    change: 'Clients could leave the param out, and now they must send it.',
    advice: 'Keep it optional, and use a default. Or require it in a new method.',
    example: methodExample(withParams(note), withParams({ ...note, required: true })),
  },
  'param-made-optional': {
    change: 'Clients had to send the param, and now they can leave it out.',
    advice: 'There is nothing to do.',
    example: methodExample(withParams(amount), withParams({ ...amount, required: false })),
  },
  'param-type-narrowed': {
    change: 'The new schema rejects a type of values that the old schema accepts.',
    advice: 'Keep accepting the old type, and convert it on the server.',
    example: methodExample(withSchema({ type: ['integer', 'string'] }), withSchema(integer)),
  },
  'param-enum-narrowed': {
    change: 'The new schema no longer lists a value, or a member of a union.',
    advice: 'Keep accepting the value, and map it to another one on the server.',
    example: methodExample(
      withSchema({ enum: ['EUR', 'USD', 'DEM'] }),
      withSchema({ enum: ['EUR', 'USD'] }),
    ),
  },
  'param-constraint-narrowed': {
    change: 'A bound, a length, a pattern, a format or `multipleOf` is stricter.',
    advice:
      'Keep the looser schema, and reject single values in the handler with an error that clients know.',
    example: methodExample(withSchema(integer), withSchema({ ...integer, maximum: 500 })),
  },
  'param-member-made-required': {
    change: 'A member inside of the param is required now.',
    advice: 'Keep the member optional, and use a default.',
    example: methodExample(
      withSchema(object({ cents: integer })),
      withSchema(object({ cents: integer }, { required: ['cents'] })),
    ),
  },
  'param-unknown-members-rejected': {
    change: '`additionalProperties` is stricter, or `propertyNames` excludes a declared member.',
    advice: 'Ignore unknown members instead of rejecting them.',
    example: methodExample(
      withSchema(object({ cents: integer })),
      withSchema(object({ cents: integer }, { additionalProperties: false })),
    ),
  },
  'param-member-removed': {
    change: 'The new schema no longer declares a member inside of the param, but still accepts it.',
    advice: 'Keep the member in the schema, and mark it as deprecated.',
    example: methodExample(
      withSchema(object({ cents: integer, currency: text })),
      withSchema(object({ cents: integer })),
    ),
  },
  'param-default-changed': {
    change: 'An optional param has a different `default`.',
    advice:
      'Keep the default. Let clients that want the new behavior send the value, or add a method with the new default.',
    example: methodExample(
      withParams({ name: 'currency', schema: { ...text, default: 'EUR' } }),
      withParams({ name: 'currency', schema: { ...text, default: 'USD' } }),
    ),
  },
  'param-member-added': {
    change: 'The new schema declares a member inside of the param that clients may leave out.',
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
      'The schemas differ in a way that the comparison does not understand, such as two patterns, `not`, `if` or an external `$ref`.',
    advice:
      'Compare the two schemas yourself. If no value is rejected that was accepted, list the change in the [ignore file](../breaking-changes.md#accept-a-breaking-change), or pass `--allow-unknown`. A schema without these keywords is compared completely.',
    example: methodExample(withSchema(integer), withSchema({ ...integer, not: { const: 7 } })),
  },
};
