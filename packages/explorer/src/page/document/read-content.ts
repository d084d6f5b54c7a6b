import { type Descriptor, isObject, type Method } from '@jsonrpc-kit/openrpc';
import type { ContentModel, ExampleModel, ParamStructure } from './api-model.js';
import { type JsonObject, objectsOf, textOf } from './json.js';
import type { References } from './references.js';

/** Reads a parameter or a result. */
export function readContent(
  { value, name, required, deprecated, schema: { schema } }: Descriptor,
  references: References,
): ContentModel {
  const { description } = references.resolve(schema).value;
  return {
    name: textOf(name, 200) ?? '',
    description:
      textOf(value['description']) ?? textOf(value['summary'], 2000) ?? textOf(description),
    required,
    deprecated,
    schema,
  };
}

/** Returns the schema of `params`: an object, or an array for params by position. */
export function composeParams(
  params: readonly ContentModel[],
  structure: ParamStructure,
): JsonObject {
  const names = params.filter(({ required }) => required).map(({ name }) => name);
  if (structure !== 'by-position') {
    const properties = Object.fromEntries(params.map(({ name, schema }) => [name, schema]));
    return { type: 'object', properties, ...(names.length === 0 ? {} : { required: names }) };
  }
  return {
    type: 'array',
    items: params.map(({ name, schema }) => titled(name, schema)),
    additionalItems: false,
    minItems: params.findLastIndex(({ required }) => required) + 1,
    maxItems: params.length,
  };
}

/** Names the element of an array. A reference has no title, as validators ignore its siblings. */
function titled(name: string, schema: unknown): unknown {
  return isObject(schema) && !('$ref' in schema) ? { ...schema, title: name } : schema;
}

/** Reads the examples of a method, with their params as the method expects them. */
export function readExamples(
  { value: { examples }, params: declared, paramStructure }: Method,
  references: References,
): readonly ExampleModel[] {
  // Many documents spell the names of an example in another way.
  const nameOf = (name: unknown, position: number): string =>
    declared.find((param) => param.name === name)?.name ?? declared[position]?.name ?? String(name);
  return objectsOf(examples, 20).map((pairing, index) => {
    const { value } = references.resolve(pairing);
    const params = objectsOf(value['params'], 200).map((param) => references.resolve(param).value);
    const result = isObject(value['result'])
      ? references.resolve(value['result']).value
      : undefined;
    return {
      name: textOf(value['name'], 200) ?? `Example ${index + 1}`,
      description: textOf(value['summary'], 2000) ?? textOf(value['description']),
      params:
        paramStructure === 'by-position'
          ? params.map((param) => param['value'])
          : Object.fromEntries(
              params.map((param, position) => [nameOf(param['name'], position), param['value']]),
            ),
      result: result === undefined ? undefined : { value: result['value'] },
    };
  });
}
