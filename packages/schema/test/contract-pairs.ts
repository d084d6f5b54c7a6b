import type { RuleId } from '../src/diff/rules.js';

/** Two methods of one name, or two documents: the old and the new one. */
export type Pair = readonly [old: object, next: object];

/** Pairs for one rule: changes that it reports, and similar ones that it does not report. */
export interface RulePairs {
  readonly reported: readonly Pair[];
  readonly notReported: readonly Pair[];
}

const TEXT = { type: 'string' };
const WHOLE = { type: 'integer' };

const method = (members: object = {}): object => ({
  name: 'm',
  paramStructure: 'by-name',
  params: [],
  result: { name: 'result', schema: TEXT },
  ...members,
});
const documentOf = (methods: readonly object[], more: object = {}): object => ({
  openrpc: '1.3.2',
  info: { title: 'Test', version: '1' },
  methods,
  ...more,
});
const one = (members: object = {}): object => documentOf([method(members)]);
const none = documentOf([]);

const param = (schema: object, more: object = {}): object => ({ name: 'a', schema, ...more });
/** A method with one param of a schema. */
const taking = (schema: object, more: object = {}): object =>
  one({ params: [param(schema, more)] });
/** A method with params by position. */
const positional = (...params: readonly object[]): object =>
  one({ paramStructure: 'by-position', params });
const named = (name: string, more: object = {}): object => ({ name, schema: TEXT, ...more });
/** A method with a result of a schema. */
const returning = (schema: object | boolean): object => one({ result: { name: 'result', schema } });
const record = (properties: object, more: object = {}): object => ({
  type: 'object',
  properties,
  ...more,
});
const listOf = (properties: object, more: object = {}): object => ({
  type: 'array',
  items: record(properties, more),
});
const closed = { additionalProperties: false };
const needsA = { required: ['a'] };

const error = (code: number, message: string, data?: object): object => ({
  code,
  message,
  ...(data === undefined ? {} : { data }),
});
const failing = (...errors: readonly object[]): object => one({ errors });
const http = (members: object): object => one({ 'x-http': members });
/** A document with limits for all methods. */
const limited = (limits: object): object => documentOf([method()], { 'x-limits': limits });
const rate = (calls: number, seconds: number): object => limited({ rateLimit: { calls, seconds } });
const header = (name: string, more: object = {}): object => ({ name, schema: TEXT, ...more });
const server = (...urls: readonly string[]): object =>
  documentOf([method()], { servers: urls.map((url) => ({ name: 's', url })) });
const components = (...names: readonly string[]): object =>
  documentOf([method()], {
    components: { schemas: Object.fromEntries(names.map((name) => [name, TEXT])) },
  });
const withComponent = (schema: object): object =>
  documentOf([method({ params: [param({ $ref: '#/components/schemas/A' })] })], {
    components: { schemas: { A: schema } },
  });
const tree = (value: object): object =>
  documentOf([method({ result: { name: 'r', schema: { $ref: '#/components/schemas/Tree' } } })], {
    components: {
      schemas: {
        Tree: record({
          value,
          children: { type: 'array', items: { $ref: '#/components/schemas/Tree' } },
        }),
      },
    },
  });

const union = (...members: readonly object[]): object => ({ oneOf: members });
const kind = (name: string, more: object = {}): object =>
  record({ kind: { const: name }, ...more }, { required: ['kind'] });

