import fc from 'fast-check';

export type AnySchema = boolean | { readonly [keyword: string]: unknown };

const NAMES = ['a', 'b', 'c'] as const;
const small = fc.integer({ min: 0, max: 4 });
const rarely = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.option(arbitrary, { nil: undefined, freq: 8 });
const maybe = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.option(arbitrary, { nil: undefined, freq: 2 });

/** Leaves out keywords without a value. */
const compact = (schema: Readonly<Record<string, unknown>>): AnySchema =>
  Object.fromEntries(Object.entries(schema).filter(([, value]) => value !== undefined));

const scalar = fc.oneof(
  fc.constant(null),
  fc.boolean(),
  small,
  fc.constantFrom('', 'a', 'bb', 'ccc'),
);

/** Schemas of a few keywords each, with names and numbers that often meet. */
export const { schema: anySchema } = fc.letrec<{
  schema: AnySchema;
  object: AnySchema;
  array: AnySchema;
}>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    fc
      .record({
        minimum: maybe(small),
        maximum: maybe(small),
        exclusiveMinimum: maybe(small),
        multipleOf: rarely(fc.constantFrom(0.5, 1, 1.5, 2, 3, 4)),
      })
      .chain((bounds) =>
        fc
          .constantFrom('integer', 'number', ['integer', 'null'])
          .map((type) => compact({ type, ...bounds })),
      ),
    fc
      .record({
        type: fc.constantFrom<unknown>('string', ['string', 'null'], undefined),
        minLength: maybe(small),
        maxLength: maybe(small),
        pattern: maybe(fc.constantFrom('^a', 'b$', '^[ab]', '^b*$', '^.{0,2}$', '^(?!a)')),
      })
      .map(compact),
    fc.constantFrom<AnySchema>(
      true,
      {},
      { type: 'null' },
      { type: 'boolean' },
      { $ref: '#/definitions/tree' },
    ),
    fc.uniqueArray(scalar, { minLength: 1, maxLength: 3 }).map((values) => ({ enum: values })),
    scalar.map((value) => ({ const: value })),
    tie('object'),
    tie('array'),
    fc.array(tie('schema'), { minLength: 1, maxLength: 3 }).map((anyOf) => ({ anyOf })),
    fc.array(tie('schema'), { minLength: 1, maxLength: 3 }).map((oneOf) => ({ oneOf })),
    fc.array(tie('schema'), { minLength: 2, maxLength: 2 }).map((allOf) => ({ allOf })),
    tie('schema').map((not) => ({ not })),
    fc
      .tuple(tie('schema'), tie('schema'))
      .chain(([one, other]) =>
        fc.constantFrom('then', 'else').map((keyword) => ({ if: one, [keyword]: other })),
      ),
  ),
  object: fc
    .record({
      type: fc.constantFrom<unknown>('object', 'object', undefined),
      properties: maybe(
        fc.dictionary(fc.constantFrom(...NAMES), tie('schema'), {
          maxKeys: 3,
          noNullPrototype: true,
        }),
      ),
      required: maybe(fc.uniqueArray(fc.constantFrom(...NAMES), { maxLength: 2 })),
      additionalProperties: maybe(fc.oneof(fc.boolean(), tie('schema'))),
      patternProperties: fc.option(
        tie('schema').map((schema) => ({ '^[ab]': schema })),
        {
          nil: undefined,
          freq: 6,
        },
      ),
      minProperties: rarely(small),
      maxProperties: rarely(small),
      propertyNames: rarely(fc.constant({ enum: ['a', 'b'] })),
      not: rarely(fc.constantFrom({ required: ['a'] }, { required: ['b', 'c'] })),
      dependencies: rarely(fc.constantFrom({ a: ['b'] }, { b: ['c'] })),
    })
    .map(compact),
  array: fc
    .record({
      type: fc.constantFrom<unknown>('array', 'array', undefined),
      items: maybe(
        fc.oneof(tie('schema'), fc.array(tie('schema'), { minLength: 1, maxLength: 2 })),
      ),
      additionalItems: fc.option(tie('schema'), { nil: undefined, freq: 3 }),
      minItems: maybe(small),
      maxItems: maybe(small),
      uniqueItems: fc.option(fc.boolean(), { nil: undefined, freq: 4 }),
      contains: rarely(tie('schema')),
    })
    .map(compact),
}));

/** What `#/definitions/tree` refers to: a schema that contains itself. */
export const definitions = {
  tree: {
    type: 'object',
    properties: { a: { type: 'integer' }, b: { $ref: '#/definitions/tree' } },
  },
} as const;

/** Two schemas of which one often contains the other. */
export const schemaPair: fc.Arbitrary<readonly [AnySchema, AnySchema]> = fc
  .tuple(anySchema, anySchema, fc.nat())
  .chain(([one, other, seed]) =>
    fc.constantFrom<readonly [AnySchema, AnySchema]>(
      [one, other],
      [{ allOf: [one, other] }, one],
      [one, { anyOf: [other, one] }],
      [one, { oneOf: [other, one] }],
      [one, changed(one, seed)],
      [changed(one, seed), one],
      [
        { type: 'array', items: one },
        { type: 'array', items: changed(one, seed) },
      ],
      [
        { type: 'object', properties: { a: one }, required: ['a'] },
        { type: 'object', properties: { a: changed(one, seed), b: other } },
      ],
    ),
  );

