import type { JsonSchema } from './json-schema.js';
import { allSchemas } from './subschemas.js';

const KEYWORDS: ReadonlySet<string> = new Set(
  (
    '$ref $defs $comment definitions title description default examples deprecated readOnly ' +
    'writeOnly type enum const format pattern allOf anyOf oneOf not if then else multipleOf ' +
    'maximum minimum exclusiveMaximum exclusiveMinimum maxLength minLength items prefixItems ' +
    'additionalItems unevaluatedItems contains maxItems minItems uniqueItems maxContains ' +
    'minContains properties patternProperties additionalProperties unevaluatedProperties ' +
    'propertyNames required maxProperties minProperties dependentRequired dependentSchemas ' +
    'dependencies contentEncoding contentMediaType contentSchema discriminator externalDocs ' +
    'xml'
  ).split(' '),
);

/**
 * Takes out what is no keyword: libraries copy all metadata of a schema, what an application keeps
 * for itself included. Extensions, which begin with `x-`, stay.
 */
export function keepKeywords(schema: JsonSchema): JsonSchema {
  for (const inner of allSchemas(schema)) {
    for (const keyword of Object.keys(inner)) {
      if (!KEYWORDS.has(keyword) && !keyword.startsWith('x-')) delete inner[keyword];
    }
  }
  return schema;
}
