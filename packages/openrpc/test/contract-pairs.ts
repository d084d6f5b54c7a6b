import type { RuleId } from '../src/diff/rules/rules.js';

/** An old and a new document. */
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
const withParam = (schema: object, more: object = {}): object =>
  one({ params: [param(schema, more)] });
/** An event with params that the server sends. */
const event = (params: readonly object[], more: object = {}): object =>
  one({ params, result: undefined, 'x-implemented-by': ['client'], ...more });
const withEvent = (schema: object | boolean): object =>
  event([{ name: 'a', schema, required: true }]);
/** A method with params by position. */
const withPositionalParams = (...params: readonly object[]): object =>
  one({ paramStructure: 'by-position', params });
const named = (name: string, more: object = {}): object => ({ name, schema: TEXT, ...more });
/** A method with a result of a schema. */
const withResult = (schema: object | boolean): object =>
  one({ result: { name: 'result', schema } });
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
const withErrors = (...errors: readonly object[]): object => one({ errors });
const withNamedError = (name: string, value: object): object => ({
  ...withErrors({ $ref: `#/components/errors/${name}` }),
  components: { errors: { [name]: value } },
});
const http = (members: object): object => one({ 'x-http': members });
/** A method whose calls have an idempotency key. */
const withKey = (required: boolean, more: object = {}): object =>
  one({ 'x-idempotent': { member: 'idempotencyKey', required }, ...more });
