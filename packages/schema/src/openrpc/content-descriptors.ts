import type { ParamStructure } from '@jsonrpc-kit/core/description';
import { type ContentDescriptor, isObject, type JsonSchema } from '@jsonrpc-kit/openrpc';
import type { Components } from '../components/components.js';
import { type MethodInput, uniqueSchemas } from '../methods/method-schemas.js';

export interface ParamDescriptors {
  /** In declared order. */
  readonly params: readonly ContentDescriptor[];
  /** The schema of all params, if the descriptors don't express all of it. */
  readonly paramsSchema: JsonSchema | undefined;
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

/** Describes every JSON-RPC parameter among the inputs of a method. */
export function describeInputs(inputs: readonly MethodInput[]): ParamDescriptors {
  const params = inputs.filter(({ in: kind, name }) => kind === 'param' && name !== '');
  return {
    params: params.map(({ name, schema, required }) => contentDescriptor(name, schema, required)),
    paramsSchema: undefined,
  };
}

/** Describes the members of an object, union or intersection, or the elements of a tuple. */
export function describeParamsSchema(schema: JsonSchema, components: Components): ParamDescriptors {
  const { members, isComplete } = membersOf(schema, components);
  return {
    params: members.map(({ name, schemas, required }) => {
      const [first = {}, ...others] = schemas;
      return contentDescriptor(name, others.length === 0 ? first : { anyOf: schemas }, required);
    }),
    paramsSchema: isComplete ? undefined : schema,
  };
}

/**
 * Sorts descriptors as OpenRPC requires: required before optional ones. By position the order is
 * significant, so parameters before a required one become required instead.
 */
export function sortDescriptors(
  params: readonly ContentDescriptor[],
  structure: ParamStructure,
): readonly ContentDescriptor[] {
  if (structure === 'by-name') {
    return params.toSorted((a, b) => Number(b.required ?? false) - Number(a.required ?? false));
  }
  const last = params.findLastIndex(({ required }) => required);
  return params.map((param, index) => (index < last ? { ...param, required: true } : param));
}

interface Member {
  readonly name: string;
  readonly schemas: readonly JsonSchema[];
  readonly required: boolean;
}

interface Members {
  readonly members: readonly Member[];
  /** Whether the members express everything that the schema does. */
  readonly isComplete: boolean;
}

const ANNOTATIONS = ['title', 'description', 'examples', 'default', '$comment'];

function membersOf(schema: JsonSchema, components: Components): Members {
  const { properties, required = [], type, items, minItems, ...rest } = components.resolve(schema);
  const isComplete = Object.keys(rest).every((keyword) => ANNOTATIONS.includes(keyword));
  if (isObject(properties)) return { members: propertyMembers(properties, required), isComplete };
  if (Array.isArray(items)) return { members: tupleMembers(items, minItems), isComplete };
  const { anyOf, oneOf, allOf } = rest;
  const options = (anyOf ?? oneOf ?? allOf) as readonly JsonSchema[] | undefined;
  if (options === undefined) return { members: [], isComplete: type === 'object' && isComplete };
  const parts = options.map((option) => membersOf(option, components));
  const isIntersection = allOf !== undefined;
  const members = combineMembers(parts, isIntersection);
  const count = parts.reduce((sum, part) => sum + part.members.length, 0);
  return {
    members,
    isComplete:
      isIntersection && parts.every((part) => part.isComplete) && count === members.length,
  };
}

function propertyMembers(properties: JsonSchema, required: unknown): readonly Member[] {
  return Object.entries(properties).flatMap(([name, schema]) =>
    name === '' || !isObject(schema)
      ? []
      : [{ name, schemas: [schema], required: (required as string[]).includes(name) }],
  );
}

function tupleMembers(items: readonly unknown[], minItems: unknown): readonly Member[] {
  return items.filter(isObject).map((schema, index) => ({
    name: typeof schema['title'] === 'string' ? schema['title'] : `${index}`,
    schemas: [schema],
    required: typeof minItems === 'number' && index < minItems,
  }));
}

/** A member is required if any part of an intersection, or every option of a union, requires it. */
function combineMembers(parts: readonly Members[], isIntersection: boolean): readonly Member[] {
  const all = parts.flatMap(({ members }) => members);
  return [...new Set(all.map(({ name }) => name))].map((name) => {
    const same = all.filter((member) => member.name === name);
    return {
      name,
      schemas: uniqueSchemas(same.flatMap(({ schemas }) => schemas)),
      required: isIntersection
        ? same.some(({ required }) => required)
        : same.length === parts.length && same.every(({ required }) => required),
    };
  });
}
