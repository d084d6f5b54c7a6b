import type { StandardJSONSchemaV1, StandardSchemaV1 } from '@standard-schema/spec';
import type { SchemaDialect, JsonSchema } from '@jsonrpc-kit/openrpc';
import type { Direction } from '../json-schema.js';
import { unsupportedSchema, USE_DOCUMENT_AS } from '../unsupported-schema.js';
import { convertArktype } from './arktype.js';
import { convertZod, type ZodContext } from './zod.js';

export interface StandardConversionContext extends ZodContext {
  readonly direction: Direction;
  readonly dialect: SchemaDialect;
}

/**
 * Converts a schema by its own `~standard.jsonSchema`. The result may contain definitions.
 *
 * @throws TypeError for an unsupported schema; the message says where it is and how to fix it
 */
export function convertStandard(
  schema: StandardSchemaV1,
  context: StandardConversionContext,
): JsonSchema {
  const { vendor } = schema['~standard'];
  const { direction, dialect, usage } = context;
  const converter = converterOf(schema);
  if (converter === undefined) {
    throw unsupportedSchema(usage, {
      problem: `its library, ${vendor}, does not support ~standard.jsonSchema`,
      fix: `Update the library, or ${USE_DOCUMENT_AS}`,
    });
  }
  if (vendor === 'zod') {
    return convertZod(schema, context, (libraryOptions) =>
      converter[direction]({ target: dialect, libraryOptions }),
    );
  }
  try {
    return vendor === 'arktype'
      ? convertArktype(converter, direction, dialect)
      : converter[direction]({ target: dialect });
  } catch (cause) {
    const problem = (cause as Error).message.replace(/\.$/, '');
    const fix = `Use another schema, or ${USE_DOCUMENT_AS}`;
    throw unsupportedSchema(usage, { problem, fix, cause });
  }
}

function converterOf(schema: StandardSchemaV1): StandardJSONSchemaV1.Converter | undefined {
  const props: Partial<StandardJSONSchemaV1.Props> = schema['~standard'];
  return props.jsonSchema;
}
