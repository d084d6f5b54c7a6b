import type { ErrorClass } from '@jsonrpc-kit/core/description';
import type { Components } from '../components/components.js';
import { componentKey } from '../components/component-key.js';
import type { SchemaWriter } from '../components/schema-writer.js';
import { isJsonSchema, type JsonSchema } from '../json-schema/json-schema.js';
import type { Place } from '../json-schema/undocumentable.js';

/** The schema of an error's `data`; undefined where it has none. */
export function errorData(
  error: ErrorClass,
  owner: readonly string[],
  writer: SchemaWriter,
  components: Components,
): JsonSchema | undefined {
  const { dataModel, errorModel, errorsRequired } = error;
  const place = (what: string): Place => ({
    where: `error ${error.name} (${error.code}), ${what}`,
    owner,
  });
  const data = dataModel && writer.write(dataModel, 'output', place('data'));
  if (errorModel === undefined) return data;
  const items = writer.write(errorModel, 'output', place('errors'));
  return withErrors(data, items, errorsRequired, components);
}

/** The data with its `errors`, which stand beside what a closed object names. */
function withErrors(
  data: JsonSchema | undefined,
  items: JsonSchema,
  isRequired: boolean,
  components: Components,
): JsonSchema {
  const required = isRequired ? ['errors'] : [];
  const errors = { type: 'array', items };
  if (data === undefined) return object({ errors }, required);
  const target = components.resolve(data);
  const { properties, required: others = [], ...rest } = target;
  if (!isJsonSchema(properties)) return { allOf: [data, object({ errors }, required)] };
  const all = [...new Set([...(others as string[]), ...required])];
  return { ...rest, ...object({ ...properties, errors }, all) };
}

function object(properties: JsonSchema, required: readonly string[]): JsonSchema {
  return { type: 'object', properties, ...(required.length === 0 ? {} : { required }) };
}

/** The key of an error among components: its class's name where it has one of its own. */
export function errorKey({ name, code }: ErrorClass): string {
  // defineError() alone makes a class with the second name.
  return name === '' || name === 'Defined' ? `Error${code}` : componentKey(name);
}
