import type { InputDescription } from '@jsonrpc-kit/core/description';
import type { ContentDescriptor, JsonSchema } from '@jsonrpc-kit/openrpc';
import { groupBy } from '../group-by.js';
import type { SchemaConverter } from '../components/schema-converter.js';
import { accepts, isOptional, mayReturnUndefined } from '../json-schema/accepts.js';
import { isImpossible } from '../json-schema/clean-schema.js';
import { objectSchema } from '../json-schema/json-schema.js';
import { isValibotSchema, valibotResult } from '../json-schema/valibot/convert-valibot.js';
import { type DescribedMethod, usageInMethod } from './described-methods.js';

/** A JSON-RPC parameter, header or cookie of a method. */
export interface MethodInput {
  readonly in: InputDescription['in'];
  readonly name: string;
  readonly required: boolean;
  readonly schema: JsonSchema;
}

const KIND_NAMES = { param: 'parameter', header: 'header', cookie: 'cookie' } as const;

/**
 * Returns the inputs of a method and its dependencies in declared order, without duplicates. A value
 * that is declared with several schemas must satisfy all of them.
 */
export function methodInputs(
  method: DescribedMethod,
  converter: SchemaConverter,
): readonly MethodInput[] {
  const declarations = method.description.inputs.map(({ in: kind, name, schema }): MethodInput => {
    const usage = usageInMethod(method, `${KIND_NAMES[kind]} "${name}"`, 'Request');
    return {
      in: kind,
      name,
      required: !isOptional(schema),
      schema: converter.convert(schema, 'input', usage),
    };
  });
  const groups = groupBy(declarations, (input) => `${input.in} ${input.name}`);
  return Array.from(groups.values(), (inputs) => {
    const schemas = uniqueSchemas(inputs.map(({ schema }) => schema));
    const schema = schemas.length === 1 ? inputs[0].schema : { allOf: schemas };
    return { ...inputs[0], required: inputs.some(({ required }) => required), schema };
  });
}

export function uniqueSchemas(schemas: readonly JsonSchema[]): readonly JsonSchema[] {
  return [...new Map(schemas.map((schema) => [JSON.stringify(schema), schema])).values()];
}

/** Returns the schema of params by name. */
export function namedParams(
  params: readonly Pick<ContentDescriptor, 'name' | 'schema' | 'required'>[],
): JsonSchema {
  return objectSchema(
    Object.fromEntries(params.map(({ name, schema }) => [name, schema])),
    params.filter(({ required }) => required).map(({ name }) => name),
  );
}

/** The schema of the `params` member as a whole. */
export interface ParamsSchema {
  readonly required: boolean;
  readonly schema: JsonSchema;
}

/** Returns the schema of a method that declares `params(schema)`; undefined for other methods. */
export function declaredParams(
  method: DescribedMethod,
  converter: SchemaConverter,
): ParamsSchema | undefined {
  const { params, paramStructure } = method.description;
  if (params === undefined) return undefined;
  const absent = paramStructure === 'by-position' ? [] : {};
  return {
    required: !accepts(params, absent, false),
    schema: converter.convert(params, 'input', usageInMethod(method, 'params()', 'Request')),
  };
}

/** Returns the schema of the `result` member, where JSON-RPC sends undefined as null. */
export function methodResult(method: DescribedMethod, converter: SchemaConverter): JsonSchema {
  const { result } = method.description;
  if (result === undefined) return { description: 'The method declares no result schema.' };
  const json = converter.convert(result, 'output', usageInMethod(method, 'result', 'Response'));
  if (isValibotSchema(result)) return valibotResult(result, json);
  if (isImpossible(json)) return { type: 'null' };
  const includesNull = json['type'] === 'null' || Object.keys(json).length === 0;
  return includesNull || !mayReturnUndefined(result) ? json : { anyOf: [json, { type: 'null' }] };
}