/** Leaves out one keyword, or changes one number, somewhere in a schema. */
function changed(schema: AnySchema, seed: number): AnySchema {
  if (typeof schema === 'boolean') return schema;
  const keys = Object.keys(schema);
  const key = keys[seed % Math.max(1, keys.length)];
  if (key === undefined) return schema;
  const value = schema[key];
  const next = Math.floor(seed / 3);
  const replace = (replaced: unknown): AnySchema => ({ ...schema, [key]: replaced });
  if (typeof value === 'number' && key !== 'multipleOf')
    return replace(Math.max(0, value + (seed % 2 === 0 ? 1 : -1)));
  if (key === 'not' || key === 'items' || key === 'additionalProperties') {
    return Array.isArray(value) ? schema : replace(changed(value as AnySchema, next));
  }
  if (key === 'properties') {
    const entries = Object.entries(value as Record<string, AnySchema>);
    return replace(Object.fromEntries(entries.map(([name, one]) => [name, changed(one, next)])));
  }
  if ((key === 'anyOf' || key === 'oneOf') && Array.isArray(value)) {
    return replace(value.map((one: AnySchema) => changed(one, next)));
  }
  const { [key]: _left, ...rest } = schema;
  return rest;
}

/**
 * Values that are likely to fit a schema. An object has members only that the schema names or allows
 * explicitly, unless it names none.
 */
export function valuesFor(schema: AnySchema, depth = 0): fc.Arbitrary<unknown> {
  const anything = fc.oneof(scalar, fc.constantFrom<unknown>([], {}, [1], 0.5));
  if (schema === true || schema === false || depth > 5) return anything;
  const below = (one: unknown): fc.Arbitrary<unknown> => valuesFor(one as AnySchema, depth + 1);
  const options: fc.Arbitrary<unknown>[] = [];
  for (const keyword of ['anyOf', 'oneOf', 'allOf']) {
    const members = schema[keyword];
    if (Array.isArray(members)) options.push(...members.map(below));
  }
  if (schema['$ref'] !== undefined) return below(definitions.tree);
  if (Array.isArray(schema['enum']))
    options.push(fc.constantFrom(...(schema['enum'] as unknown[])));
  if (schema['const'] !== undefined) options.push(fc.constant(schema['const']));
  for (const keyword of ['if', 'then', 'else']) {
    if (schema[keyword] !== undefined) options.push(below(schema[keyword]));
  }
  if (['object', 'properties', 'required'].some((key) => key in schema || schema['type'] === key)) {
    options.push(objectsFor(schema, below));
  }
  if (schema['type'] === 'array' || 'items' in schema) options.push(arraysFor(schema, below));
  return options.length === 0 ? anything : fc.oneof(...options);
}

type Below = (schema: unknown) => fc.Arbitrary<unknown>;

function objectsFor(schema: Exclude<AnySchema, boolean>, below: Below): fc.Arbitrary<unknown> {
  const {
    properties,
    additionalProperties: more,
    patternProperties,
    required = [],
    dependencies,
    dependentRequired = dependencies ?? {},
  } = schema as {
    properties?: Record<string, unknown>;
    required?: readonly string[];
    dependencies?: Record<string, readonly string[]>;
    dependentRequired?: Record<string, readonly string[]>;
    additionalProperties?: unknown;
    patternProperties?: Record<string, unknown>;
  };
  const members: Record<string, fc.Arbitrary<unknown>> = {};
  const isFree = [properties, more, patternProperties].every((keyword) => keyword === undefined);
  const mentioned = [...required, ...Object.entries(dependentRequired).flat(2)];
  for (const name of [...NAMES, 'd']) {
    const pattern = /^[ab]/.test(name) ? patternProperties?.['^[ab]'] : undefined;
    const isMentioned = more === undefined && (isFree || mentioned.includes(name));
    const rest = isMentioned ? true : more;
    const declared = properties?.[name] ?? pattern ?? (rest === false ? undefined : rest);
    if (declared !== undefined) members[name] = below(declared);
  }
  return fc.record(members, { requiredKeys: [], noNullPrototype: true });
}

function arraysFor(schema: Exclude<AnySchema, boolean>, below: Below): fc.Arbitrary<unknown> {
  const { items, additionalItems } = schema;
  if (!Array.isArray(items)) return fc.array(below(items ?? true), { maxLength: 4 });
  return fc
    .tuple(
      fc.tuple(...items.map(below)),
      fc.array(below(additionalItems ?? true), { maxLength: 2 }),
    )
    .chain(([first, rest]) =>
      fc.nat({ max: 4 }).map((count) => [...first, ...rest].slice(0, count)),
    );
}

/** Writes the arrays of a schema as in draft 2020-12. */
export function inDraft2020(schema: AnySchema): AnySchema {
  return JSON.parse(JSON.stringify(schema), (_, value: unknown) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    const { items, additionalItems, ...others } = withDependentRequired(value);
    if (!Array.isArray(items)) return items === undefined ? others : { ...others, items };
    const rest = additionalItems === undefined ? {} : { items: additionalItems };
    return { ...others, prefixItems: items, ...rest };
  }) as AnySchema;
}

function withDependentRequired(schema: object): Record<string, unknown> {
  const { dependencies, ...others } = schema as Record<string, unknown>;
  return dependencies === undefined ? others : { ...others, dependentRequired: dependencies };
}
