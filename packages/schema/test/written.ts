import type { StandardSchemaV1 } from '@standard-schema/spec';
import { Components } from '../src/components/components.js';
import { SchemaWriter } from '../src/components/schema-writer.js';
import type { Dialect, Direction, JsonSchema } from '../src/json-schema/json-schema.js';

/** A schema as a document has it, with the components that it needs. */
export interface Written {
  readonly json: JsonSchema;
  readonly schemas: Readonly<Record<string, JsonSchema>>;
}

export function written(
  schema: StandardSchemaV1,
  direction: Direction = 'input',
  dialect: Dialect = 'draft-2020-12',
): Written {
  const components = new Components(true);
  const json = new SchemaWriter(components, dialect).write(schema, direction, {
    where: 'method pay, parameter "amount"',
    owner: ['pay.Request', 'bank.pay.Request'],
  });
  const { schemas, document } = components.finish(json);
  return { json: document, schemas };
}

export function jsonOf(
  schema: StandardSchemaV1,
  direction: Direction = 'input',
  dialect: Dialect = 'draft-2020-12',
): JsonSchema {
  return written(schema, direction, dialect).json;
}
