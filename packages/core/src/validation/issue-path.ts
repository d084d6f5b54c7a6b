import type { StandardSchemaV1 } from '@standard-schema/spec';

/** Where in the value the issue is, in what JSON has for keys. */
export function issuePath({ path = [] }: StandardSchemaV1.Issue): (string | number)[] {
  // Not by map(), which of arktype's arrays makes no plain ones.
  return Array.from(path, (part) => {
    const key = typeof part === 'object' ? part.key : part;
    return typeof key === 'number' ? key : String(key);
  });
}
