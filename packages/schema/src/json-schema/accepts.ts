import type { StandardSchemaV1 } from '@standard-schema/spec';

/**
 * Whether a schema takes a value, as the server would ask it. What an asynchronous schema says
 * can't be waited for: then it is `otherwise`.
 */
export function accepts(schema: StandardSchemaV1, value: unknown, otherwise: boolean): boolean {
  try {
    const result = schema['~standard'].validate(value);
    if (!('then' in result)) return result.issues === undefined;
    // Nobody waits for it.
    result.then(undefined, () => undefined);
    return otherwise;
  } catch {
    // A check that looks into a value of the right type may fail at this one.
    return false;
  }
}

const OPTIONAL = new Set(['optional', 'exact_optional', 'undefinedable', 'nullish']);

/** Whether what the schema is for may be left out. */
export function isOptional(schema: StandardSchemaV1): boolean {
  return accepts(schema, undefined, isDeclaredOptional(schema));
}

/** valibot's words, and zod's. */
function isDeclaredOptional(schema: object): boolean {
  const { type, _zod } = schema as { type?: unknown; _zod?: { optin?: unknown } };
  return (typeof type === 'string' && OPTIONAL.has(type)) || _zod?.optin === 'optional';
}
