import { type OutputUnit, Validator } from '@cfworker/json-schema';
import { objectOf } from '../document/json.js';

/** Something wrong with a value. */
export interface Problem {
  /** A JSON pointer to the wrong part, such as `/amount`. */
  readonly path: string;
  readonly message: string;
}

const MAX_PROBLEMS = 20;

/** Keywords whose errors only repeat a problem in a part of the value. */
const OUTER = new Set([
  'properties',
  'items',
  'prefixItems',
  'additionalItems',
  'additionalProperties',
  'patternProperties',
  '$ref',
  'allOf',
]);

/**
 * Validates a value by a schema, which refers to the shared parts of its document.
 *
 * @throws Error for a schema that can't be evaluated
 */
export function checkValue(schema: unknown, value: unknown, shared: object): readonly Problem[] {
  const root = { ...objectOf(schema), ...shared };
  const { errors } = new Validator(root, '7', false).validate(value);
  return errors
    .filter(({ keyword }) => !OUTER.has(keyword))
    .slice(0, MAX_PROBLEMS)
    .map(toProblem);
}

function toProblem({ instanceLocation, keyword, error }: OutputUnit): Problem {
  const message = keyword === 'false' ? 'Is not allowed.' : error.slice(0, 300);
  // The pointer is in the form of a fragment, with percent-encoding.
  return { path: decodeURIComponent(instanceLocation).replace(/^#/, ''), message };
}
