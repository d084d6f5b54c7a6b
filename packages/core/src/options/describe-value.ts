import type { StandardSchemaV1 } from '@standard-schema/spec';

/**
 * Describes a value in an error message: strings in quotes, and objects and functions by their kind.
 */
export function describeValue(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value);
  if (isSchema(value)) return 'a schema';
  if (Array.isArray(value)) return 'an array';
  if (typeof value === 'function') return 'a function';
  return isObject(value) ? 'an object' : String(value);
}

/** Returns the name of a function for a log entry, or the beginning of its source if it has none. */
export function nameOf(callback: (...args: never) => unknown): string {
  return callback.name || String(callback).replaceAll(/\s+/g, ' ').slice(0, 80);
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

/** Whether the value is a Standard Schema. The schemas of arktype are functions. */
export function isSchema(value: unknown): value is StandardSchemaV1 {
  return (
    value !== null &&
    (typeof value === 'object' || typeof value === 'function') &&
    '~standard' in value
  );
}
