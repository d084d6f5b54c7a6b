import type { StandardSchemaV1 } from '@standard-schema/spec';

/** Whether it is a schema of any library with Standard Schema; those of arktype are functions. */
export function isSchema(value: unknown): value is StandardSchemaV1 {
  return (
    value !== null &&
    (typeof value === 'object' || typeof value === 'function') &&
    '~standard' in value
  );
}
