import type { RuleId } from '@jsonrpc-kit/schema/diff';
import { methodExample, type RuleGuide } from './rule-guide.js';

const text = { type: 'string' };
const integer = { type: 'integer' };

/** Returns a method with a result of this schema. */
const withResult = (schema: object): object => ({
  name: 'balance',
  params: [],
  result: { name: 'result', schema },
});
/** Returns a method whose result has these members. `required` names those that every result has. */
const withMembers = (properties: object, ...required: readonly string[]): object =>
  withResult({ type: 'object', properties, ...(required.length === 0 ? {} : { required }) });

type Rule = Extract<RuleId, `result-${string}`>;

export const resultRules: Readonly<Record<Rule, RuleGuide>> = {
  'result-member-removed': {
    change: 'A member that every result had is gone.',
    advice:
      'Keep returning the member. Mark it as deprecated, and return it until no client reads it.',
    example: methodExample(
      withMembers({ cents: integer, currency: text }, 'cents', 'currency'),
      withMembers({ cents: integer }, 'cents'),
    ),
  },
  'result-member-made-optional': {
    change: 'A member that every result had may be missing now.',
    advice: 'Always return the member. If there is no value, return one that clients understand.',
    example: methodExample(
      withMembers({ cents: integer }, 'cents'),
      withMembers({ cents: integer }),
    ),
  },
  'result-nullable': {
    change: 'The new schema accepts null, and the old schema does not.',
    advice:
      'Respond with a typed error if there is no value, or add a method that may return null.',
    example: methodExample(withResult(integer), withResult({ type: ['integer', 'null'] })),
  },
  'result-type-widened': {
    change: 'The new schema accepts a type of values that the old schema rejects.',
    advice: 'Keep the type, and add a member with the value in its new form.',
    example: methodExample(withResult(integer), withResult({ type: ['integer', 'string'] })),
  },
  'result-enum-widened': {
    change:
      'The new schema lists a value, or a member of a union, that the old schema does not list.',
    advice:
      'Tell clients from the beginning to expect other values: declare a string instead of an enumeration. In an existing method, return the new values only to clients that ask for them with a param.',
    example: methodExample(
      withResult({ enum: ['open', 'closed'] }),
      withResult({ enum: ['open', 'closed', 'frozen'] }),
    ),
  },
  'result-constraint-widened': {
    change: 'A bound, a length, a pattern, a format or `multipleOf` is looser or gone.',
    advice: 'Keep the constraint, and add a member for the values outside of it.',
    example: methodExample(withResult({ ...integer, minimum: 0 }), withResult(integer)),
  },
  'result-unknown-members-added': {
    change:
      'The old schema has `additionalProperties: false`, and the new schema accepts other members.',
    advice:
      'Keep `additionalProperties: false`, and add members only in a new method. Leave the keyword out of the results of new methods.',
    example: methodExample(
      withResult({ type: 'object', properties: { cents: integer }, additionalProperties: false }),
      withResult({ type: 'object', properties: { cents: integer } }),
    ),
  },
  'result-optional-member-removed': {
    change: 'The new schema no longer declares a member that could be missing before.',
    advice: 'Keep the member in the schema, and mark it as deprecated.',
    example: methodExample(
      withMembers({ cents: integer, hint: text }, 'cents'),
      withMembers({ cents: integer }, 'cents'),
    ),
  },
  'result-member-added': {
    change: 'The new schema declares a member that the old schema does not declare.',
    advice: 'There is nothing to do.',
    example: methodExample(
      withMembers({ cents: integer }, 'cents'),
      withMembers({ cents: integer, currency: text }, 'cents'),
    ),
  },
  'result-enum-narrowed': {
    change: 'The new schema no longer lists a value, or a member of a union.',
    advice: 'Keep the value in the schema, even if the server does not return it any more.',
    example: methodExample(
      withResult({ enum: ['open', 'closed', 'frozen'] }),
      withResult({ enum: ['open', 'closed'] }),
    ),
  },
  'result-narrowed': {
    change: 'The new schema accepts fewer values.',
    advice:
      "There is nothing to do. The next release can't return the other values again without breaking clients.",
    example: methodExample(withResult(integer), withResult({ ...integer, minimum: 0 })),
  },
  'result-undecided': {
    change:
      'The schemas differ in a way that the comparison does not understand, such as two patterns, `not`, `if` or an external `$ref`.',
    advice: 'See [param-undecided](./param-undecided.md).',
    example: methodExample(
      withResult({ ...text, pattern: '^[a-z]+$' }),
      withResult({ ...text, pattern: '^[a-z]{1,9}$' }),
    ),
  },
};
