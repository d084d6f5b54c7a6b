import type { MethodDescription, ParamStructure } from '@jsonrpc-kit/core/description';
import type { HttpParameter, JsonSchema } from '@jsonrpc-kit/openrpc';
import { groupBy } from '../group-by.js';
import { keyHeader } from '../methods/idempotency-key.js';
import type { ExampleParams } from '../methods/method-examples.js';
import {
  type MethodInput,
  namedParams,
  type ParamsSchema,
  uniqueSchemas,
} from '../methods/method-schemas.js';
import { CURSOR_HEADER } from '../methods/stream-members.js';

/**
 * Returns the headers and cookies among the inputs of a method, and the headers of its idempotency key and
 * its cursor.
 */
export function headerAndCookieParameters(
  inputs: readonly MethodInput[],
  { idempotencyKey: key, canResume }: MethodDescription,
): readonly HttpParameter[] {
  const declared = inputs.flatMap(({ in: kind, name, required, schema }): HttpParameter[] => {
    if (kind === 'param') return [];
    const { description, ...rest } = schema;
    return typeof description === 'string'
      ? [{ name, in: kind, required, description, schema: rest }]
      : [{ name, in: kind, required, schema }];
  });
  const builtIn: readonly HttpParameter[] = [
    ...(key === undefined ? [] : [keyHeader(key)]),
    ...(canResume ? [CURSOR_HEADER] : []),
  ];
  const names = new Set(declared.map(({ name }) => name));
  return [...declared, ...builtIn.filter(({ name }) => !names.has(name))];
}

/**
 * Combines the headers and cookies of several methods for a request that may call any of them. Only
 * those that all methods require are required.
 */
export function combineParameters(
  methods: readonly (readonly HttpParameter[])[],
): readonly HttpParameter[] {
  const groups = groupBy(methods.flat(), (parameter) => `${parameter.in} ${parameter.name}`);
  return Array.from(groups.values(), (parameters) => {
    const [first] = parameters;
    const required =
      parameters.length === methods.length && parameters.every((one) => one.required);
    const schemas = uniqueSchemas(parameters.map(({ schema }) => schema));
    const schema = schemas.length === 1 ? first.schema : { anyOf: schemas };
    return { ...first, required, schema };
  });
}

/** Returns the schema of `params` as an object, an array or either of them. */
export function paramsSchema(
  inputs: readonly MethodInput[],
  structure: ParamStructure,
): ParamsSchema {
  const params = inputs.filter(({ in: kind }) => kind === 'param');
  const required = params.some((param) => param.required);
  switch (structure) {
    case 'by-name':
      return { required, schema: namedParams(params) };
    case 'by-position':
      return { required, schema: positionalParams(params) };
    case 'either':
      return { required, schema: { anyOf: [namedParams(params), positionalParams(params)] } };
  }
}

function positionalParams(params: readonly MethodInput[]): JsonSchema {
  // An optional parameter before a required one can't be omitted.
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

/**
 * Returns the params of a declared example by position.
 *
 * @param generated generated params by position, for parameters that the example omits
 */
export function positionalExample(
  { value }: ExampleParams,
  inputs: readonly MethodInput[],
  generated: unknown,
): readonly unknown[] {
  const params = value as Readonly<Record<string, unknown>>;
  const names = inputs.filter(({ in: kind }) => kind === 'param').map(({ name }) => name);
  const lastIndex = names.findLastIndex((name) => Object.hasOwn(params, name));
  const defaults = Array.isArray(generated) ? (generated as readonly unknown[]) : [];
  const length = Math.max(lastIndex + 1, defaults.length);
  return names.slice(0, length).map((name, index) => params[name] ?? defaults[index] ?? null);
}
