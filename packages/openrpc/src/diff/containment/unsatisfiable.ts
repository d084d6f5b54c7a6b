import { type Conjunction, expand, Undecided } from './expand.js';
import {
  atLeast,
  atMost,
  elementSchemas,
  hasOnly,
  listedValues,
  rangeOf,
  typesOf,
} from './conjunction.js';
import type { LocatedSchema } from '../../document/schema-document.js';
import { memberSchemas, requiredOf } from './members.js';

/** The depth to which members are checked. Deeper ones count as possible. */
const MAX_DEPTH = 3;

/** Whether certainly no value fits all schemas. Ignores keywords that combine schemas. */
export function isUnsatisfiable(all: Conjunction, depth = 0): boolean {
  const types = typesOf(all);
  if (types.size === 0 || listedValues(all)?.length === 0) return true;
  if ([...types].every((type) => type === 'integer' || type === 'fraction')) {
    const { min, isMinExclusive, max, isMaxExclusive } = rangeOf(all, types);
    return min > max || (min === max && (isMinExclusive || isMaxExclusive));
  }
  if (hasOnly(types, 'string')) return atLeast(all, 'minLength') > atMost(all, 'maxLength');
  if (hasOnly(types, 'object')) {
    return [...requiredOf(all)].some((name) => noneFits(memberSchemas(all, name), depth));
  }
  if (hasOnly(types, 'array')) {
    const count = Math.min(atLeast(all, 'minItems'), 8);
    return Array.from({ length: count }, (_, index) => elementSchemas(all, index)).some((schemas) =>
      noneFits(schemas, depth),
    );
  }
  return false;
}

/** Whether certainly no value fits all schemas. Follows keywords that combine schemas, such as `allOf`. */
export function noneFits(schemas: Conjunction, depth = 0): boolean {
  if (depth >= MAX_DEPTH) return false;
  try {
    return expand(schemas).every((all) => isUnsatisfiable(all, depth + 1));
  } catch (error) {
    if (error instanceof Undecided) return false;
    throw error;
  }
}

/** Whether no value that fits `inner` fits `schema`. */
export function excludes(inner: Conjunction, schema: LocatedSchema): boolean {
  try {
    return expand([schema]).every((other) => isUnsatisfiable([...inner, ...other]));
  } catch (error) {
    if (error instanceof Undecided) return false;
    throw error;
  }
}
