import { Validator } from '@cfworker/json-schema';
import { constrainingKeywords, dataKey } from './identical.js';
import { typeOfValue, typesOfKeyword } from './json-types.js';
import { ignoresSiblings, type LocatedSchema } from '../../document/schema-document.js';
import { isObject } from '../../document/json-schema.js';
import { isTimeout, MAX_EVALUATION, runWithin } from './time-limit.js';

const validators = new WeakMap<object, Validator>();

/** Schemas that have exceeded the time limit, for example by a pattern. They are not evaluated again. */
const slow = new WeakSet<object>();

/** Which values a schema accepts. */
export interface Acceptance {
  /** In the order of the values; undefined for a value that could not be evaluated. */
  readonly accepted: readonly (boolean | undefined)[];
  /** Why some values could not be evaluated. */
  readonly problem: string;
}

/** Evaluates a schema for some values. */
export function acceptsValues(located: LocatedSchema, values: readonly unknown[]): Acceptance {
  const { schema, document } = located;
  const accepted: boolean[] = [];
  const ending = (problem: string): Acceptance => ({
    accepted: values.map((_, index) => accepted[index]),
    problem,
  });
  if (located.isMalformed === true) return ending('it is not a schema');
  if (document.resources.hasDynamicRefs) return ending('the document has a `$dynamicRef`');
  if (typeof schema === 'boolean') return { accepted: values.map(() => schema), problem: '' };
  if (slow.has(schema)) return ending(TOO_SLOW);
  try {
    const isComplete = runWithin(MAX_EVALUATION, () => {
      const { enum: list } = schema;
      const hasList = Array.isArray(list) && !ignoresSiblings(located);
      const listed = hasList ? new Set(list.map(dataKey)) : undefined;
      const types = typesOfKeyword(schema['type']);
      const isValid = constrainingKeywords(located).some((one) => one !== 'type' && one !== 'enum')
        ? validatorFor(located, schema)
        : undefined;
      for (const value of values) {
        const isListed = listed?.has(dataKey(value)) !== false && types.has(typeOfValue(value));
        accepted.push(isListed && isValid?.(value) !== false);
      }
    });
    if (isComplete !== undefined) return ending('');
    slow.add(schema);
    return ending(TOO_SLOW);
  } catch (error) {
    if (isTimeout(error)) throw error;
    // The validator throws for a `$ref` without a target.
    return ending("a $ref can't be resolved");
  }
}

const TOO_SLOW = 'the schema takes too long to evaluate, for example because of a pattern';

function validatorFor(located: LocatedSchema, schema: object): (value: unknown) => boolean {
  const validator = validators.get(schema) ?? validatorOf(located);
  validators.set(schema, validator);
  return (value) => validator.validate(value).valid;
}

function validatorOf({ schema, document }: LocatedSchema): Validator {
  const root = isObject(document.root) ? document.root : {};
  // The validator would compare a value with each one of the `enum`.
  const others = typeof schema === 'boolean' ? schema : { ...schema, enum: undefined };
  // The validator writes into its schemas.
  const copy = structuredClone({
    components: root['components'] ?? {},
    definitions: root['definitions'] ?? {},
    $defs: root['$defs'] ?? {},
    'x-referenced': root['x-referenced'] ?? {},
    'the-schema': others,
  });
  const draft = document.dialect === 'draft-07' ? '7' : '2020-12';
  return new Validator({ ...copy, $ref: '#/the-schema' }, draft);
}
