import { type LocatedSchema, referencesOf, subschema } from '../../document/schema-document.js';
import { isObject } from '../../document/json-schema.js';

/** Keywords that never reject a value. */
const ANNOTATIONS: ReadonlySet<string> = new Set([
  '$anchor',
  '$comment',
  '$defs',
  '$dynamicAnchor',
  '$id',
  '$schema',
  'contentEncoding',
  'contentMediaType',
  'contentSchema',
  'default',
  'definitions',
  'deprecated',
  'description',
  'example',
  'examples',
  'readOnly',
  'title',
  'writeOnly',
]);

const REFERENCES: ReadonlySet<string> = new Set(['$ref', '$dynamicRef', '$recursiveRef']);

/** Keywords whose value is data, where a `$ref` is nothing special. */
const DATA: ReadonlySet<string> = new Set(['const', 'enum']);

/** Keywords whose value has names of members as its keys. */
const RECORDS: ReadonlySet<string> = new Set([
  'dependencies',
  'dependentRequired',
  'dependentSchemas',
  'patternProperties',
  'properties',
]);

/** Whether two schemas have the same keywords, after `$ref`s are resolved and annotations removed. */
export function isIdentical(one: LocatedSchema, other: LocatedSchema): boolean {
  return one.document.dialect === other.document.dialect && sameSchema(one, other, new Set());
}

/** Whether some keywords of two schemas are the same. */
export function sameKeywords(
  one: LocatedSchema,
  other: LocatedSchema,
  keywords: readonly string[],
): boolean {
  if (one.document.dialect !== other.document.dialect) return false;
  return keywords.every((keyword) => sameKeyword(keyword, one, other, new Set()));
}

function sameSchema(one: LocatedSchema, other: LocatedSchema, assumed: Set<string>): boolean {
  const key = `${one.pointer} ${other.pointer}`;
  if (assumed.has(key)) return true;
  assumed.add(key);
  const [left, right] = [followRefs(one), followRefs(other)];
  if (typeof left.schema === 'boolean' || typeof right.schema === 'boolean') {
    return left.schema === right.schema;
  }
  if (left.isMalformed === true || right.isMalformed === true) return false;
  const keys = new Set([...constrainingKeywords(left), ...constrainingKeywords(right)]);
  return [...keys].every((keyword) => sameKeyword(keyword, left, right, assumed));
}

function sameKeyword(
  keyword: string,
  left: LocatedSchema,
  right: LocatedSchema,
  assumed: Set<string>,
): boolean {
  const [one, other] = [valueOf(left, keyword), valueOf(right, keyword)];
  if (REFERENCES.has(keyword)) return sameReference(keyword, left, right, assumed);
  if (DATA.has(keyword)) return sameData(one, other);
  const [below, belowOther] = [subschema(left, keyword), subschema(right, keyword)];
  // A property may be called `title`, so the names are not keywords here.
  if (RECORDS.has(keyword) && isObject(one) && isObject(other)) {
    const names = Object.keys(one);
    return (
      names.length === Object.keys(other).length &&
      names.every(
        (name) =>
          Object.hasOwn(other, name) &&
          sameNode(
            { value: one[name], located: subschema(below, name) },
            { value: other[name], located: subschema(belowOther, name) },
            assumed,
          ),
      )
    );
  }
  return sameNode({ value: one, located: below }, { value: other, located: belowOther }, assumed);
}

/** Whether references have the same target. The addresses of other documents are compared. */
function sameReference(
  keyword: string,
  left: LocatedSchema,
  right: LocatedSchema,
  assumed: Set<string>,
): boolean {
  const [one, other] = [left, right].map((located) =>
    referencesOf(located).find((reference) => reference.keyword === keyword),
  );
  if (one === undefined || other === undefined) return one === other;
  if (one.target !== undefined && other.target !== undefined) {
    return sameSchema(one.target, other.target, assumed);
  }
  return one.target === other.target && one.ref === other.ref && URL.canParse(one.ref);
}

interface Node {
  readonly value: unknown;
  readonly located: LocatedSchema;
}

/** Compares schemas, lists of schemas, or plain values. */
function sameNode(one: Node, other: Node, assumed: Set<string>): boolean {
  if (Array.isArray(one.value) && Array.isArray(other.value)) {
    const others = other.value as readonly unknown[];
    return (
      one.value.length === others.length &&
      one.value.every((item, index) =>
        sameNode(
          { value: item, located: subschema(one.located, index) },
          { value: others[index], located: subschema(other.located, index) },
          assumed,
        ),
      )
    );
  }
  if (!isObject(one.value) || !isObject(other.value)) return one.value === other.value;
  return sameSchema(one.located, other.located, assumed);
}

function followRefs(located: LocatedSchema): LocatedSchema {
  let current = located;
  for (let hops = 0; hops < 50; hops++) {
    const { schema, document } = current;
    if (typeof schema === 'boolean' || typeof schema['$ref'] !== 'string') return current;
    if (constrainingKeywords(current).length > 1) return current;
    const target = document.resolve(schema['$ref'], current.pointer);
    if (target === undefined) return current;
    current = target;
  }
  return current;
}

/** Returns the keywords that may reject a value. */
export function constrainingKeywords({ schema }: LocatedSchema): readonly string[] {
  return Object.keys(schema).filter((keyword) => !ANNOTATIONS.has(keyword));
}

function valueOf({ schema }: LocatedSchema, keyword: string): unknown {
  return typeof schema === 'boolean' ? undefined : schema[keyword];
}

/** Whether two JSON values are equal. The order of members does not matter. */
export function sameData(one: unknown, other: unknown): boolean {
  return dataKey(one) === dataKey(other);
}

/** Returns a text that only equal JSON values share. */
export function dataKey(value: unknown): string {
  const sorted = (_: string, member: unknown): unknown =>
    isObject(member)
      ? Object.fromEntries(Object.entries(member).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : member;
  return JSON.stringify(value, sorted) ?? 'undefined';
}
