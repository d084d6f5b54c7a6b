import { isObject } from '@jsonrpc-kit/openrpc';
import { type JsonObject, listOf, objectOf, textOf } from '../document/json.js';
import type { References, Resolved } from '../document/references.js';
import { flattenSchema, itemsOf, typesOf, variantsOf } from './flatten-schema.js';
import { enumValues, schemaFacts } from './schema-facts.js';
import { typeLabel } from './type-label.js';

/** A row of the schema tree. Its children are read when it is opened, so that circular schemas end. */
export interface SchemaNode {
  /** The name of a property, or a label such as `each element`. */
  readonly name: string;
  readonly isProperty: boolean;
  readonly required: boolean;
  readonly deprecated: boolean;
  readonly type: string;
  readonly description: string | undefined;
  readonly facts: readonly string[];
  readonly values: readonly string[];
  readonly children: () => readonly SchemaNode[];
  readonly hasChildren: boolean;
}

type NodeOptions = Partial<
  Pick<SchemaNode, 'isProperty' | 'required' | 'description' | 'deprecated'>
>;

/** Creates the row of a schema. */
export function schemaNode(
  name: string,
  schema: unknown,
  references: References,
  options: NodeOptions = {},
): SchemaNode {
  const flat = flattenSchema(schema, references);
  const { value, missing } = flat;
  return {
    name,
    isProperty: options.isProperty ?? false,
    required: options.required ?? false,
    deprecated: options.deprecated === true || value['deprecated'] === true,
    type: typeLabel(schema, references),
    description: options.description ?? textOf(value['description']) ?? titleOf(value),
    facts: [
      ...schemaFacts(value),
      ...(missing === undefined ? [] : [`not in this document: ${missing.slice(0, 100)}`]),
    ],
    values: enumValues(value),
    children: () => childrenOf(flat, references),
    hasChildren: hasChildren(flat, references),
  };
}

/** A title that says more than the name of a type does. */
function titleOf(schema: JsonObject): string | undefined {
  const title = textOf(schema['title'], 200);
  return title?.includes(' ') === true ? title : undefined;
}

/** The properties, alternatives or elements below a schema. */
function childrenOf(flat: Resolved, references: References): readonly SchemaNode[] {
  const { value } = flat;
  const variants = variantsOf(value);
  const options = variants.map((one, index) => schemaNode(variantName(index), one, references));
  return [...properties(value, references), ...elements(value, references), ...options];
}

function variantName(index: number): string {
  return `option ${index + 1}`;
}

function properties(schema: JsonObject, references: References): readonly SchemaNode[] {
  const { additionalProperties, patternProperties } = schema;
  const required = new Set(listOf(schema['required']));
  const own = Object.entries(objectOf(schema['properties']));
  const patterns = Object.entries(objectOf(patternProperties));
  return [
    ...own
      .slice(0, 1000)
      .map(([name, property]) =>
        schemaNode(name, property, references, { isProperty: true, required: required.has(name) }),
      ),
    ...patterns
      .slice(0, 50)
      .map(([name, property]) => schemaNode(`/${name.slice(0, 100)}/`, property, references)),
    ...(isObject(additionalProperties)
      ? [schemaNode('any other name', additionalProperties, references)]
      : []),
  ];
}

/** The elements of a tuple, or the schema of each element of an array. */
function elements(schema: JsonObject, references: References): readonly SchemaNode[] {
  const { first, others } = itemsOf(schema);
  const tuple = first.map((one, index) => schemaNode(`[${index}]`, one, references));
  if (!isObject(others)) return tuple;
  const item = schemaNode(
    first.length === 0 ? 'each element' : 'other elements',
    others,
    references,
  );
  const isPlain = !item.hasChildren && item.description === undefined && item.facts.length === 0;
  if (first.length === 0 && isPlain && item.values.length === 0) return tuple;
  return [...tuple, item];
}

function hasChildren({ value }: Resolved, references: References): boolean {
  const types = typesOf(value);
  if (Object.keys(objectOf(value['properties'])).length > 0) return true;
  if (isObject(value['additionalProperties']) || isObject(value['patternProperties'])) return true;
  const { first, others } = itemsOf(value);
  if (first.length > 0) return true;
  if (types.includes('array') && isObject(others)) return isWorthOpening(others, references);
  return variantsOf(value).length > 0;
}

/** Whether the element of an array says more than its type. */
function isWorthOpening(item: JsonObject, references: References): boolean {
  const { value } = flattenSchema(item, references);
  const plain = new Set(['type', 'title', 'const', '$comment']);
  return Object.keys(value).some((keyword) => !plain.has(keyword));
}
