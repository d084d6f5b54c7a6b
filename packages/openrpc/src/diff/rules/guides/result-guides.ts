import type { RuleId } from '../rules.js';
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

export const resultGuides: Readonly<Record<Rule, RuleGuide>> = {
  'result-member-removed': {
    change: 'The result no longer has a member that it always had.',
    advice: 'Mark the member as deprecated, and keep returning it until clients no longer read it.',
    example: methodExample(
      withMembers({ cents: integer, currency: text }, 'cents', 'currency'),
      withMembers({ cents: integer }, 'cents'),
    ),
  },
  'result-member-made-optional': {
    change: 'A member that the result always had may now be missing.',
    advice: 'Always return the member. If there is no value, return one that clients understand.',
    example: methodExample(
      withMembers({ cents: integer }, 'cents'),
      withMembers({ cents: integer }),
    ),
  },
  'result-nullable': {
    change: 'The new schema accepts null, and the old schema does not.',
    advice:
      'If there is no value, respond with a typed error that the method already declares. Or add a method that may return null.',
    example: methodExample(withResult(integer), withResult({ type: ['integer', 'null'] })),
  },
  'result-type-widened': {
    change: 'The new schema accepts a type, such as strings, that the old schema rejects.',
    advice: 'Keep the type, and return the new form of the value in another member.',
    example: methodExample(withResult(integer), withResult({ type: ['integer', 'string'] })),
  },
  'result-enum-widened': {
    change: 'An `enum` lists a new value, or a union has a new alternative.',
    advice:
      'In a new method, declare a string instead of an `enum` if you expect to add values. In an existing method, return the new value only to clients that request it with a param, and accept the finding: `diff` compares only schemas.',
    example: methodExample(
      withResult({ enum: ['open', 'closed'] }),
      withResult({ enum: ['open', 'closed', 'frozen'] }),
    ),
  },
  'result-constraint-widened': {
    change:
      'A bound, length, pattern, format or `multipleOf` of the old schema is looser, or was removed.',
    advice: 'Keep the constraint, and return values outside of it in another member.',
    example: methodExample(withResult({ ...integer, minimum: 0 }), withResult(integer)),
  },
  'result-unknown-members-added': {
    change:
      'The old schema has `additionalProperties: false`, and the new schema accepts other members.',
    advice:
      'Keep `additionalProperties: false`, and add members only to the result of a new method. There, omit `additionalProperties`, so that you can add members later.',
    example: methodExample(
      withResult({ type: 'object', properties: { cents: integer }, additionalProperties: false }),
      withResult({ type: 'object', properties: { cents: integer } }),
    ),
  },
  'result-optional-member-removed': {
    change: 'The new schema no longer declares a member that was optional.',
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
    change: 'An `enum` no longer lists a value, or a union no longer has one of its alternatives.',
    advice: 'Keep the value in the schema, even if the server no longer returns it.',
    example: methodExample(
      withResult({ enum: ['open', 'closed', 'frozen'] }),
      withResult({ enum: ['open', 'closed'] }),
    ),
  },
  'result-narrowed': {
    change: 'The new schema accepts fewer values.',
    advice:
      'There is nothing to do. But if a later release returns the other values again, that change breaks clients.',
    example: methodExample(withResult(integer), withResult({ ...integer, minimum: 0 })),
  },
  'result-undecided': {
    change:
      'The schemas differ in a way that the comparison cannot decide, such as in a pattern with a lookahead, `not`, `if` or an external `$ref`.',
    advice:
      'Compare the two schemas yourself. If the old schema accepts every value that the new one accepts, list the change in the [ignore file](../breaking-changes.md#accept-a-breaking-change). To accept all changes of this severity, pass `--allow-unknown`.',
    example: methodExample(
      withResult({ ...text, pattern: '^[a-z]+$' }),
      withResult({ ...text, pattern: '^(?!admin)[a-z]+$' }),
    ),
  },
};
