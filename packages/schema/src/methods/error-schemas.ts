import type { ErrorClass } from '@jsonrpc-kit/core/description';
import { isObject, type JsonSchema } from '@jsonrpc-kit/openrpc';
import { escapeComponentName } from '../components/component-names.js';
import type { DocumentContext } from '../components/document-context.js';
import { objectSchema } from '../json-schema/json-schema.js';
import type { SchemaUsage } from '../json-schema/unsupported-schema.js';

/** Whether the application has named an error class, which defineError() otherwise names. */
function isNamed({ name }: ErrorClass): boolean {
  return name !== '' && name !== 'Defined';
}

/** Returns the component names of an error, from short to full. */
export function errorNames(error: ErrorClass, entrypointLabel: string): readonly string[] {
  const name = isNamed(error) ? escapeComponentName(error.name) : `Error${error.code}`;
  return [name, `${entrypointLabel}.${name}`];
}

/** Returns a title such as `NotEnoughMoney (6001)`. */
export function errorTitle(error: ErrorClass): string {
  return `${isNamed(error) ? error.name : error.message} (${error.code})`;
}

export function describeErrorClass({ name, code }: ErrorClass): string {
  return `error ${name} (${code})`;
}

/**
 * Returns the schema of an error's `data`, including its `errors`; undefined if it has none.
 *
 * @param componentNames the names of the error, for parts of the schema
 */
export function errorDataSchema(
  error: ErrorClass,
  componentNames: readonly string[],
  { converter, components }: DocumentContext,
): JsonSchema | undefined {
  const { dataModel, errorModel, errorsRequired } = error;
  const usage = (member: string): SchemaUsage => ({
    where: `${describeErrorClass(error)}, ${member}`,
    componentNames,
  });
  const data = dataModel && converter.convert(dataModel, 'output', usage('data'));
  if (errorModel === undefined) return data;
  const items = converter.convert(errorModel, 'output', usage('errors'));
  const errors = { type: 'array', items };
  const required = errorsRequired ? ['errors'] : [];
  if (data === undefined) return objectSchema({ errors }, required);
  // Added to the properties, since a closed object would not allow `errors` beside it.
  const { properties, required: dataRequired = [], ...rest } = components.resolve(data);
  if (!isObject(properties)) return { allOf: [data, objectSchema({ errors }, required)] };
  const allRequired = [...new Set([...(dataRequired as string[]), ...required])];
  return { ...rest, ...objectSchema({ ...properties, errors }, allRequired) };
}
