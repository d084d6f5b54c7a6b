import type { StandardSchemaV1 } from '@standard-schema/spec';
import { toJsonSchema } from '@valibot/to-json-schema';
import type { GenericSchema } from 'valibot';
import type { SchemaDialect, JsonSchema } from '@jsonrpc-kit/openrpc';
import { unsupportedSchema, USE_DOCUMENT_AS } from '../unsupported-schema.js';
import { correctAction, correctSchema, undefinedAsNull } from './corrections.js';
import { type PreparationContext, prepareSchema } from './prepare-schema.js';
import { isSchemaNode, type ValibotNode } from './valibot-node.js';

export function isValibotSchema(schema: StandardSchemaV1): boolean {
  return schema['~standard'].vendor === 'valibot' && isSchemaNode(schema);
}

/**
 * Converts a valibot schema, for which {@link isValibotSchema} is true.
 *
 * @throws TypeError for an unsupported schema; the message says where it is and how to fix it
 */
export function convertValibot(
  schema: StandardSchemaV1,
  dialect: SchemaDialect,
  context: PreparationContext,
): JsonSchema {
  const prepared = prepareSchema(schema as unknown as ValibotNode, context);
  try {
    return toJsonSchema(prepared as unknown as GenericSchema, {
      target: dialect,
      typeMode: context.direction,
      // Without this, definitions added by addGlobalDefs() would be referenced.
      definitions: {},
      overrideSchema: ({ valibotSchema, jsonSchema, errors }) =>
        correctSchema(
          {
            node: valibotSchema as unknown as ValibotNode,
            json: jsonSchema as JsonSchema,
            errors,
          },
          context.direction,
        ),
      overrideAction: ({ valibotAction, jsonSchema, errors }) =>
        correctAction({
          node: valibotAction as unknown as ValibotNode,
          json: jsonSchema as JsonSchema,
          errors,
        }),
    }) as JsonSchema;
  } catch (cause) {
    const problem = (cause as Error).message.replace(/\.$/, '');
    const fix = `Use another schema, or ${USE_DOCUMENT_AS}`;
    throw unsupportedSchema(context.usage, { problem, fix, cause });
  }
}

/** Converts the schema of a result, where JSON-RPC sends undefined as null. */
export function valibotResult(schema: StandardSchemaV1, json: JsonSchema): JsonSchema {
  const node = schema as unknown as ValibotNode;
  if (node.type === 'undefined' || node.type === 'void') return { type: 'null' };
  return undefinedAsNull(node, json) as JsonSchema;
}