const durable = (more: object = {}): object => one({ 'x-durable': true, ...more });
/** A document with limits for all methods. */
const withLimits = (limits: object): object => documentOf([method()], { 'x-limits': limits });
const rate = (calls: number, seconds: number): object =>
  withLimits({ rateLimit: { calls, seconds } });
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
      [one(), one({ name: 'n', params: [param(TEXT)] })],
    ],
    notReported: [
      [one(), one()],
      [one(), one({ name: 'n' })],
      [one({ deprecated: true }), none],
      [none, one()],
    ],
  },
  'method-renamed': {
    reported: [
      [
        withPositionalParams(named('a')),
        documentOf([method({ name: 'n', paramStructure: 'by-position', params: [named('a')] })]),
      ],
      [withParam(TEXT), one({ name: 'n', params: [param(TEXT)] })],
      [one(), one({ name: 'n' })],
      [
        withResult(record({ a: { ...WHOLE, title: 'MResultA' } }, { title: 'MResult' })),
        one({
          name: 'n',
          result: {
            name: 'result',
            description: 'Other words',
            schema: record({ a: { ...WHOLE, title: 'NResultA' } }, { title: 'NResult' }),
          },
        }),
      ],
    ],
    notReported: [
      [
        withResult(record({ title: TEXT })),
        one({ name: 'n', result: { name: 'result', schema: record({ description: TEXT }) } }),
      ],
      [withParam(TEXT), one({ name: 'n', params: [param(WHOLE)] })],
      [
        withParam(TEXT),
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
      [one(), withPositionalParams()],
      [one({ paramStructure: undefined }), withPositionalParams()],
    ],
    notReported: [
      [one({ paramStructure: undefined }), one({ paramStructure: 'either' })],
      [one(), one({ paramStructure: 'either' })],
    ],
  },
  'param-structure-widened': {
    reported: [
      [one(), one({ paramStructure: 'either' })],
      [withPositionalParams(), one({ paramStructure: 'either' })],
    ],
    notReported: [[one(), withPositionalParams()]],
  },
  'param-moved': {
    reported: [
      [withPositionalParams(named('a'), named('b')), withPositionalParams(named('b'), named('a'))],
      [withPositionalParams(named('a')), withPositionalParams(named('b'), named('a'))],
    ],
    notReported: [
      [one({ params: [named('a'), named('b')] }), one({ params: [named('b'), named('a')] })],
      [withPositionalParams(named('a')), withPositionalParams(named('a'), named('b'))],
    ],
  },
  'method-became-notification': {
    reported: [
      [withParam(TEXT), one({ params: [param(TEXT)], result: undefined })],
      [one(), one({ result: undefined })],
    ],
    notReported: [
      [one({ result: undefined }), one({ result: undefined })],
      [one({ result: undefined }), one()],
    ],
  },
  'method-became-request': {
    reported: [
      [one({ params: [param(TEXT)], result: undefined }), withParam(TEXT)],
      [one({ result: undefined }), one()],
    ],
    notReported: [[one(), one({ result: undefined })]],
  },

  'event-removed': {
    reported: [
      [withEvent(TEXT), none],
      [withEvent(TEXT), withParam(TEXT)],
    ],
    notReported: [
      [one(), none],
      [event([], { deprecated: true }), none],
      [event([]), event([], { name: 'n' })],
    ],
  },
  'event-renamed': {
    reported: [
      [event([]), event([], { name: 'n' })],
      [event([param(TEXT)]), event([param(TEXT)], { name: 'n' })],
    ],
    notReported: [
      [event([]), one({ name: 'n', result: undefined })],
      [event([param(TEXT)]), event([param(WHOLE)], { name: 'n' })],
    ],
  },
  'event-added': {
    reported: [
      [none, event([])],
      [one({ result: undefined }), event([])],
    ],
    notReported: [
      [none, one()],
      [none, event([], { 'x-implemented-by': ['client', 'server'] })],
      [none, one({ 'x-implemented-by': ['client'] })],
    ],
  },

  'param-added-required': {
    reported: [
      [withParam(TEXT), one({ params: [param(TEXT), named('b', { required: true })] })],
      [one(), withParam(TEXT, { required: true })],
    ],
    notReported: [
      [one(), withParam(TEXT)],
      [withParam(TEXT, { required: true }), withParam(TEXT, { required: true })],
    ],
  },
  'param-added-optional': {
    reported: [
      [one(), withParam(TEXT)],
      [withPositionalParams(named('a')), withPositionalParams(named('a'), named('b'))],
    ],
    notReported: [[one(), withParam(TEXT, { required: true })]],
  },
  'param-removed': {
    reported: [
      [withParam(TEXT), one()],
      [withParam(TEXT, { required: true }), one()],
    ],
    notReported: [[withParam(TEXT, { deprecated: true }), one()]],
  },
  'deprecated-param-removed': {
    reported: [
      [
        one({ params: [named('a', { deprecated: true }), named('b')] }),
        one({ params: [named('b')] }),
      ],
      [withParam(TEXT, { deprecated: true }), one()],
    ],
    notReported: [
      [withParam(TEXT), one()],
      [withParam(TEXT), withParam(TEXT, { deprecated: true })],
    ],
  },
  'param-renamed': {
    reported: [
      [withPositionalParams(named('a'), named('b')), withPositionalParams(named('a'), named('c'))],
      [withPositionalParams(named('a')), withPositionalParams(named('b'))],
    ],
    notReported: [
      [one({ params: [named('a')] }), one({ params: [named('b')] })],
      [withPositionalParams(named('a')), withPositionalParams(named('a'), named('b'))],
    ],
  },
  'param-made-required': {
    reported: [
      [
        one({ params: [named('a'), named('b')] }),
        one({ params: [named('a'), named('b', { required: true })] }),
      ],
      [withParam(TEXT), withParam(TEXT, { required: true })],
    ],
    notReported: [
      [withParam(TEXT, { required: true }), withParam(TEXT)],
      [withParam(TEXT, { required: false }), withParam(TEXT)],
    ],
  },
  'param-made-optional': {
    reported: [
      [withPositionalParams(named('a', { required: true })), withPositionalParams(named('a'))],
      [withParam(TEXT, { required: true }), withParam(TEXT)],
    ],
    notReported: [[withParam(TEXT), withParam(TEXT, { required: true })]],
  },
  'param-deprecated': {
    reported: [
      [withParam(TEXT), withParam(TEXT, { deprecated: true })],
      [withPositionalParams(named('a')), withPositionalParams(named('a', { deprecated: true }))],
    ],
    notReported: [[withParam(TEXT, { deprecated: true }), withParam(TEXT)]],
  },
  'param-undeprecated': {
    reported: [
      [withParam(TEXT, { deprecated: true }), withParam(TEXT)],
      [withPositionalParams(named('a', { deprecated: true })), withPositionalParams(named('a'))],
    ],
    notReported: [[withParam(TEXT), withParam(TEXT, { deprecated: true })]],
  },
  'param-type-narrowed': {
    reported: [
      [withParam({ type: 'number' }), withParam(WHOLE)],
      [withParam({ type: ['string', 'null'] }), withParam(TEXT)],
      [withParam({}), withParam(TEXT)],
      [withComponent({ type: 'number' }), withComponent(WHOLE)],
      [withParam({ type: 'array', items: {} }), withParam({ type: 'array', items: TEXT })],
    ],
    notReported: [
      [withParam(WHOLE), withParam({ type: 'number' })],
      [withParam(TEXT), withParam({ type: ['string', 'null'] })],
      [withParam(TEXT), withParam({ anyOf: [WHOLE, TEXT] })],
      [withComponent(TEXT), withParam(TEXT)],
    ],
  },
  'param-enum-narrowed': {
    reported: [
      [withParam({ enum: ['x', 'y'] }), withParam({ enum: ['x'] })],
      [withParam(TEXT), withParam({ enum: ['x'] })],
      [withParam(union(kind('x'), kind('y'))), withParam(union(kind('x')))],
    ],
    notReported: [
      [withParam({ enum: ['x'] }), withParam({ enum: ['y', 'x'] })],
      [withParam({ const: 'x' }), withParam({ enum: ['x'] })],
      [withParam(union(kind('x'))), withParam(union(kind('y'), kind('x')))],
    ],
  },
  'param-constraint-narrowed': {
    reported: [
      [withParam(WHOLE), withParam({ ...WHOLE, minimum: 0 })],
      [withParam({ ...TEXT, maxLength: 9 }), withParam({ ...TEXT, maxLength: 8 })],
      [withParam(TEXT), withParam({ ...TEXT, pattern: '^a' })],
      [withParam(TEXT), withParam({ ...TEXT, format: 'email' })],
      [withParam({ type: 'array' }), withParam({ type: 'array', maxItems: 3 })],
      [withParam({ type: 'array' }), withParam({ type: 'array', uniqueItems: true })],
      [withParam(WHOLE), withParam({ ...WHOLE, multipleOf: 2 })],
      [withParam({ multipleOf: 0.3 }), withParam({ multipleOf: 0.2 })],
      [withParam(record({})), withParam(record({}, { maxProperties: 1 }))],
    ],
    notReported: [
      [withParam({ ...WHOLE, minimum: 1 }), withParam({ ...WHOLE, exclusiveMinimum: 0 })],
      [withParam({ ...TEXT, maxLength: 8 }), withParam({ ...TEXT, maxLength: 9 })],
      [withParam({ ...TEXT, pattern: '^a' }), withParam(TEXT)],
      [withParam({ ...WHOLE, multipleOf: 4 }), withParam({ ...WHOLE, multipleOf: 2 })],
      [withParam({ multipleOf: 0.3 }), withParam({ multipleOf: 0.1 })],
      [withParam({ multipleOf: 3e-7 }), withParam({ multipleOf: 1e-7 })],
      [withParam(TEXT), withParam({ ...TEXT, minimum: 4 })],
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
      [withParam(record({ a: TEXT })), withParam(record({ a: TEXT }, needsA))],
      [
        withParam({ type: 'array', items: record({ a: TEXT }) }),
        withParam({ type: 'array', items: record({ a: TEXT }, needsA) }),
      ],
    ],
    notReported: [
      [withParam(record({ a: TEXT }, needsA)), withParam(record({ a: TEXT }))],
      [withParam({ allOf: [record({ a: TEXT }), needsA] }), withParam(record({ a: TEXT }, needsA))],
    ],
  },
  'param-unknown-members-rejected': {
    reported: [
      [withParam(record({ a: TEXT })), withParam(record({ a: TEXT }, closed))],
      [withParam(record({ a: TEXT, b: TEXT }, closed)), withParam(record({ a: TEXT }, closed))],
    ],
    notReported: [
      [withParam(record({ a: TEXT }, closed)), withParam(record({ a: TEXT }))],
      [withParam(record({ a: TEXT }, closed)), withParam(record({ a: TEXT, b: TEXT }, closed))],
    ],
  },
  'param-member-removed': {
    reported: [
      [withParam(listOf({ a: TEXT, b: TEXT })), withParam(listOf({ a: TEXT }))],
      [withParam(record({ a: TEXT, b: TEXT })), withParam(record({ a: TEXT }))],
    ],
    notReported: [
      [withParam(record({ a: TEXT })), withParam(record({ a: TEXT, b: TEXT }))],
      [
        withParam(record({ a: TEXT, b: TEXT })),
        withParam({ allOf: [record({ a: TEXT }), record({ b: TEXT })] }),
      ],
    ],
  },
  'param-default-changed': {
    reported: [
      [withParam({ ...WHOLE, default: 1 }), withParam({ ...WHOLE, default: 2 })],
      [withParam(WHOLE), withParam({ ...WHOLE, default: 2 })],
      [withComponent({ ...WHOLE, default: 1 }), withComponent({ ...WHOLE, default: 2 })],
      [
        withParam(record({ a: record({ b: { ...WHOLE, default: 1 } }) })),
        withParam(record({ a: record({ b: { ...WHOLE, default: 2 } }) })),
      ],
    ],
    notReported: [
      [
        withParam(record({ a: { ...WHOLE, default: 1 } }, needsA), { required: true }),
        withParam(record({ a: { ...WHOLE, default: 2 } }, needsA), { required: true }),
      ],
      [
        withParam({ ...WHOLE, default: 1 }, { required: true }),
        withParam({ ...WHOLE, default: 2 }, { required: true }),
      ],
      [withParam({ default: { x: 1, y: 2 } }), withParam({ default: { y: 2, x: 1 } })],
    ],
  },
  'param-member-added': {
    reported: [
      [withParam(listOf({ a: TEXT })), withParam(listOf({ a: TEXT, b: TEXT }))],
      [withParam(record({ a: TEXT })), withParam(record({ a: TEXT, b: TEXT }))],
    ],
    notReported: [[withParam(record({ a: TEXT })), withParam(record({ a: TEXT }, { title: 'A' }))]],
  },
  'param-widened': {
    reported: [
      [withParam(WHOLE), withParam({ type: 'number' })],
      [withParam({ enum: [1] }), withParam({ enum: [1, 2] })],
    ],
    notReported: [
      [withParam({ type: 'number' }), withParam(WHOLE)],
      [withParam(WHOLE), withParam({ ...WHOLE, title: 'A' })],
    ],
  },
  'param-undecided': {
    reported: [
      [withParam(TEXT), one({ params: [param(TEXT)], 'x-params-schema': record({ a: TEXT }) })],
      [one({ params: [param(TEXT)], 'x-params-schema': record({ a: TEXT }) }), withParam(TEXT)],
      [withParam({ ...TEXT, pattern: '^a' }), withParam({ ...TEXT, pattern: '^(?=aa)' })],
      [withParam(TEXT), withParam({ ...TEXT, not: { const: 'x' } })],
      [withParam(TEXT), withParam({ $ref: 'https://example.org/other.json' })],
      [withParam(TEXT), withParam({ if: TEXT })],
      [
        withParam(record({ a: TEXT })),
        withParam(record({ a: TEXT }, { dependentRequired: { a: ['b'] } })),
      ],
    ],
    notReported: [
      [withParam({ ...TEXT, not: { const: 'x' } }), withParam({ not: { const: 'x' } })],
      [withParam(WHOLE), withParam({ not: TEXT })],
      [
        withParam({ $ref: 'https://example.org/other.json' }),
        withParam({ $ref: 'https://example.org/other.json' }),
      ],
    ],
  },

  'result-member-removed': {
    reported: [
      [event([param(TEXT, { required: true })]), event([])],
      [withEvent(record({ a: TEXT }, needsA)), withEvent(record({}))],

      [withResult(listOf({ a: TEXT }, needsA)), withResult(listOf({}))],
      [withResult(record({ a: TEXT }, needsA)), withResult(record({}))],
    ],
    notReported: [
      [withResult(record({ a: TEXT })), withResult(record({}))],
      [withResult(record({ a: TEXT }, needsA)), withResult(record({ a: TEXT }))],
    ],
  },
  'result-member-made-optional': {
    reported: [
      [event([param(TEXT, { required: true })]), event([param(TEXT)])],

      [withResult(record({ a: TEXT }, needsA)), withResult(record({ a: TEXT }))],
      [
        withResult({ type: 'array', items: record({ a: TEXT }, needsA) }),
        withResult({ type: 'array', items: record({ a: TEXT }) }),
      ],
    ],
    notReported: [
      [event([param(TEXT)]), event([param(TEXT, { required: true })])],
      [withResult(record({ a: TEXT })), withResult(record({ a: TEXT }, needsA))],
    ],
  },
  'result-nullable': {
    reported: [
      [withEvent(TEXT), withEvent({ type: ['string', 'null'] })],

      [withResult(TEXT), withResult({ type: ['string', 'null'] })],
      [withResult(TEXT), withResult({ anyOf: [TEXT, { type: 'null' }] })],
      [withResult({ enum: ['x'] }), withResult({ enum: ['x', null] })],
    ],
    notReported: [
      [withEvent({ type: ['string', 'null'] }), withEvent(TEXT)],

      [withResult({ type: ['string', 'null'] }), withResult(TEXT)],
      [withResult(TEXT), withResult(WHOLE)],
    ],
  },
  'result-type-widened': {
    reported: [
      [withEvent(TEXT), withEvent({ type: ['string', 'integer'] })],
      [event([], { paramStructure: 'by-position' }), event([])],

      [withResult(WHOLE), withResult({ type: 'number' })],
      [withResult(TEXT), withResult({ anyOf: [TEXT, WHOLE] })],
      [withResult(TEXT), withResult(true)],
      [tree(WHOLE), tree({ type: 'number' })],
    ],
    notReported: [
      [withResult({ type: 'number' }), withResult(WHOLE)],
      [tree({ type: 'number' }), tree(WHOLE)],
    ],
  },
  'result-enum-widened': {
    reported: [
      [withEvent({ enum: ['x'] }), withEvent({ enum: ['x', 'y'] })],

      [withResult({ enum: ['x'] }), withResult({ enum: ['x', 'y'] })],
      [withResult(union(kind('x'))), withResult(union(kind('x'), kind('y')))],
      [withResult({ const: 'x' }), withResult(TEXT)],
    ],
    notReported: [
      [withResult({ enum: ['x', 'y'] }), withResult({ enum: ['x'] })],
      [withResult(union(kind('x'), kind('y'))), withResult(union(kind('y'), kind('x')))],
    ],
  },
  'result-constraint-widened': {
    reported: [
      [withResult({ ...WHOLE, minimum: 0 }), withResult(WHOLE)],
      [withResult({ ...TEXT, maxLength: 3 }), withResult({ ...TEXT, maxLength: 4 })],
      [withResult({ type: 'array', minItems: 1 }), withResult({ type: 'array' })],
    ],
    notReported: [[withResult(WHOLE), withResult({ ...WHOLE, minimum: 0 })]],
  },
  'result-unknown-members-added': {
    reported: [
      [withResult(record({ a: TEXT }, closed)), withResult(record({ a: TEXT, b: TEXT }, closed))],
      [withResult(record({ a: TEXT }, closed)), withResult(record({ a: TEXT }))],
    ],
    notReported: [[withResult(record({ a: TEXT })), withResult(record({ a: TEXT, b: TEXT }))]],
  },
  'result-optional-member-removed': {
    reported: [
      [event([param(TEXT)]), event([])],

      [withResult(record({ a: TEXT, b: TEXT })), withResult(record({ a: TEXT }))],
      [withResult(record({ a: TEXT, b: TEXT }, closed)), withResult(record({ a: TEXT }, closed))],
    ],
    notReported: [[withResult(record({ a: TEXT })), withResult(record({ a: TEXT, b: TEXT }))]],
  },
  'result-member-added': {
    reported: [
      [event([]), event([param(TEXT, { required: true })])],

      [withResult(listOf({ a: TEXT })), withResult(listOf({ a: TEXT, b: TEXT }))],
      [withResult(record({ a: TEXT })), withResult(record({ a: TEXT, b: TEXT }))],
    ],
    notReported: [
      [withResult(record({ a: TEXT }, closed)), withResult(record({ a: TEXT, b: TEXT }, closed))],
    ],
  },
  'result-enum-narrowed': {
    reported: [
      [withResult({ enum: ['x', 'y'] }), withResult({ enum: ['x'] })],
      [withResult(TEXT), withResult({ const: 'x' })],
    ],
    notReported: [[withResult({ enum: ['x'] }), withResult({ enum: ['x', 'y'] })]],
  },
  'result-narrowed': {
    reported: [
      [event([param(TEXT)]), event([param(TEXT, { required: true })])],
      [event([], { paramStructure: 'either' }), event([])],

      [withResult({ type: 'number' }), withResult(WHOLE)],
      [withResult(WHOLE), withResult({ ...WHOLE, minimum: 0 })],
    ],
    notReported: [[withResult(WHOLE), withResult({ type: 'number' })]],
  },
  'result-undecided': {
    reported: [
      [withEvent({ ...TEXT, pattern: '^a' }), withEvent({ ...TEXT, pattern: '^(?=aa)' })],

      [withResult({ ...TEXT, pattern: '^a' }), withResult({ ...TEXT, pattern: '^(?=aa)' })],
      [
        withResult(union(record({ a: TEXT }), record({ b: TEXT }))),
        withResult(record({ a: TEXT, b: TEXT })),
      ],
    ],
    notReported: [
      [
        withResult({ ...TEXT, pattern: '^a' }),
        withResult({ ...TEXT, pattern: '^a', maxLength: 3 }),
      ],
      [tree(TEXT), tree(TEXT)],
    ],
  },

  'error-added': {
    reported: [
      [withErrors(), withErrors(error(1, 'A'))],
      [one(), withErrors(error(1, 'A'))],
    ],
    notReported: [
      [withErrors(error(1, 'A')), withErrors(error(1, 'A'))],
      [withErrors(error(1, 'A')), withErrors()],
    ],
  },
  'error-removed': {
    reported: [
      [withErrors(error(1, 'A'), error(2, 'B')), withErrors(error(2, 'B'))],
      [withErrors(error(1, 'A')), withErrors()],
    ],
    notReported: [
      [withErrors(error(1, 'A'), error(2, 'B')), withErrors(error(2, 'B'), error(1, 'A'))],
    ],
  },
  'error-code-changed': {
    reported: [
      [withNamedError('A', error(1, 'A')), withNamedError('A', error(2, 'B'))],
      [withErrors(error(1, 'A'), error(2, 'B')), withErrors(error(1, 'A'), error(3, 'B'))],
      [withErrors(error(1, 'A')), withErrors(error(2, 'A'))],
    ],
    notReported: [
      [withErrors(error(1, 'A')), withErrors(error(2, 'B'))],
      [withErrors(error(1, 'A')), withErrors(error(1, 'A'))],
    ],
  },
  'error-code-reused': {
    reported: [
      [withNamedError('A', error(1, 'A')), withNamedError('B', error(1, 'B'))],
      [withNamedError('A', error(1, 'A', TEXT)), withNamedError('B', error(1, 'B', TEXT))],
    ],
    notReported: [
      [withErrors(error(1, 'A')), withErrors(error(1, 'B'))],
      [withNamedError('A', error(1, 'A')), withNamedError('A', error(1, 'B'))],
      [withNamedError('A', error(1, 'A')), withNamedError('B', error(1, 'A'))],
      [withNamedError('A', error(1, 'A')), withNamedError('B', error(2, 'B'))],
    ],
  },
  'error-message-changed': {
    reported: [
      [withErrors(error(1, 'Too many keys requsted')), withErrors(error(1, 'Too many keys'))],
      [withNamedError('A', error(1, 'A')), withNamedError('A', error(1, 'B'))],
      [withErrors(error(1, 'A'), error(2, 'B')), withErrors(error(1, 'A'), error(2, 'C'))],
    ],
    notReported: [
      [withErrors(error(1, 'A')), withErrors(error(2, 'B'))],
      [withErrors(error(1, 'Not enough money')), withErrors(error(1, 'Not enough money.'))],
      [withErrors(error(1, 'A'), error(2, 'B')), withErrors(error(1, 'B'), error(2, 'A'))],
    ],
  },
  'error-data-removed': {
    reported: [
      [withErrors(error(1, 'A', WHOLE)), withErrors(error(1, 'A'))],
      [withErrors(error(1, 'A', TEXT)), withErrors(error(1, 'A'))],
    ],
    notReported: [[withErrors(error(1, 'A')), withErrors(error(1, 'A', TEXT))]],
  },
  'error-data-added': {
    reported: [
      [withErrors(error(1, 'A')), withErrors(error(1, 'A', WHOLE))],
      [withErrors(error(1, 'A')), withErrors(error(1, 'A', TEXT))],
    ],
    notReported: [[withErrors(error(1, 'A', TEXT)), withErrors(error(1, 'A', TEXT))]],
  },
  'error-data-widened': {
    reported: [
      [withErrors(error(1, 'A', WHOLE)), withErrors(error(1, 'A', { type: 'number' }))],
      [
        withErrors(error(1, 'A', record({ a: TEXT }, needsA))),
        withErrors(error(1, 'A', record({}))),
      ],
    ],
    notReported: [
      [withErrors(error(1, 'A', { type: 'number' })), withErrors(error(1, 'A', WHOLE))],
    ],
  },
  'error-data-narrowed': {
    reported: [
      [withErrors(error(1, 'A', { type: ['string', 'null'] })), withErrors(error(1, 'A', TEXT))],
      [withErrors(error(1, 'A', { type: 'number' })), withErrors(error(1, 'A', WHOLE))],
    ],
    notReported: [[withErrors(error(1, 'A', WHOLE)), withErrors(error(1, 'A', WHOLE))]],
  },
  'error-data-undecided': {
    reported: [
      [
        withErrors(error(1, 'A', { ...TEXT, not: { const: 'x' } })),
        withErrors(error(1, 'A', TEXT)),
      ],
      [withErrors(error(1, 'A', { not: { const: 1 } })), withErrors(error(1, 'A', {}))],
    ],
    notReported: [[withErrors(error(1, 'A', { not: TEXT })), withErrors(error(1, 'A', WHOLE))]],
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
    notReported: [
      [http({ security: [{ bearer: [] }] }), http({ security: [{ bearer: [] }] })],
      [
        http({ security: [{ bearer: [] }, { basic: [], key: [] }] }),
        http({ security: [{ key: [], basic: [] }, { bearer: [] }] }),
      ],
    ],
  },
  'limit-lowered': {
    reported: [
      [withLimits({ maxBodyBytes: 9 }), withLimits({ maxBodyBytes: 8 })],
      [withLimits({ maxBodyBytes: 9 }), one({ 'x-limits': { maxBodyBytes: 8 } })],
      [withLimits({ timeout: 9 }), withLimits({ timeout: 9, maxBatchSize: 100 })],
      [rate(100, 60), rate(10, 1)],
      [rate(100, 60), rate(100, 61)],
    ],
    notReported: [
      [withLimits({ maxBodyBytes: 8 }), withLimits({ maxBodyBytes: 9 })],
      [withLimits({ maxBodyBytes: 9 }), one({ 'x-limits': { maxBodyBytes: 9 } })],
      [one(), withLimits({ maxBodyBytes: 9 })],
      [rate(10, 60), rate(100, 60)],
    ],
  },
  'limit-raised': {
    reported: [
      [withLimits({ maxBodyBytes: 8 }), withLimits({ maxBodyBytes: 9 })],
      [withLimits({ timeout: 9, maxBatchSize: 100 }), withLimits({ timeout: 9 })],
      [rate(100, 60), rate(100, 59)],
    ],
    notReported: [
      [withLimits({ maxBodyBytes: 8 }), withLimits({ maxBodyBytes: 8 })],
      [withLimits({ maxBodyBytes: 9 }), withLimits({ maxBodyBytes: 8 })],
    ],
  },
  'limit-undecided': {
    reported: [
      [rate(100, 60), withLimits({ rateLimit: {} })],
      [withLimits({ rateLimit: {} }), withLimits({ rateLimit: {}, maxBatchSize: 'many' })],
    ],
    notReported: [[withLimits({ rateLimit: {} }), withLimits({ rateLimit: {} })]],
  },

  'idempotency-removed': {
    reported: [
      [withKey(false), one()],
      [withKey(true), one()],
    ],
    notReported: [
      [one(), withKey(false)],
      [withKey(true), withKey(false)],
      [one({ 'x-idempotent': true }), one()],
    ],
  },
  'idempotency-key-required': {
    reported: [
      [withKey(false), withKey(true)],
      [one(), withKey(true)],
    ],
    notReported: [
      [withKey(true), withKey(false)],
      [withKey(true), withKey(true, { summary: 'Other words' })],
      [one(), withKey(false)],
    ],
  },
  'idempotency-key-optional': {
    reported: [
      [withKey(true), withKey(false)],
      [withKey(true, { params: [param(TEXT)] }), withKey(false, { params: [param(TEXT)] })],
    ],
    notReported: [
      [one(), withKey(false)],
      [withKey(true), one()],
    ],
  },
  'idempotency-added': {
    reported: [
      [one(), withKey(false)],
      [withParam(TEXT), withKey(false, { params: [param(TEXT)] })],
    ],
    notReported: [
      [one(), withKey(true)],
      [withKey(true), withKey(false)],
    ],
  },
  'durability-removed': {
    reported: [
      [durable(), one()],
      [durable(), one({ 'x-durable': false })],
    ],
    notReported: [
      [one(), durable()],
      [durable(), durable({ summary: 'Other words' })],
    ],
  },
  'durability-added': {
    reported: [
      [one(), durable()],
      [one({ 'x-durable': false }), durable()],
    ],
    notReported: [[durable(), one()]],
  },
  'notifications-rejected': {
    reported: [
      [one(), one({ 'x-notifications': 'reject' })],
      [durable(), one({ 'x-notifications': 'reject' })],
    ],
    notReported: [
      [one({ 'x-notifications': 'reject' }), one({ 'x-notifications': 'reject' })],
      [one(), one({ 'x-notifications': 'other' })],
    ],
  },
  'notifications-accepted': {
    reported: [
      [one({ 'x-notifications': 'reject' }), one()],
      [one({ 'x-notifications': 'reject' }), durable()],
    ],
    notReported: [[one(), durable()]],
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
