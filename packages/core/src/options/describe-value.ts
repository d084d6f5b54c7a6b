import type { StandardSchemaV1 } from '@standard-schema/spec';

/** A wrong value as a message shows it: a text in quotes, and of what is large only what it is. */
export function describeValue(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value);
  if (isSchema(value)) return 'a schema';
  if (Array.isArray(value)) return 'an array';
  if (typeof value === 'function') return 'a function';
  return isObject(value) ? 'an object' : String(value);
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

/** Whether it is a schema of any library with Standard Schema; those of arktype are functions. */
export function isSchema(value: unknown): value is StandardSchemaV1 {
  return (
    value !== null &&
    (typeof value === 'object' || typeof value === 'function') &&
    '~standard' in value
  );
}
