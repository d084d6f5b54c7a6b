import { describe, expect, test } from 'vitest';
import type { MethodModel } from './api-model.js';
import { readDocument } from './read-document.js';

const url = 'https://bank.example/docs/openrpc.json';
const entrypoints = [
  { name: 'bank', path: '/api/v1', url: 'api/v1/openrpc.json' },
  { name: 'public', path: '/api/public', url: 'api/public/openrpc.json' },
];

function methodsOf(root: object, base = url): readonly MethodModel[] {
  const document = root as Record<string, unknown>;
  return readDocument(document, base).methods;
}

function methodOf(method: object, root: object = {}, base = url): MethodModel {
  const [first] = methodsOf({ ...root, methods: [{ name: 'pay', ...method }] }, base);
  if (first === undefined) throw new Error('The document has no method');
  return first;
}

describe('readDocument()', () => {
  test('leaves out notifications that the server sends to the client', () => {
    const methods = [
      { name: 'movements.subscribe' },
      { name: 'movements', 'x-implemented-by': ['client'] },
    ];
    const { methods: displayed, notices } = readDocument({ methods }, url);
    expect(displayed.map(({ name }) => name)).toEqual(['movements.subscribe']);
    expect(notices).toEqual([]);
  });

  test('reads what a method subscribes to, which the notification describes', () => {
    const subscribe = { subscribe: 'eth_subscribe', unsubscribe: 'eth_unsubscribe' };
    const joined = { ...subscribe, notification: 'eth_subscription' };
    const names = { names: ['newHeads', 'logs'], namespace: 'eth' };
    const notification = {
      name: 'eth_subscription',
      'x-implemented-by': ['client'],
      params: [
        { name: 'id', schema: {} },
        { name: 'result', schema: { type: 'number' } },
      ],
    };
    const subscriptionOf = (extension: object) =>
      methodsOf({
        methods: [{ name: 'eth_subscribe', 'x-subscription': extension }, notification],
      })[0]?.subscription;
    expect(subscriptionOf({ ...joined, ...names })).toMatchObject({
      ...joined,
      ...names,
      idParameter: 'id',
      event: { schema: { type: 'number' } },
    });
    expect(subscriptionOf(joined)).toMatchObject({
      names: ['eth_subscription'],
      namespace: undefined,
    });
    expect(subscriptionOf({ ...joined, subscribe: 'other' })).toBeUndefined();
  });

  test('says whether the typed client knows the methods, and which of them are tools', () => {
    const tool = { name: 'pay', 'x-mcp-tool': 'bank_pay' };
    expect(methodsOf({ methods: [tool, { name: 'ping' }] }).map((one) => one.toolName)).toEqual([
      'bank_pay',
      undefined,
    ]);
    const documents = [{}, { 'x-limits': {} }, { 'x-entrypoints': entrypoints }];
    expect(documents.map((root) => readDocument(root, url).hasTypedClient)).toEqual([
      false,
      true,
      true,
    ]);
  });

  test('groups methods by entrypoint and tag, and untagged ones by their entrypoint', () => {
    const root = {
      'x-entrypoints': entrypoints,
      methods: [
        { name: 'ping', 'x-entrypoint': '/api/public' },
        { name: 'pay', 'x-entrypoint': '/api/v1', tags: [{ name: 'money' }] },
        { name: 'list', 'x-entrypoint': '/api/v1' },
        { name: 'take', 'x-entrypoint': '/api/v1', tags: [{ name: 'money' }] },
      ],
    };
    const { groups } = readDocument(root, url);
    const described = groups.map(({ title, entrypoint, methods }) => [
      entrypoint,
      title,
      methods.map(({ name }) => name),
    ]);
    expect(described).toEqual([
      ['public', 'public', ['ping']],
      ['bank', 'money', ['pay', 'take']],
      ['bank', 'bank', ['list']],
    ]);
  });

  test('groups many methods without tags by the prefixes of their names', () => {
    const named = (count: number): object => ({
      methods: Array.from({ length: count }, (_, index) => ({
        name: index % 2 === 0 ? `eth_call${index}` : `debug.trace${index}`,
      })),
    });
    const titles = (count: number): readonly string[] =>
      readDocument(named(count) as Record<string, unknown>, url).groups.map(({ title }) => title);
    expect(titles(30)).toEqual(['Methods']);
    expect(titles(31)).toEqual(['eth', 'debug']);
  });

  test('shows methods with the same name on several entrypoints', () => {
    const { methods } = readDocument(
      {
        'x-entrypoints': entrypoints,
        methods: [{ name: 'ping', 'x-entrypoint': '/api/v1' }],
        'x-methods-of-same-name': [{ name: 'ping', 'x-entrypoint': '/api/public' }],
      },
      url,
    );
    expect(methods.map(({ id, urls }) => [id, ...urls])).toEqual([
      ['ping', 'https://bank.example/docs/api/v1'],
      ['ping@/api/public', 'https://bank.example/docs/api/public'],
    ]);
  });

  test('identifies methods by a text that a link can contain', () => {
    const methods = methodsOf({ methods: [{ name: 'pay\ud800' }, { name: 'pay\udfff' }] });
    expect(methods.map(({ id, name }) => [id, name])).toEqual([
      ['pay\ufffd', 'pay\ud800'],
      ['pay\ufffd@', 'pay\udfff'],
    ]);
  });

  test('says how many methods it leaves out', () => {
    const event = { name: 'event', 'x-implemented-by': ['client'] };
    const methods = Array.from({ length: 3500 }, (_, index) => ({ name: `m${index}` }));
    const root = { methods: [...methods, event] };
    const api = readDocument(root, url);
    expect(api.methods.length).toBe(3000);
    expect(api.notices).toEqual(['The document has 3500 methods. The page displays 3000 of them.']);
  });

  test.each([null, 1, 'text', [], {}, { name: 1 }, { name: '' }])(
    'skips %j, which is not a method',
    (method) => {
      expect(methodsOf({ methods: [method, { name: 'pay' }] })).toMatchObject([{ name: 'pay' }]);
    },
  );
});

