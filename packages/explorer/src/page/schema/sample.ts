import { isObject } from '@jsonrpc-kit/openrpc';
import { ExampleGenerator, NO_EXAMPLE } from '@jsonrpc-kit/openrpc/examples';
import type { References } from '../document/references.js';

/** Creates a value that fits a schema: an example of the schema, or the simplest value of its type. */
export function sampleOf(schema: unknown, references: References): unknown {
  const generator = new ExampleGenerator({
    // The generator recognizes a schema that contains itself by its identity.
    resolve: (one) =>
      typeof one['$ref'] === 'string' ? references.resolve({ $ref: one['$ref'] }).value : one,
    // A pattern of a stranger would block the page.
    testsPatterns: false,
  });
  const value = generator.generate(schema);
  return value === NO_EXAMPLE ? (isObject(schema) && schema['type'] === 'array' ? [] : {}) : value;
}
