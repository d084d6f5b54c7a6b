import type { StandardJSONSchemaV1, StandardSchemaV1 } from '@standard-schema/spec';
import type { Dialect, Direction, JsonSchema } from '../json-schema.js';
import { DOCUMENT_AS, undocumentable } from '../undocumentable.js';
import { arktypeOptions } from './arktype-options.js';
import { lostOutput } from './lost-output.js';
import { ZodConversion, type ZodConversionOptions } from './zod-conversion.js';

export interface StandardConversion extends ZodConversionOptions {
  readonly direction: Direction;
  readonly dialect: Dialect;
}

/**
 * By the schema's own `~standard.jsonSchema`. It may have definitions of its own.
 *
 * @throws TypeError that names the place and what to write instead
 */
export function convertStandard(
  schema: StandardSchemaV1,
  conversion: StandardConversion,
): JsonSchema {
  const { vendor } = schema['~standard'];
  const { direction, dialect, place } = conversion;
  const converter = converterOf(schema);
  if (converter === undefined) {
    throw undocumentable(
      place,
      '',
      `its library, ${vendor}, offers no JSON Schema (~standard.jsonSchema)`,
      `update the library, or ${DOCUMENT_AS}`,
    );
  }
  const convert = (libraryOptions?: Record<string, unknown>): JsonSchema => {
    const options = libraryOptions === undefined ? {} : { libraryOptions };
    return converter[direction]({ target: dialect, ...options });
  };
  if (vendor === 'zod') return new ZodConversion(schema, conversion).run(convert);
  try {
    return vendor === 'arktype' ? convertArktype(converter, conversion) : convert();
  } catch (error) {
    throw undocumentable(place, '', (error as Error).message, DOCUMENT_AS, error);
  }
}

function convertArktype(
  converter: StandardJSONSchemaV1.Converter,
  { direction, dialect }: StandardConversion,
): JsonSchema {
  const options = { target: dialect, libraryOptions: arktypeOptions() };
  if (direction === 'input') return converter.input(options);
  const output = converter.output(options);
  const path = lostOutput(converter.input(options), output);
  if (path === undefined) return output;
  const at = path === '' ? '' : ` at ${path}`;
  throw new Error(`nobody knows what the morph${at} gives: write .to(…) with the type of it`);
}

function converterOf(schema: StandardSchemaV1): StandardJSONSchemaV1.Converter | undefined {
  const props: Partial<StandardJSONSchemaV1.Props> = schema['~standard'];
  return props.jsonSchema;
}
