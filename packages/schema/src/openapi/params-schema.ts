import type { ParamStructure } from '@jsonrpc-kit/core/description';
import type { MethodInput, WholeParams } from '../document/method-inputs.js';
import type { JsonSchema } from '../json-schema/json-schema.js';
import { objectSchema } from './envelopes.js';

/** The `params` of a method, as an object, as an array or as either. */
export function paramsSchema(
  inputs: readonly MethodInput[],
  structure: ParamStructure,
): WholeParams {
  const params = inputs.filter(({ in: kind }) => kind === 'param');
  const required = params.some((param) => param.required);
  switch (structure) {
    case 'by-name':
      return { required, schema: byName(params) };
    case 'by-position':
      return { required, schema: byPosition(params) };
    case 'either':
      return { required, schema: { anyOf: [byName(params), byPosition(params)] } };
  }
}

function byName(params: readonly MethodInput[]): JsonSchema {
  return objectSchema(
    Object.fromEntries(params.map(({ name, schema }) => [name, schema])),
    params.filter((param) => param.required).map(({ name }) => name),
  );
}

/** What stands before a required one has to be sent too. */
function byPosition(params: readonly MethodInput[]): JsonSchema {
  const minItems = params.findLastIndex((param) => param.required) + 1;
  if (params.length === 0) return { type: 'array', maxItems: 0 };
  return {
    type: 'array',
    prefixItems: params.map(({ name, schema }) => ({ title: name, ...schema })),
    items: false,
    minItems,
    maxItems: params.length,
  };
}
