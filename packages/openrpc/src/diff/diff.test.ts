import { describe, expect, test } from 'vitest';
import { diff } from './diff.js';

const withdraw = {
  name: 'withdraw',
  paramStructure: 'by-name',
  params: [{ name: 'amount', required: true, schema: { type: 'integer', minimum: 1 } }],
  result: {
    name: 'result',
    schema: { type: 'object', properties: { balance: { type: 'number' } } },
  },
};

const documentOf = (...methods: readonly object[]): object => ({ openrpc: '1.3.2', methods });

test('reports the rule, the place and the consequence of each change', () => {
  const [amount] = withdraw.params;
  const schema = { type: 'integer', minimum: 1, maximum: 500 };
  const limited = { ...withdraw, params: [{ ...amount, schema }] };
  expect(diff(documentOf(withdraw), documentOf({ ...withdraw, name: 'first' }, limited))).toEqual([
    {
      rule: 'param-constraint-narrowed',
      severity: 'wire',
      method: 'withdraw',
      oldPointer: '/methods/0/params/0/schema',
      newPointer: '/methods/1/params/0/schema/maximum',
      message:
        'The param "amount" no longer accepts numbers above 500. ' +
        'Clients that send a value outside the limits get InvalidParams',
    },
    expect.objectContaining({ rule: 'method-added', method: 'first', newPointer: '/methods/0' }),
  ]);
});

test.each([
  ['contains itself', (cyclic: object) => ({ methods: [{ name: 'a', params: [cyclic] }] })],
  ['is a $ref to other.json, which it lacks', () => ({ methods: [{ $ref: 'other.json' }] })],
  ['has no name', () => ({ methods: [{ params: [] }] })],
])('rejects a document of which a part %s', (problem, document) => {
  const cyclic: Record<string, unknown> = {};
  cyclic['schema'] = cyclic;
  expect(() => diff(document(cyclic), documentOf())).toThrow(
    /^The old document can't be compared: the (?:value|method) at \/methods\/0/,
  );
  expect(() => diff(documentOf(), document(cyclic))).toThrow(problem);
});

test('follows each $ref of a method to its param, and reports those without a target', () => {
  const refersTo = (components: object): object => ({
    methods: [{ name: 'a', params: [{ $ref: '#/components/contentDescriptors/A' }], errors: [] }],
    components: { contentDescriptors: components },
  });
  const chain = (schema: object): object =>
    refersTo({
      A: { $ref: '#/components/contentDescriptors/B' },
      B: { name: 'amount', schema },
    });
  const text = { type: 'string' };
  expect(diff(chain(text), chain({ ...text, maxLength: 3 }))).toMatchObject([
    { rule: 'param-constraint-narrowed', oldPointer: '/components/contentDescriptors/B/schema' },
  ]);
  const lost = refersTo({});
  expect(diff(lost, { ...lost, openrpc: '1.3.2' })).toMatchObject([{ rule: 'param-undecided' }]);
  const failing = { methods: [{ name: 'a', params: [], errors: [{ $ref: './errors.json#/1' }] }] };
  const rules = diff(failing, { ...failing, openrpc: '1.3.2' }).map(({ rule }) => rule);
  expect(rules).toEqual(['error-data-undecided', 'error-data-undecided']);
  for (const document of [lost, failing]) {
    expect(diff(document, structuredClone(document))).toEqual([]);
  }
});

test('shows the two patterns that leave a change undecided', () => {
  const named = (pattern: string): object => ({
    ...withdraw,
    params: [{ name: 'account', required: true, schema: { type: 'string', pattern } }],
  });
  expect(diff(documentOf(named('^[0-9]+$')), documentOf(named('^(?!000)[0-9]+$')))).toMatchObject([
    {
      rule: 'param-undecided',
      message: expect.stringMatching(
        /^The param "account": the patterns "\^\[0-9\]\+\$" and "\^\(\?!000\)\[0-9\]\+\$" differ\. /,
      ) as unknown,
    },
  ]);
});

test('names the member of a change, also in objects of any names', () => {
  const withResult = (schema: object): object =>
    documentOf({ ...withdraw, result: { name: 'result', schema } });
  const mapOf = (schema: object): object => ({
    type: 'object',
    additionalProperties: {
      type: 'object',
      patternProperties: { '^[A-Z]{3}$': { type: 'object', properties: { sum: schema } } },
    },
  });
  const messages = (old: object, next: object): readonly string[] =>
    diff(withResult(mapOf(old)), withResult(mapOf(next))).map(({ message }) => message);
  const place = '"result[any member][any member that matches ^[A-Z]{3}$].sum"';
  expect(messages({ type: 'integer' }, { type: 'string' })[0]).toContain(
    `${place} now allows strings`,
  );
  const undecided = messages({ not: { const: 1 } }, { not: { const: 2 }, minimum: 1 });
  expect(undecided[0]).toContain(`${place}: \`not\` differs`);
});

