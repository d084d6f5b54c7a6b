import type { StandardSchemaV1 } from '@standard-schema/spec';
import { toJsonSchema } from '@valibot/to-json-schema';
import type { GenericSchema } from 'valibot';
import type { Dialect, JsonSchema } from '../json-schema.js';
import { DOCUMENT_AS, undocumentable } from '../undocumentable.js';
import { mayBeUndefined } from './may-be-undefined.js';
import { overrideAction } from './override-action.js';
import { orNull, overrideSchema } from './override-schema.js';
import { type Preparation, prepareSchema } from './prepare-valibot.js';
import { isSchemaNode, type ValibotNode } from './valibot-node.js';

export function isValibotSchema(schema: StandardSchemaV1): boolean {
  return schema['~standard'].vendor === 'valibot' && isSchemaNode(schema);
}

/** @throws TypeError that names the place and what to write instead */
export function convertValibot(
  schema: StandardSchemaV1,
  dialect: Dialect,
  preparation: Preparation,
): JsonSchema {
  // isValibotSchema() was asked.
  const prepared = prepareSchema(schema as unknown as ValibotNode, preparation);
  try {
    return toJsonSchema(prepared as unknown as GenericSchema, {
      target: dialect,
      typeMode: preparation.direction,
      // What addGlobalDefs() was given is not of these documents.
      definitions: {},
      overrideSchema: ({ valibotSchema, jsonSchema, errors }) =>
        overrideSchema(
          {
            schema: valibotSchema as unknown as ValibotNode,
            json: jsonSchema as JsonSchema,
            errors,
          },
          preparation.direction,
        ),
      overrideAction: ({ valibotAction, jsonSchema, errors }) =>
        overrideAction({
          action: valibotAction as unknown as ValibotNode,
          json: jsonSchema as JsonSchema,
          errors,
        }),
    }) as JsonSchema;
  } catch (error) {
    const { message } = error as Error;
    throw undocumentable(preparation.place, '', message, DOCUMENT_AS, error);
  }
}

/** A result as it stands on the wire, where undefined becomes null. */
export function valibotResult(schema: StandardSchemaV1, json: JsonSchema): JsonSchema {
  const node = schema as unknown as ValibotNode;
  if (node.type === 'undefined' || node.type === 'void') return { type: 'null' };
  return mayBeUndefined(node) ? orNull(json) : json;
}