describe('a method', () => {
  test('is called at its own servers, or else at those of the document', () => {
    const servers = [{ url: 'https://other.example/rpc' }];
    expect(methodOf({ servers }).urls).toEqual(['https://other.example/rpc']);
    expect(methodOf({}, { servers }).urls).toEqual(['https://other.example/rpc']);
    expect(methodOf({}, { servers: [{ url: '/rpc' }] }).urls).toEqual(['https://bank.example/rpc']);
  });

  test('fills in the default values of the variables of a server', () => {
    const servers = [
      { url: 'https://${net}.example:{port}', variables: { net: { default: 'main' }, port: {} } },
    ];
    expect(methodOf({}, { servers: [servers[0]] }).urls).toEqual([]);
    const variables = { net: { default: 'main' }, port: { default: '8545' } };
    expect(methodOf({}, { servers: [{ ...servers[0], variables }] }).urls).toEqual([
      'https://main.example:8545/',
    ]);
  });

  test('is never called at a URL with another scheme than http or https', () => {
    const servers = [{ url: 'javascript:alert(1)' }, { url: 'data:text/html,1' }, { url: 1 }];
    expect(methodOf({ servers }, {}, 'https://a.example/schema.json').urls).toEqual([]);
  });

  test('without servers is called where the document of its entrypoint is', () => {
    expect(methodOf({}, {}, 'https://a.example/x/api/v1/openrpc.json').urls).toEqual([
      'https://a.example/x/api/v1',
    ]);
    const links = [{ name: 'bank', path: '/api/v1', url: './api/v1/openrpc.json' }];
    const root = { methods: [{ name: 'pay' }], 'x-entrypoints': links };
    const { methods } = readDocument(root, 'https://a.example/x/openrpc.json');
    expect(methods[0]?.urls).toEqual(['https://a.example/x/api/v1']);
  });

  test('has errors by the names of their components', () => {
    const errors = [{ $ref: '#/components/errors/NoMoney' }, { code: -32602, message: 'Invalid' }];
    const components = { errors: { NoMoney: { code: 6001, message: 'Not enough', data: {} } } };
    const descriptions = { 'x-error-descriptions': { NoMoney: 'Too much.' } };
    expect(methodOf({ errors }, { components, ...descriptions }).errors).toEqual([
      { name: 'NoMoney', code: 6001, message: 'Not enough', when: 'Too much.', data: {} },
      {
        name: 'Invalid',
        code: -32602,
        message: 'Invalid',
        when: 'A parameter, header or cookie failed validation.',
        data: undefined,
      },
    ]);
  });

  test('has examples in the form in which it expects its params', () => {
    const examples = [{ name: 'one', params: [{ name: 'a', value: 1 }], result: { value: 2 } }];
    const expected = { name: 'one', result: { value: 2 } };
    const params = [{ name: 'A', schema: {} }];
    const examplesFor = (paramStructure?: string) =>
      methodOf({ examples, params, paramStructure }).examples;
    expect(examplesFor('by-position')).toMatchObject([{ ...expected, params: [1] }]);
    for (const structure of ['by-name', 'either', undefined]) {
      expect(examplesFor(structure)).toMatchObject([{ ...expected, params: { A: 1 } }]);
    }
  });

  test('has credentials with their schemes, which are optional if an alternative does not require them', () => {
    const http = {
      headers: [
        { name: 'lang', in: 'header', required: true, schema: { examples: ['en'] } },
        { name: 'sid', in: 'cookie', required: false, schema: {} },
      ],
      security: [{ key: [] }, { basic: [], key: [] }, { basic: [], unknown: [] }],
    };
    const schemes = {
      key: { type: 'apiKey', in: 'header', name: 'x-key' },
      basic: { type: 'http', scheme: 'basic' },
    };
    const { inputs } = methodOf({ 'x-http': http }, { 'x-security-schemes': schemes });
    expect(inputs.map(({ key, required, isCredential }) => [key, required, isCredential])).toEqual([
      ['header x-key', false, true],
      ['basic basic', false, true],
      ['header lang', true, false],
      ['cookie sid', false, false],
    ]);
    expect(inputs[2]?.examples).toEqual(['en']);
  });

  test.each([
    ['x-auth-token', true],
    ['X-Api-Key', true],
    ['session_id', true],
    ['x-author', false],
    ['max-tokens', false],
    ['authority', false],
  ])('has the header %s, which is a credential: %j', (name, isCredential) => {
    const headers = [{ name, in: 'header', schema: {} }];
    expect(methodOf({ 'x-http': { headers } }).inputs).toMatchObject([{ name, isCredential }]);
  });

  test('has its own limits, and those of the document', () => {
    const shared = { timeout: 60_000, maxBatchSize: 10 };
    const rateLimit = { calls: 5, seconds: 60 };
    expect(
      methodOf({ 'x-limits': { timeout: 500, rateLimit } }, { 'x-limits': shared }).limits,
    ).toEqual(['5 calls per 60 s', '0.5 s per call', '10 calls per batch']);
    expect(methodOf({ 'x-limits': { rateLimit: {} } }).limits).toEqual(['rate limit']);
    expect(
      methodOf({ 'x-limits': { methodRateLimit: {} } }, { 'x-limits': { rateLimit } }).limits,
    ).toEqual(['rate limit of this method', '5 calls per 60 s']);
    const bodies = [2 ** 20, 1.5 * 2 ** 20, 100 * 2 ** 10, 1000].map(
      (maxBodyBytes) => methodOf({ 'x-limits': { maxBodyBytes } }).limits[0],
    );
    expect(bodies).toEqual([
      '1 MiB per request',
      '1.5 MiB per request',
      '100 KiB per request',
      '1000 bytes per request',
    ]);
  });

  test('says when an error occurs only if the document or JSON-RPC defines it', () => {
    const errors = [-32601, -32002, -32005, 1].map((code) => ({ code, message: 'm' }));
    expect(methodOf({ errors }).errors.map(({ when }) => when)).toEqual([
      'The entrypoint has no such method.',
      undefined,
      undefined,
      undefined,
    ]);
  });

  test('is durable if its notifications are stored', () => {
    expect(methodOf({ 'x-durable': true }).isDurable).toBe(true);
    expect([methodOf({}), methodOf({ 'x-durable': 'true' })]).toMatchObject([
      { isDurable: false },
      { isDurable: false },
    ]);
  });

  test('rejects notifications only if the document says so', () => {
    const [rejects, runs] = [{ 'x-notifications': 'reject' }, {}].map((one) => methodOf(one));
    expect([rejects, runs]).toMatchObject([
      { rejectsNotifications: true },
      { rejectsNotifications: false },
    ]);
  });

  test('names the member of its idempotency key', () => {
    const header = 'idempotency-key';
    const member = { member: 'idempotencyKey', header, required: false };
    expect(methodOf({ 'x-idempotent': true }).idempotency).toEqual(member);
    expect(methodOf({ 'x-idempotent': { member: 'key' } }).idempotency).toEqual({
      ...member,
      member: 'key',
    });
    expect(methodOf({}).idempotency).toBeUndefined();
    const headers = [{ name: header, in: 'header', schema: {} }];
    expect(methodOf({ 'x-idempotent': {}, 'x-http': { headers } }).inputs).toEqual([]);
  });

  test('has no input for the header of its cursor, because the page continues subscriptions itself', () => {
    const headers = ['last-event-id', 'lang'].map((name) => ({ name, in: 'header', schema: {} }));
    const cursor = { member: 'cursor', header: 'last-event-id' };
    const { inputs } = methodOf({ 'x-cursor': cursor, 'x-http': { headers } });
    expect(inputs).toMatchObject([{ name: 'lang' }]);
  });
});
