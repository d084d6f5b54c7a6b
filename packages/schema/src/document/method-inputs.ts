import type { InputDescription } from '@jsonrpc-kit/core/description';
import type { SchemaWriter } from '../components/schema-writer.js';
import { accepts, isOptional } from '../json-schema/accepts.js';
import type { JsonSchema } from '../json-schema/json-schema.js';
import { type DocumentedMethod, placeIn } from './documented-method.js';

/** A parameter, header or cookie of a document. */
export interface MethodInput {
  readonly in: InputDescription['in'];
  readonly name: string;
  readonly required: boolean;
  readonly schema: JsonSchema;
}

/** The whole `params` of a method, by one schema. */
export interface WholeParams {
  readonly required: boolean;
  readonly schema: JsonSchema;
}

const WORDS = { param: 'parameter', header: 'header', cookie: 'cookie' } as const;

/** In their order, each name once: of a name with several schemas, all hold. */
export function methodInputs(
  method: DocumentedMethod,
  writer: SchemaWriter,
): readonly MethodInput[] {
  const inputs = new Map<string, MethodInput[]>();
  for (const { in: kind, name, schema } of method.description.inputs) {
    const place = placeIn(method, `${WORDS[kind]} "${name}"`, 'Request');
    const input: MethodInput = {
      in: kind,
      name,
      required: !isOptional(schema),
      schema: writer.write(schema, 'input', place),
    };
    inputs.set(`${kind} ${name}`, [...(inputs.get(`${kind} ${name}`) ?? []), input]);
  }
  return [...inputs.values()].flatMap(united);
}

function united(same: readonly MethodInput[]): MethodInput[] {
  const [first] = same;
  if (first === undefined) return [];
  const schemas = new Map(same.map(({ schema }) => [JSON.stringify(schema), schema]));
  const schema = schemas.size === 1 ? first.schema : { allOf: [...schemas.values()] };
  return [{ ...first, required: same.some(({ required }) => required), schema }];
}

export function wholeParams(
  method: DocumentedMethod,
  writer: SchemaWriter,
): WholeParams | undefined {
  const { params, paramStructure } = method.description;
  if (params === undefined) return undefined;
  const absent = paramStructure === 'by-position' ? [] : {};
  return {
    required: !accepts(params, absent, false),
    schema: writer.write(params, 'input', placeIn(method, 'params()', 'Request')),
  };
}
