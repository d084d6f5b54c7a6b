import type { StandardSchemaV1 } from '@standard-schema/spec';
import type { SchemaWriter } from '../components/schema-writer.js';
import { accepts } from '../json-schema/accepts.js';
import type { JsonSchema } from '../json-schema/json-schema.js';
import { isValibotSchema, valibotResult } from '../json-schema/valibot/convert-valibot.js';
import { type DocumentedMethod, placeIn } from './documented-method.js';

/** What stands as `result` on the wire, where undefined becomes null. */
export function methodResult(method: DocumentedMethod, writer: SchemaWriter): JsonSchema {
  const { result } = method.description;
  if (result === undefined) return { description: 'The method declares no schema of its result.' };
  const json = writer.write(result, 'output', placeIn(method, 'result', 'Response'));
  if (isValibotSchema(result)) return valibotResult(result, json);
  if (JSON.stringify(json) === '{"not":{}}') return { type: 'null' };
  const isNullAlready = json['type'] === 'null' || Object.keys(json).length === 0;
  return isNullAlready || !mayBeUndefined(result) ? json : { anyOf: [json, { type: 'null' }] };
}

/** zod says it; another library's schema that takes undefined is taken to give it. */
function mayBeUndefined(schema: StandardSchemaV1): boolean {
  const { _zod } = schema as { readonly _zod?: { readonly optout?: unknown } };
  return _zod === undefined ? accepts(schema, undefined, false) : _zod.optout === 'optional';
}
