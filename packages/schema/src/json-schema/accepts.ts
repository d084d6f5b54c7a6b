import type { StandardSchemaV1 } from '@standard-schema/spec';

/**
 * Returns whether a schema accepts a value, validating it as the server does.
 *
 * @param fallback the result for a schema that validates asynchronously
 */
export function accepts(schema: StandardSchemaV1, value: unknown, fallback: boolean): boolean {
  try {
    const result = schema['~standard'].validate(value);
    if (!('then' in result)) return result.issues === undefined;
    result.then(undefined, () => undefined);
    return fallback;
  } catch {
    // A custom check may throw for a value that it doesn't expect.
    return false;
  }
}

const OPTIONAL_TYPES = new Set(['optional', 'exact_optional', 'undefinedable', 'nullish']);

/** Returns whether the value that a schema validates may be omitted. */
export function isOptional(schema: StandardSchemaV1): boolean {
  return accepts(schema, undefined, isDeclaredOptional(schema));
}

function isDeclaredOptional(schema: object): boolean {
  // `type` is valibot's, `_zod` is zod's.
  const { type, _zod } = schema as { type?: unknown; _zod?: { optin?: unknown } };
  return (typeof type === 'string' && OPTIONAL_TYPES.has(type)) || _zod?.optin === 'optional';
}

/** Returns whether the output of a schema can be undefined, for libraries other than valibot. */
export function mayReturnUndefined(schema: StandardSchemaV1): boolean {
  const { _zod } = schema as { readonly _zod?: { readonly optout?: unknown } };
  return _zod === undefined ? accepts(schema, undefined, false) : _zod.optout === 'optional';
}
