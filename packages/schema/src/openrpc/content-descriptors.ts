import type { Components } from '../components/components.js';
import type { MethodInput, WholeParams } from '../document/method-inputs.js';
import { isJsonSchema, type JsonSchema } from '../json-schema/json-schema.js';
import type { ContentDescriptor } from './openrpc-document.js';

export interface ParamDescriptors {
  readonly params: readonly ContentDescriptor[];
  /** The whole schema, where the descriptors alone would say too little. */
  readonly whole: JsonSchema | undefined;
}

export function contentDescriptor(
  name: string,
  schema: JsonSchema,
  required: boolean,
): ContentDescriptor {
  const { description, deprecated } = schema;
  return {
    name,
    ...(typeof description === 'string' ? { description } : {}),
    ...(deprecated === true ? { deprecated } : {}),
    required,
    schema,
  };
}

/** Each named parameter by itself. */
export function inputDescriptors(inputs: readonly MethodInput[]): ParamDescriptors {
  const params = inputs.filter(({ in: kind, name }) => kind === 'param' && name !== '');
  return {
    params: params.map(({ name, schema, required }) => contentDescriptor(name, schema, required)),
    whole: undefined,
  };
}

/** The members of an object, or of each of several, as parameters; or the elements of a tuple. */
export function wholeDescriptors(
  { schema }: WholeParams,
  components: Components,
): ParamDescriptors {
  const members = membersOf(schema, components);
  return {
    params: members.params.map(({ name, schemas, required }) =>
      contentDescriptor(name, schemas.length === 1 ? first(schemas) : { anyOf: schemas }, required),
    ),
    whole: members.isAll ? undefined : schema,
  };
}

interface Member {
  readonly name: string;
  readonly schemas: readonly JsonSchema[];
  readonly required: boolean;
}

interface MembersOfSchema {
  readonly params: readonly Member[];
  /** Whether they say all that the schema does. */
  readonly isAll: boolean;
}

const SAY_NOTHING_OF_MEMBERS = ['title', 'description', 'examples', 'default', '$comment'];

function membersOf(schema: JsonSchema, components: Components): MembersOfSchema {
  const { properties, required = [], type, items, minItems, ...rest } = components.resolve(schema);
  const isAll = Object.keys(rest).every((keyword) => SAY_NOTHING_OF_MEMBERS.includes(keyword));
  if (isJsonSchema(properties)) return { params: ofProperties(properties, required), isAll };
  if (Array.isArray(items)) return { params: ofTuple(items, minItems), isAll };
  const { anyOf, oneOf, allOf } = rest;
  const options = (anyOf ?? oneOf ?? allOf) as readonly JsonSchema[] | undefined;
  if (options === undefined) return { params: [], isAll: type === 'object' && isAll };
  const all = options.map((option) => membersOf(option, components));
  const isIntersection = allOf !== undefined;
  return {
    params: united(
      all.map(({ params }) => params),
      isIntersection,
    ),
    isAll: isIntersection && all.every((one) => one.isAll) && noneTwice(all),
  };
}

function ofProperties(properties: JsonSchema, required: unknown): readonly Member[] {
  return Object.entries(properties).flatMap(([name, schema]) =>
    name === '' || !isJsonSchema(schema)
      ? []
      : [{ name, schemas: [schema], required: (required as string[]).includes(name) }],
  );
}

function ofTuple(items: readonly unknown[], minItems: unknown): readonly Member[] {
  return items.filter(isJsonSchema).map((schema, index) => ({
    name: typeof schema['title'] === 'string' ? schema['title'] : `${index}`,
    schemas: [schema],
    required: typeof minItems === 'number' && index < minItems,
  }));
}

/** Of alternatives a member is required where all of them require it; of an intersection, where any does. */
function united(all: readonly (readonly Member[])[], isIntersection: boolean): readonly Member[] {
  const names = new Set(all.flat().map(({ name }) => name));
  return [...names].map((name) => {
    const same = all.flat().filter((member) => member.name === name);
    const schemas = same.flatMap((member) => member.schemas);
    const distinct = [...new Map(schemas.map((one) => [JSON.stringify(one), one])).values()];
    return {
      name,
      schemas: distinct,
      required: isIntersection
        ? same.some((member) => member.required)
        : same.length === all.length && same.every((member) => member.required),
    };
  });
}

function noneTwice(all: readonly MembersOfSchema[]): boolean {
  const names = all.flatMap(({ params }) => params.map(({ name }) => name));
  return new Set(names).size === names.length;
}

function first(schemas: readonly JsonSchema[]): JsonSchema {
  return schemas[0] ?? {};
}
