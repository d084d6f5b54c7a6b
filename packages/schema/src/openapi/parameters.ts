import type { MethodInput } from '../document/method-inputs.js';
import type { JsonSchema } from '../json-schema/json-schema.js';

/** A header or a cookie (OpenAPI 3.1: Parameter Object). */
export interface Parameter {
  readonly name: string;
  readonly in: 'header' | 'cookie';
  readonly required: boolean;
  readonly description?: string;
  readonly schema: JsonSchema;
}

/** The headers and cookies among the inputs of a method. */
export function parametersOf(inputs: readonly MethodInput[]): readonly Parameter[] {
  return inputs.flatMap(({ in: kind, name, required, schema }) => {
    if (kind === 'param') return [];
    const { description, ...rest } = schema;
    return typeof description === 'string'
      ? [{ name, in: kind, required, description, schema: rest }]
      : [{ name, in: kind, required, schema }];
  });
}

/**
 * The headers and cookies of a request that may be for any of some methods: required is what each of
 * them requires.
 */
export function parametersOfAny(methods: readonly (readonly Parameter[])[]): readonly Parameter[] {
  const keyOf = (parameter: Parameter): string => `${parameter.in} ${parameter.name}`;
  const all = new Map<string, Parameter[]>();
  for (const parameter of methods.flat()) {
    all.set(keyOf(parameter), [...(all.get(keyOf(parameter)) ?? []), parameter]);
  }
  return [...all.values()].flatMap((same) => {
    const [first] = same;
    if (first === undefined) return [];
    const required = same.length === methods.length && same.every((one) => one.required);
    const schemas = new Map(same.map(({ schema }) => [JSON.stringify(schema), schema]));
    const schema = schemas.size === 1 ? first.schema : { anyOf: [...schemas.values()] };
    return [{ ...first, required, schema }];
  });
}
