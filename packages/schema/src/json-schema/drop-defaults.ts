import type { JsonSchema } from './json-schema.js';
import { allSchemas } from './subschemas.js';

/** What goes out has its defaults already; nobody has to fill them in. */
export function dropDefaults(schema: JsonSchema): JsonSchema {
  for (const inner of allSchemas(schema)) delete inner['default'];
  return schema;
}