/** Minimal pairs: at least two that a rule reports, and one that it does not report. */
export const pairs: Readonly<Record<RuleId, RulePairs>> = {
  'method-removed': {
    reported: [
      [one(), none],
      [one(), one({ name: 'n' })],
    ],
    notReported: [
      [one(), one()],
      [one({ deprecated: true }), none],
      [none, one()],
    ],
  },
  'method-renamed': {
    reported: [
      [
        positional(named('a')),
        documentOf([method({ name: 'n', paramStructure: 'by-position', params: [named('a')] })]),
      ],
      [taking(TEXT), one({ name: 'n', params: [param(TEXT)] })],
    ],
    notReported: [
      [taking(TEXT), one({ name: 'n', params: [param(WHOLE)] })],
      [
        taking(TEXT),
        documentOf([
          method({ params: [param(TEXT)] }),
          method({ name: 'n', params: [param(TEXT)] }),
        ]),
      ],
    ],
  },
  'method-added': {
    reported: [
      [none, one()],
      [one(), documentOf([method({ name: 'n' }), method()])],
    ],
    notReported: [[one(), one({ summary: 'Other words' })]],
  },
  'param-structure-narrowed': {
    reported: [
      [one({ paramStructure: 'either' }), one()],
      [one(), positional()],
      [one({ paramStructure: undefined }), positional()],
    ],
    notReported: [
      [one({ paramStructure: undefined }), one({ paramStructure: 'either' })],
      [one(), one({ paramStructure: 'either' })],
    ],
  },
  'param-structure-widened': {
    reported: [
      [one(), one({ paramStructure: 'either' })],
      [positional(), one({ paramStructure: 'either' })],
    ],
    notReported: [[one(), positional()]],
  },
  'param-moved': {
    reported: [
      [positional(named('a'), named('b')), positional(named('b'), named('a'))],
      [positional(named('a')), positional(named('b'), named('a'))],
    ],
    notReported: [
      [one({ params: [named('a'), named('b')] }), one({ params: [named('b'), named('a')] })],
      [positional(named('a')), positional(named('a'), named('b'))],
    ],
  },
  'method-became-notification': {
    reported: [
      [taking(TEXT), one({ params: [param(TEXT)], result: undefined })],
      [one(), one({ result: undefined })],
    ],
    notReported: [
      [one({ result: undefined }), one({ result: undefined })],
      [one({ result: undefined }), one()],
    ],
  },
  'method-became-request': {
    reported: [
      [one({ params: [param(TEXT)], result: undefined }), taking(TEXT)],
      [one({ result: undefined }), one()],
    ],
    notReported: [[one(), one({ result: undefined })]],
  },

  'param-added-required': {
    reported: [
      [taking(TEXT), one({ params: [param(TEXT), named('b', { required: true })] })],
      [one(), taking(TEXT, { required: true })],
    ],
    notReported: [
      [one(), taking(TEXT)],
      [taking(TEXT, { required: true }), taking(TEXT, { required: true })],
    ],
  },
  'param-added-optional': {
    reported: [
      [one(), taking(TEXT)],
      [positional(named('a')), positional(named('a'), named('b'))],
    ],
    notReported: [[one(), taking(TEXT, { required: true })]],
  },
  'param-removed': {
    reported: [
      [taking(TEXT), one()],
      [taking(TEXT, { required: true }), one()],
    ],
    notReported: [[taking(TEXT, { deprecated: true }), one()]],
  },
  'deprecated-param-removed': {
    reported: [
      [
        one({ params: [named('a', { deprecated: true }), named('b')] }),
        one({ params: [named('b')] }),
      ],
      [taking(TEXT, { deprecated: true }), one()],
    ],
    notReported: [
      [taking(TEXT), one()],
      [taking(TEXT), taking(TEXT, { deprecated: true })],
    ],
  },
  'param-renamed': {
    reported: [
      [positional(named('a'), named('b')), positional(named('a'), named('c'))],
      [positional(named('a')), positional(named('b'))],
    ],
    notReported: [
      [one({ params: [named('a')] }), one({ params: [named('b')] })],
      [positional(named('a')), positional(named('a'), named('b'))],
    ],
  },
  'param-made-required': {
    reported: [
      [
        one({ params: [named('a'), named('b')] }),
        one({ params: [named('a'), named('b', { required: true })] }),
      ],
      [taking(TEXT), taking(TEXT, { required: true })],
    ],
    notReported: [
      [taking(TEXT, { required: true }), taking(TEXT)],
      [taking(TEXT, { required: false }), taking(TEXT)],
    ],
  },
  'param-made-optional': {
    reported: [
      [positional(named('a', { required: true })), positional(named('a'))],
      [taking(TEXT, { required: true }), taking(TEXT)],
    ],
    notReported: [[taking(TEXT), taking(TEXT, { required: true })]],
  },
  'param-type-narrowed': {
    reported: [
      [taking({ type: 'number' }), taking(WHOLE)],
      [taking({ type: ['string', 'null'] }), taking(TEXT)],
      [taking({}), taking(TEXT)],
      [withComponent({ type: 'number' }), withComponent(WHOLE)],
      [taking({ type: 'array', items: {} }), taking({ type: 'array', items: TEXT })],
    ],
    notReported: [
      [taking(WHOLE), taking({ type: 'number' })],
      [taking(TEXT), taking({ type: ['string', 'null'] })],
      [taking(TEXT), taking({ anyOf: [WHOLE, TEXT] })],
      [withComponent(TEXT), taking(TEXT)],
    ],
  },
  'param-enum-narrowed': {
    reported: [
      [taking({ enum: ['x', 'y'] }), taking({ enum: ['x'] })],
      [taking(TEXT), taking({ enum: ['x'] })],
      [taking(union(kind('x'), kind('y'))), taking(union(kind('x')))],
    ],
    notReported: [
      [taking({ enum: ['x'] }), taking({ enum: ['y', 'x'] })],
      [taking({ const: 'x' }), taking({ enum: ['x'] })],
      [taking(union(kind('x'))), taking(union(kind('y'), kind('x')))],
    ],
  },
  'param-constraint-narrowed': {
    reported: [
      [taking(WHOLE), taking({ ...WHOLE, minimum: 0 })],
      [taking({ ...TEXT, maxLength: 9 }), taking({ ...TEXT, maxLength: 8 })],
      [taking(TEXT), taking({ ...TEXT, pattern: '^a' })],
      [taking(TEXT), taking({ ...TEXT, format: 'email' })],
      [taking({ type: 'array' }), taking({ type: 'array', maxItems: 3 })],
      [taking({ type: 'array' }), taking({ type: 'array', uniqueItems: true })],
      [taking(WHOLE), taking({ ...WHOLE, multipleOf: 2 })],
      [taking(record({})), taking(record({}, { maxProperties: 1 }))],
    ],
    notReported: [
      [taking({ ...WHOLE, minimum: 1 }), taking({ ...WHOLE, exclusiveMinimum: 0 })],
      [taking({ ...TEXT, maxLength: 8 }), taking({ ...TEXT, maxLength: 9 })],
      [taking({ ...TEXT, pattern: '^a' }), taking(TEXT)],
      [taking({ ...WHOLE, multipleOf: 4 }), taking({ ...WHOLE, multipleOf: 2 })],
      [taking(TEXT), taking({ ...TEXT, minimum: 4 })],
    ],
  },
  'param-member-made-required': {
    reported: [
      [
        one({ params: [param(TEXT)], 'x-params-schema': record({ a: TEXT }) }),
        one({
          params: [param(TEXT), named('b')],
          'x-params-schema': record({ a: TEXT, b: TEXT }, { required: ['b'] }),
        }),
      ],
      [taking(record({ a: TEXT })), taking(record({ a: TEXT }, needsA))],
      [
        taking({ type: 'array', items: record({ a: TEXT }) }),
        taking({ type: 'array', items: record({ a: TEXT }, needsA) }),
      ],
    ],
    notReported: [
      [taking(record({ a: TEXT }, needsA)), taking(record({ a: TEXT }))],
      [taking({ allOf: [record({ a: TEXT }), needsA] }), taking(record({ a: TEXT }, needsA))],
    ],
  },
  'param-unknown-members-rejected': {
    reported: [
      [taking(record({ a: TEXT })), taking(record({ a: TEXT }, closed))],
      [taking(record({ a: TEXT, b: TEXT }, closed)), taking(record({ a: TEXT }, closed))],
    ],
    notReported: [
      [taking(record({ a: TEXT }, closed)), taking(record({ a: TEXT }))],
      [taking(record({ a: TEXT }, closed)), taking(record({ a: TEXT, b: TEXT }, closed))],
    ],
  },
  'param-member-removed': {
    reported: [
      [taking(listOf({ a: TEXT, b: TEXT })), taking(listOf({ a: TEXT }))],
      [taking(record({ a: TEXT, b: TEXT })), taking(record({ a: TEXT }))],
    ],
    notReported: [
      [taking(record({ a: TEXT })), taking(record({ a: TEXT, b: TEXT }))],
      [
        taking(record({ a: TEXT, b: TEXT })),
        taking({ allOf: [record({ a: TEXT }), record({ b: TEXT })] }),
      ],
    ],
  },
  'param-default-changed': {
    reported: [
      [taking({ ...WHOLE, default: 1 }), taking({ ...WHOLE, default: 2 })],
      [taking(WHOLE), taking({ ...WHOLE, default: 2 })],
      [withComponent({ ...WHOLE, default: 1 }), withComponent({ ...WHOLE, default: 2 })],
    ],
    notReported: [
      [
        taking({ ...WHOLE, default: 1 }, { required: true }),
        taking({ ...WHOLE, default: 2 }, { required: true }),
      ],
      [taking({ default: { x: 1, y: 2 } }), taking({ default: { y: 2, x: 1 } })],
    ],
  },
  'param-member-added': {
    reported: [
      [taking(listOf({ a: TEXT })), taking(listOf({ a: TEXT, b: TEXT }))],
      [taking(record({ a: TEXT })), taking(record({ a: TEXT, b: TEXT }))],
    ],
    notReported: [[taking(record({ a: TEXT })), taking(record({ a: TEXT }, { title: 'A' }))]],
  },
  'param-widened': {
    reported: [
      [taking(WHOLE), taking({ type: 'number' })],
      [taking({ enum: [1] }), taking({ enum: [1, 2] })],
    ],
    notReported: [
      [taking({ type: 'number' }), taking(WHOLE)],
      [taking(WHOLE), taking({ ...WHOLE, title: 'A' })],
    ],
  },
  'param-undecided': {
    reported: [
      [taking(TEXT), one({ params: [param(TEXT)], 'x-params-schema': record({ a: TEXT }) })],
      [one({ params: [param(TEXT)], 'x-params-schema': record({ a: TEXT }) }), taking(TEXT)],
      [taking({ ...TEXT, pattern: '^a' }), taking({ ...TEXT, pattern: '^[a]' })],
      [taking(TEXT), taking({ ...TEXT, not: { const: 'x' } })],
      [taking(TEXT), taking({ $ref: 'https://example.org/other.json' })],
      [taking(TEXT), taking({ if: TEXT })],
      [
        taking(record({ a: TEXT })),
        taking(record({ a: TEXT }, { dependentRequired: { a: ['b'] } })),
      ],
    ],
    notReported: [
      [taking({ ...TEXT, not: { const: 'x' } }), taking({ not: { const: 'x' } })],
      [taking(WHOLE), taking({ not: TEXT })],
      [
        taking({ $ref: 'https://example.org/other.json' }),
        taking({ $ref: 'https://example.org/other.json' }),
      ],
    ],
  },

  'result-member-removed': {
    reported: [
      [returning(listOf({ a: TEXT }, needsA)), returning(listOf({}))],
      [returning(record({ a: TEXT }, needsA)), returning(record({}))],
    ],
    notReported: [
      [returning(record({ a: TEXT })), returning(record({}))],
      [returning(record({ a: TEXT }, needsA)), returning(record({ a: TEXT }))],
    ],
  },
  'result-member-made-optional': {
    reported: [
      [returning(record({ a: TEXT }, needsA)), returning(record({ a: TEXT }))],
      [
        returning({ type: 'array', items: record({ a: TEXT }, needsA) }),
        returning({ type: 'array', items: record({ a: TEXT }) }),
      ],
    ],
    notReported: [[returning(record({ a: TEXT })), returning(record({ a: TEXT }, needsA))]],
  },
  'result-nullable': {
    reported: [
      [returning(TEXT), returning({ type: ['string', 'null'] })],
      [returning(TEXT), returning({ anyOf: [TEXT, { type: 'null' }] })],
      [returning({ enum: ['x'] }), returning({ enum: ['x', null] })],
    ],
    notReported: [
      [returning({ type: ['string', 'null'] }), returning(TEXT)],
      [returning(TEXT), returning(WHOLE)],
    ],
  },
  'result-type-widened': {
    reported: [
      [returning(WHOLE), returning({ type: 'number' })],
      [returning(TEXT), returning({ anyOf: [TEXT, WHOLE] })],
      [returning(TEXT), returning(true)],
      [tree(WHOLE), tree({ type: 'number' })],
    ],
    notReported: [
      [returning({ type: 'number' }), returning(WHOLE)],
      [tree({ type: 'number' }), tree(WHOLE)],
    ],
  },
  'result-enum-widened': {
    reported: [
      [returning({ enum: ['x'] }), returning({ enum: ['x', 'y'] })],
      [returning(union(kind('x'))), returning(union(kind('x'), kind('y')))],
      [returning({ const: 'x' }), returning(TEXT)],
    ],
    notReported: [
      [returning({ enum: ['x', 'y'] }), returning({ enum: ['x'] })],
      [returning(union(kind('x'), kind('y'))), returning(union(kind('y'), kind('x')))],
    ],
  },
  'result-constraint-widened': {
    reported: [
      [returning({ ...WHOLE, minimum: 0 }), returning(WHOLE)],
      [returning({ ...TEXT, maxLength: 3 }), returning({ ...TEXT, maxLength: 4 })],
      [returning({ type: 'array', minItems: 1 }), returning({ type: 'array' })],
    ],
    notReported: [[returning(WHOLE), returning({ ...WHOLE, minimum: 0 })]],
  },
  'result-unknown-members-added': {
    reported: [
      [returning(record({ a: TEXT }, closed)), returning(record({ a: TEXT, b: TEXT }, closed))],
      [returning(record({ a: TEXT }, closed)), returning(record({ a: TEXT }))],
    ],
    notReported: [[returning(record({ a: TEXT })), returning(record({ a: TEXT, b: TEXT }))]],
  },
  'result-optional-member-removed': {
    reported: [
      [returning(record({ a: TEXT, b: TEXT })), returning(record({ a: TEXT }))],
      [returning(record({ a: TEXT, b: TEXT }, closed)), returning(record({ a: TEXT }, closed))],
    ],
    notReported: [[returning(record({ a: TEXT })), returning(record({ a: TEXT, b: TEXT }))]],
  },
  'result-member-added': {
    reported: [
      [returning(listOf({ a: TEXT })), returning(listOf({ a: TEXT, b: TEXT }))],
      [returning(record({ a: TEXT })), returning(record({ a: TEXT, b: TEXT }))],
    ],
    notReported: [
      [returning(record({ a: TEXT }, closed)), returning(record({ a: TEXT, b: TEXT }, closed))],
    ],
  },
  'result-enum-narrowed': {
    reported: [
      [returning({ enum: ['x', 'y'] }), returning({ enum: ['x'] })],
      [returning(TEXT), returning({ const: 'x' })],
    ],
    notReported: [[returning({ enum: ['x'] }), returning({ enum: ['x', 'y'] })]],
  },
  'result-narrowed': {
    reported: [
      [returning({ type: 'number' }), returning(WHOLE)],
      [returning(WHOLE), returning({ ...WHOLE, minimum: 0 })],
    ],
    notReported: [[returning(WHOLE), returning({ type: 'number' })]],
  },
  'result-undecided': {
    reported: [
      [returning({ ...TEXT, pattern: '^a' }), returning({ ...TEXT, pattern: '^[a]' })],
      [
        returning(union(record({ a: TEXT }), record({ b: TEXT }))),
        returning(record({ a: TEXT, b: TEXT })),
      ],
    ],
    notReported: [
      [returning({ ...TEXT, pattern: '^a' }), returning({ ...TEXT, pattern: '^a', maxLength: 3 })],
      [tree(TEXT), tree(TEXT)],
    ],
  },

  'error-added': {
    reported: [
      [failing(), failing(error(1, 'A'))],
      [one(), failing(error(1, 'A'))],
    ],
    notReported: [
      [failing(error(1, 'A')), failing(error(1, 'A'))],
      [failing(error(1, 'A')), failing()],
    ],
  },
  'error-removed': {
    reported: [
      [failing(error(1, 'A'), error(2, 'B')), failing(error(2, 'B'))],
      [failing(error(1, 'A')), failing()],
    ],
    notReported: [[failing(error(1, 'A'), error(2, 'B')), failing(error(2, 'B'), error(1, 'A'))]],
  },
  'error-code-changed': {
    reported: [
      [failing(error(1, 'A'), error(2, 'B')), failing(error(1, 'A'), error(3, 'B'))],
      [failing(error(1, 'A')), failing(error(2, 'A'))],
    ],
    notReported: [
      [failing(error(1, 'A')), failing(error(2, 'B'))],
      [failing(error(1, 'A')), failing(error(1, 'A'))],
    ],
  },
  'error-code-reused': {
    reported: [
      [failing(error(1, 'A'), error(2, 'B')), failing(error(1, 'A'), error(2, 'C'))],
      [failing(error(1, 'A')), failing(error(1, 'B'))],
    ],
    notReported: [[failing(error(1, 'A')), failing(error(2, 'B'))]],
  },
  'error-data-removed': {
    reported: [
      [failing(error(1, 'A', WHOLE)), failing(error(1, 'A'))],
      [failing(error(1, 'A', TEXT)), failing(error(1, 'A'))],
    ],
    notReported: [[failing(error(1, 'A')), failing(error(1, 'A', TEXT))]],
  },
  'error-data-added': {
    reported: [
      [failing(error(1, 'A')), failing(error(1, 'A', WHOLE))],
      [failing(error(1, 'A')), failing(error(1, 'A', TEXT))],
    ],
    notReported: [[failing(error(1, 'A', TEXT)), failing(error(1, 'A', TEXT))]],
  },
  'error-data-widened': {
    reported: [
      [failing(error(1, 'A', WHOLE)), failing(error(1, 'A', { type: 'number' }))],
      [failing(error(1, 'A', record({ a: TEXT }, needsA))), failing(error(1, 'A', record({})))],
    ],
    notReported: [[failing(error(1, 'A', { type: 'number' })), failing(error(1, 'A', WHOLE))]],
  },
  'error-data-narrowed': {
    reported: [
      [failing(error(1, 'A', { type: ['string', 'null'] })), failing(error(1, 'A', TEXT))],
      [failing(error(1, 'A', { type: 'number' })), failing(error(1, 'A', WHOLE))],
    ],
    notReported: [[failing(error(1, 'A', WHOLE)), failing(error(1, 'A', WHOLE))]],
  },
  'error-data-undecided': {
    reported: [
      [failing(error(1, 'A', { ...TEXT, not: { const: 'x' } })), failing(error(1, 'A', TEXT))],
      [failing(error(1, 'A', { not: { const: 1 } })), failing(error(1, 'A', {}))],
    ],
    notReported: [[failing(error(1, 'A', { not: TEXT })), failing(error(1, 'A', WHOLE))]],
  },

  'path-changed': {
    reported: [
      [one({ 'x-entrypoint': '/a' }), one({ 'x-entrypoint': '/a/b' })],
      [one({ 'x-entrypoint': '/v1' }), one({ 'x-entrypoint': '/v2' })],
    ],
    notReported: [
      [one({ 'x-entrypoint': '/v1' }), one({ 'x-entrypoint': '/v1' })],
      [one(), one({ 'x-entrypoint': '/v1' })],
    ],
  },
  'server-removed': {
    reported: [
      [server('https://a.example', 'https://b.example'), server('https://b.example')],
      [server('https://a.test'), server('https://b.test')],
    ],
    notReported: [[server('https://a.test'), server('https://b.test', 'https://a.test')]],
  },
  'server-added': {
    reported: [
      [server(), server('https://a.example')],
      [server('https://a.test'), server('https://a.test', 'https://b.test')],
    ],
    notReported: [[server('https://a.test', 'https://b.test'), server('https://a.test')]],
  },
  'header-added-required': {
    reported: [
      [
        http({ headers: [header('a')] }),
        http({ headers: [header('a'), header('b', { in: 'cookie', required: true })] }),
      ],
      [http({}), http({ headers: [header('x', { required: true })] })],
    ],
    notReported: [[http({}), http({ headers: [header('x')] })]],
  },
  'header-made-required': {
    reported: [
      [http({ headers: [header('x')] }), http({ headers: [header('X', { required: true })] })],
      [
        http({ headers: [header('x', { in: 'cookie' })] }),
        http({ headers: [header('x', { in: 'cookie', required: true })] }),
      ],
    ],
    notReported: [
      [http({ headers: [header('x', { required: true })] }), http({ headers: [header('x')] })],
    ],
  },
  'header-narrowed': {
    reported: [
      [
        http({ headers: [header('a')] }),
        http({ headers: [header('a', { schema: { enum: ['x'] } })] }),
      ],
      [
        http({ headers: [header('x')] }),
        http({ headers: [header('x', { schema: { enum: ['a'] } })] }),
      ],
    ],
    notReported: [
      [
        http({ headers: [header('x', { schema: { enum: ['a'] } })] }),
        http({ headers: [header('x')] }),
      ],
    ],
  },
  'header-undecided': {
    reported: [
      [
        http({ headers: [header('a')] }),
        http({ headers: [header('a', { schema: { ...TEXT, not: { const: 'x' } } })] }),
      ],
      [
        http({ headers: [header('x')] }),
        http({ headers: [header('x', { schema: { not: { const: 'a' } } })] }),
      ],
    ],
    notReported: [[http({ headers: [header('x')] }), http({ headers: [header('x')] })]],
  },
  'header-added-optional': {
    reported: [
      [
        http({ headers: [header('a')] }),
        http({ headers: [header('a'), header('b', { in: 'cookie' })] }),
      ],
      [http({}), http({ headers: [header('x')] })],
    ],
    notReported: [[http({ headers: [header('x')] }), http({ headers: [header('x')] })]],
  },
  'credential-required': {
    reported: [
      [http({}), http({ security: [{ bearer: [] }] })],
      [http({ security: [{}, { bearer: [] }] }), http({ security: [{ bearer: [] }] })],
    ],
    notReported: [[http({}), http({ security: [{}, { bearer: [] }] })]],
  },
  'credential-scheme-changed': {
    reported: [
      [http({ security: [{ bearer: [] }] }), http({ security: [{ basic: [] }] })],
      [http({ security: [{ bearer: [] }] }), http({ security: [{ basic: [], bearer: [] }] })],
    ],
    notReported: [
      [http({ security: [{ bearer: [] }] }), http({ security: [{ basic: [] }, { bearer: [] }] })],
    ],
  },
  'credential-widened': {
    reported: [
      [http({ security: [{ bearer: [] }] }), http({ security: [{ bearer: [] }, { basic: [] }] })],
      [http({ security: [{ bearer: [] }] }), http({})],
    ],
    notReported: [[http({ security: [{ bearer: [] }] }), http({ security: [{ bearer: [] }] })]],
  },
  'limit-lowered': {
    reported: [
      [limited({ maxBodyBytes: 9 }), limited({ maxBodyBytes: 8 })],
      [limited({ maxBodyBytes: 9 }), one({ 'x-limits': { maxBodyBytes: 8 } })],
      [limited({ timeout: 9 }), limited({ timeout: 9, maxBatchSize: 100 })],
      [rate(100, 60), rate(10, 1)],
      [rate(100, 60), rate(100, 61)],
    ],
    notReported: [
      [limited({ maxBodyBytes: 8 }), limited({ maxBodyBytes: 9 })],
      [limited({ maxBodyBytes: 9 }), one({ 'x-limits': { maxBodyBytes: 9 } })],
      [one(), limited({ maxBodyBytes: 9 })],
      [rate(10, 60), rate(100, 60)],
    ],
  },
  'limit-raised': {
    reported: [
      [limited({ maxBodyBytes: 8 }), limited({ maxBodyBytes: 9 })],
      [limited({ timeout: 9, maxBatchSize: 100 }), limited({ timeout: 9 })],
      [rate(100, 60), rate(100, 59)],
    ],
    notReported: [
      [limited({ maxBodyBytes: 8 }), limited({ maxBodyBytes: 8 })],
      [limited({ maxBodyBytes: 9 }), limited({ maxBodyBytes: 8 })],
    ],
  },
  'limit-undecided': {
    reported: [
      [rate(100, 60), limited({ rateLimit: {} })],
      [limited({ rateLimit: {} }), limited({ rateLimit: {}, maxBatchSize: 'many' })],
    ],
    notReported: [[limited({ rateLimit: {} }), limited({ rateLimit: {} })]],
  },

  'method-deprecated': {
    reported: [
      [
        documentOf([method(), method({ name: 'n' })]),
        documentOf([method(), method({ name: 'n', deprecated: true })]),
      ],
      [one(), one({ deprecated: true })],
    ],
    notReported: [[one({ deprecated: true }), one({ deprecated: true })]],
  },
  'method-undeprecated': {
    reported: [
      [
        documentOf([method(), method({ name: 'n', deprecated: true })]),
        documentOf([method(), method({ name: 'n' })]),
      ],
      [one({ deprecated: true }), one()],
    ],
    notReported: [[one(), one({ deprecated: false })]],
  },
  'deprecated-method-removed': {
    reported: [
      [documentOf([method(), method({ name: 'n', deprecated: true })]), one()],
      [one({ deprecated: true }), none],
    ],
    notReported: [[one(), none]],
  },
  'component-removed': {
    reported: [
      [components('A'), components()],
      [components('A'), components('B')],
    ],
    notReported: [[components('A'), components('B', 'A')]],
  },
};
