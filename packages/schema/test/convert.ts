import type { StandardSchemaV1 } from '@standard-schema/spec';
import type { SchemaDialect, JsonSchema } from '@jsonrpc-kit/openrpc';
import { Components } from '../src/components/components.js';
import { SchemaConverter } from '../src/components/schema-converter.js';
import type { Direction } from '../src/json-schema/json-schema.js';

/** A converted schema with the components to which it refers. */
export interface Converted {
  readonly json: JsonSchema;
  readonly schemas: Readonly<Record<string, JsonSchema>>;
}

/** Converts a schema as the parameter "amount" of the method "pay". */
export function convert(
  schema: StandardSchemaV1,
  direction: Direction = 'input',
  dialect: SchemaDialect = 'draft-2020-12',
): Converted {
  const components = new Components(true);
  const json = new SchemaConverter(components, dialect).convert(schema, direction, {
    where: 'method "pay", parameter "amount"',
    componentNames: ['pay.Request', 'bank.pay.Request'],
  });
  const { schemas, document } = components.finish(json);
  return { json: document, schemas };
}

/** Like {@link convert}, without the components. */
export function jsonOf(
  schema: StandardSchemaV1,
  direction: Direction = 'input',
  dialect: SchemaDialect = 'draft-2020-12',
): JsonSchema {
  return convert(schema, direction, dialect).json;
}