describe('an event', () => {
  const event = (params: readonly object[], more: object = {}): object =>
    documentOf({ name: 'movements', params, 'x-implemented-by': ['client'], ...more });
  const named = (name: string, schema: object = {}): object => ({ name, required: true, schema });
  const messagesOf = (old: object, next: object): readonly string[] =>
    diff(old, next).map(({ message }) => message);

  test('is named in the messages about it and about its params, which the server sends', () => {
    const amount = (schema: object): object => event([named('amount', schema)]);
    const integer = { type: 'integer' };
    expect(messagesOf(amount(integer), amount({ type: ['integer', 'null'] }))).toEqual([
      '"amount" of the event "movements" now allows null. Clients that expect a value may get null',
    ]);
    expect(messagesOf(amount(integer), event([]))).toEqual([
      'The event "movements" no longer has the member "amount". ' +
        'Clients that read the member no longer find it',
    ]);
    expect(messagesOf(amount(integer), event([], { deprecated: true }))[0]).toBe(
      'The event "movements" is now deprecated. It still works. Move clients to its replacement',
    );
    expect(messagesOf(amount(integer), documentOf())).toEqual([
      'The event "movements" was removed. ' +
        'The server no longer sends it, so clients that wait for it get nothing',
    ]);
    expect(messagesOf(event([]), event([], { name: 'moves' }))).toEqual([
      'The event "movements" was renamed to "moves". ' +
        'The server sends the new name, which existing clients do not handle',
    ]);
    expect(messagesOf(documentOf(), event([]))).toEqual([
      'The event "movements" was added. Existing clients do not subscribe to it',
    ]);
  });

  test('breaks clients if its params move and are not sent by name', () => {
    const [old, next] = [
      [named('a'), named('b')],
      [named('b'), named('a')],
    ] as const;
    const rules = diff(event(old), event(next)).map(({ rule }) => rule);
    expect(new Set(rules)).toEqual(new Set(['result-member-removed', 'result-member-added']));
    const byName = { paramStructure: 'by-name' };
    expect(diff(event(old, byName), event(next, byName))).toEqual([]);
    expect(messagesOf(event(old, byName), event(old))).toEqual([
      'The event "movements" now allows params by position. ' +
        'Clients may get a type that they do not expect',
    ]);
  });

  test('is not reported for a limit and a path, which its subscribe method reports', () => {
    const at = (path: string, timeout: number): object => ({
      ...event([], { 'x-entrypoint': path }),
      'x-limits': { timeout },
    });
    expect(diff(at('/v1', 2), at('/v2', 1))).toEqual([]);
  });
});

test('a deprecated method that a new one with its params replaces was removed, and not renamed', () => {
  const [before, after] = [{ name: 'old', deprecated: true }, { name: 'pay' }];
  expect(
    diff(documentOf(before), documentOf(after))
      .map(({ rule }) => rule)
      .toSorted(),
  ).toEqual(['deprecated-method-removed', 'method-added']);
});

test('says which extension of a method changed its key or its notifications', () => {
  const old = { ...withdraw, 'x-durable': true };
  const next = { ...withdraw, 'x-idempotent': { required: true } };
  expect(diff(documentOf(old), documentOf(next))).toMatchObject([
    {
      message:
        'The method "withdraw" now requires an idempotency key. ' +
        'Clients that send no key get InvalidRequest',
      oldPointer: undefined,
      newPointer: '/methods/0/x-idempotent',
    },
    {
      message:
        'Notifications of the method "withdraw" are no longer stored before the response. ' +
        'Notifications that clients assume to be stored are lost if the server stops',
      oldPointer: '/methods/0/x-durable',
      newPointer: undefined,
    },
  ]);
});

test('compares the servers of a method where it has its own', () => {
  const at = (url: string): object => ({ ...withdraw, servers: [{ url }] });
  const [old, next] = ['https://a.example', 'https://b.example'].map(at);
  expect(diff(documentOf(old ?? {}), documentOf(next ?? {}))).toMatchObject([
    { rule: 'server-removed', method: 'withdraw' },
    { rule: 'server-added', method: 'withdraw' },
  ]);
});

test('rejects a document without a list of methods, saying which of the two it is', () => {
  expect(() => diff(documentOf(), { openapi: '3.1.0' })).toThrow(
    'The new document is not an OpenRPC document: it has no list "methods"',
  );
});

test('ends after its time limit and says how far it came', () => {
  const method = (name: string, schema: object): object => ({
    ...withdraw,
    name,
    params: [{ name: 'note', schema }],
  });
  // Each of these methods takes the second that a pattern may take.
  const slow = (schemaOf: (index: number) => object): object =>
    documentOf(
      method('fast', {}),
      ...Array.from({ length: 20 }, (_, index) => method(`slow ${index}`, schemaOf(index))),
    );
  const old = slow((index) => ({ enum: [`${'a'.repeat(40 + index)}!`] }));
  const next = slow((index) => ({ pattern: `^(a+)+[${index}]$` }));
  expect(() => diff(old, next, { timeout: 1_500 })).toThrow(
    /^The comparison did not end within 1.5 s. It had compared [1-9]\d* of 21 methods, and was comparing "slow \d+"$/,
  );
});

test('compares 4,000 errors with new messages in seconds', () => {
  const errors = (word: string): object =>
    documentOf({
      ...withdraw,
      errors: Array.from({ length: 4_000 }, (_, code) => ({ code, message: `${word} ${code}` })),
    });
  const changes = diff(errors('old'), errors('new'), { timeout: 30_000 });
  expect(changes).toHaveLength(4_000);
  expect(changes[0]).toMatchObject({ rule: 'error-message-changed' });
});
