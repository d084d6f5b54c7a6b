import { describe, expect, test } from 'vitest';
import type { HttpInput, MethodModel } from '../document/api-model.js';
import { References } from '../document/references.js';
import {
  convertParams,
  callKind,
  exampleResult,
  initialParams,
  requestObject,
} from './call-draft.js';
import { readProblems } from './read-problems.js';
import { notableHeaders, readBatch, readResponse } from './read-response.js';
import {
  combineInputs,
  credentialsByServer,
  maskCredentials,
  requestHeaders,
} from './request-headers.js';
import type { HttpOutcome } from './send-request.js';
import { findUrlProblem, serverOf, serverUrl } from './server-url.js';

/** A method with the members that these functions read. */
function methodOf(members: Partial<MethodModel> = {}): MethodModel {
  const defaults = { name: 'pay', params: [], examples: [], errors: [], paramsSchema: {} };
  return { ...defaults, references: new References({}), ...members } as unknown as MethodModel;
}

const method = methodOf({
  errors: [
    { name: 'NoMoney', code: 6001, message: 'Not enough money', when: undefined, data: {} },
    { name: 'Other', code: 6001, message: 'Other', when: undefined, data: {} },
  ],
});

function outcomeOf(body: unknown, status = 200): HttpOutcome {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const common = { statusText: '', milliseconds: 1, bytes: 1, isTruncated: false };
  return { ...common, status, text, headers: [] };
}

test.each([
  ['{"a": 1, "c": 3}', [1, null, 3]],
  ['{"a": 1}', [1]],
  ['{}', []],
  ['[1, 2]', { a: 1, b: 2 }],
  ['[]', {}],
])('the params %s are %j in the other form', (text, expected) => {
  const params = ['a', 'b', 'c'].map((name) => ({ name }));
  const declared = methodOf({ params: params as unknown as MethodModel['params'] });
  expect(JSON.parse(convertParams(text, declared))).toEqual(expected);
  expect(convertParams('{', declared)).toBe('{');
});

describe('a request', () => {
  const draft = { method, params: '{"a": 1}', idempotencyKey: undefined, url: '' };

  test('has an id only if it is a call', () => {
    const common = { jsonrpc: '2.0', method: 'pay', params: { a: 1 } };
    expect(requestObject({ ...draft, kind: 'call' }, 7)).toEqual({ ...common, id: 7 });
    expect(requestObject({ ...draft, kind: 'notification' }, 7)).toEqual(common);
  });

  test('has no params if their text is empty', () => {
    const request = requestObject({ ...draft, kind: 'call', params: ' ' }, 1);
    expect(request).toEqual({ jsonrpc: '2.0', id: 1, method: 'pay' });
  });

  test('has the idempotency key of a method that accepts one', () => {
    const idempotency = { member: 'key', header: 'key', required: false };
    const request = requestObject(
      { ...draft, method: methodOf({ idempotency }), kind: 'call', idempotencyKey: 'abc' },
      1,
    );
    expect(request).toMatchObject({ key: 'abc' });
  });

  test('is filled in with the example of its method, or with a value that fits', () => {
    const example = { name: '', description: undefined, params: { a: 2 }, result: undefined };
    expect(JSON.parse(initialParams(methodOf({ examples: [example] })))).toEqual({ a: 2 });
    const paramsSchema = { properties: { a: { type: 'integer' } }, required: ['a'] };
    expect(JSON.parse(initialParams(methodOf({ paramsSchema })))).toEqual({ a: 1 });
  });

  test('is a notification by default if the server stores notifications', () => {
    expect(callKind(method)).toBe('call');
    const durable = methodOf({ isDurable: true });
    expect(callKind(durable)).toBe('notification');
    expect(callKind(durable, false)).toBe('call');
  });

  test('is never a notification, even in a link, if the server rejects notifications', () => {
    expect(callKind(method, true)).toBe('notification');
    expect(callKind(methodOf({ rejectsNotifications: true }), true)).toBe('call');
  });

  test('is displayed beside the result of an example, or beside a value that fits', () => {
    const result = (schema: unknown): MethodModel =>
      methodOf({ result: { schema } as MethodModel['result'] });
    const schema = { type: 'object', properties: { a: { type: 'integer' } }, required: ['a'] };
    expect(exampleResult(result(schema))).toEqual({ a: 1 });
    expect(exampleResult(result({}))).toBeUndefined();
    expect(exampleResult(methodOf())).toBeUndefined();
    const example = { name: '', description: undefined, params: {}, result: { value: null } };
    expect(exampleResult({ ...result(schema), examples: [example] })).toBeNull();
  });

  test('is empty at first if the example is very large', () => {
    const params = { text: 'x'.repeat(100_000) };
    const example = { name: '', description: undefined, params, result: undefined };
    expect(initialParams(methodOf({ examples: [example] }))).toBe('{}');
  });
});

describe('a response', () => {
  test('may be a result', () => {
    const result = readResponse(outcomeOf({ jsonrpc: '2.0', id: 1, result: null }), method);
    expect(result).toEqual({ kind: 'result', value: null });
  });

  test('may be an error, whose declaration is found by its code and message', () => {
    const error = { code: 6001, message: 'Other', data: 1 };
    expect(readResponse(outcomeOf({ error }), method)).toMatchObject({
      kind: 'error',
      code: 6001,
      data: 1,
      declared: { name: 'Other' },
    });
    expect(readResponse(outcomeOf({ error: { code: 1 } }), method)).toMatchObject({
      declared: undefined,
    });
  });

  test.each(['<html>', '1', '[]', '{}', ''])('that is %j is explained', (text) => {
    expect(readResponse(outcomeOf(text), method)).toEqual({
      kind: 'none',
      explanation: 'The response is not a JSON-RPC response.',
    });
  });

  test('to a notification is empty', () => {
    expect(readResponse(outcomeOf('', 204), method).kind).toBe('none');
  });

  const durable = methodOf({ isDurable: true });

  test.each([
    [204, durable, 'has stored the notification'],
    [503, durable, 'could not store the notification'],
    [422, durable, 'would reject it again'],
    [413, durable, 'rejected the notification'],
    [204, method, 'has accepted the message'],
    [503, method, 'rejected the notification'],
  ])('with status %i to a notification is explained', (status, { isDurable }, explanation) => {
    const read = readResponse(outcomeOf('', status), methodOf({ isDurable }), 'notification');
    expect(read).toEqual({
      kind: 'none',
      explanation: expect.stringContaining(explanation) as string,
    });
  });

  test('to a durable notification may be an error of the whole request', () => {
    const rejected = outcomeOf({ error: { code: -32600, message: 'Invalid' } }, 400);
    expect(readResponse(rejected, durable, 'notification')).toMatchObject({ code: -32600 });
  });

  test.each([
    ['', 204, 'has stored'],
    ['', 503, 'may not have stored the notification: the status of the batch is 503'],
  ])(
    '%j with status %i to a batch of durable notifications is explained',
    (text, status, words) => {
      const calls = [{ id: undefined, method: durable }];
      expect(readBatch(outcomeOf(text, status), calls)).toEqual([
        { kind: 'none', explanation: expect.stringContaining(words) as string },
      ]);
    },
  );

  test('to a batch is in the order of its calls', () => {
    const body = [
      { id: 3, result: 'c' },
      { id: 1, error: { code: 6001, message: 'Not enough money' } },
    ];
    const calls = [1, undefined, 3, 4].map((id) => ({ id, method }));
    expect(readBatch(outcomeOf(body), calls)).toMatchObject([
      { kind: 'error', declared: { name: 'NoMoney' } },
      { kind: 'none', explanation: 'A notification has no response.' },
      { kind: 'result', value: 'c' },
      { kind: 'none', explanation: 'The batch response contains no response to this call.' },
    ]);
    const rejected = readBatch(outcomeOf({ error: { code: -32600, message: 'Invalid' } }), calls);
    expect(rejected.every(({ kind }) => kind === 'error')).toBe(true);
  });

  test('has problems of the params, by their place', () => {
    const errors = [
      { loc: ['items', 0, 'sku'], msg: 'Too short', type: 'x' },
      { loc: [], msg: 'Send an object' },
      { loc: 'amount', msg: 'No list' },
      { loc: [] },
      null,
    ];
    expect(readProblems({ errors })).toEqual([
      { loc: ['items', 0, 'sku'], message: 'Too short' },
      { loc: [], message: 'Send an object' },
    ]);
    for (const data of [undefined, null, 1, {}, { errors: {} }]) {
      expect(readProblems(data)).toEqual([]);
    }
  });

  test('has headers that describe limits', () => {
    const headers = [
      ['content-type', 'application/json'],
      ['ratelimit', '"default";r=9;t=30'],
      ['RateLimit-Policy', '"default";q=10;w=60'],
      ['x-ratelimit-remaining', '9'],
      ['retry-after', '3'],
    ] as const;
    const notable = notableHeaders({ ...outcomeOf(''), headers });
    expect(notable).toEqual(headers.slice(1));
  });
});

test('a rejected credential is named', () => {
  const inputs = [
    { name: 'x-token', isCredential: true },
    { name: 'lang', isCredential: false },
  ];
  const secured = methodOf({ inputs: inputs as unknown as MethodModel['inputs'] });
  const explained = (status: number): unknown =>
    readResponse(outcomeOf('{"a":1}', status), secured);
  expect(explained(401)).toEqual({
    kind: 'none',
    explanation: 'The server needs a credential, and got none or a wrong one. Check x-token above.',
  });
  expect(explained(403)).toMatchObject({
    explanation: 'The credential doesn’t allow this call. Check x-token above.',
  });
  expect(explained(500)).toEqual({
    kind: 'none',
    explanation: 'The response is not a JSON-RPC response.',
  });
});

describe('the headers of a request', () => {
  const input = (
    kind: HttpInput['kind'],
    name: string,
    more: Partial<HttpInput> = {},
  ): HttpInput => ({
    key: `${kind} ${name}`,
    kind,
    name,
    required: false,
    isCredential: false,
    description: undefined,
    schema: {},
    examples: [],
    ...more,
  });

  test('contain the entered values, and no cookies', () => {
    const inputs = [input('header', 'X-Key'), input('cookie', 'sid'), input('bearer', 'token')];
    const entered = { 'header X-Key': 'a', 'cookie sid': 'b', 'bearer token': 'c' };
    expect(requestHeaders(inputs, entered)).toEqual({ 'x-key': 'a', authorization: 'Bearer c' });
  });

  test('contain a pasted Bearer once', () => {
    for (const pasted of ['c', 'Bearer c', ' bearer  c ']) {
      const headers = requestHeaders([input('bearer', 'token')], { 'bearer token': pasted });
      expect(headers).toEqual({ authorization: 'Bearer c' });
    }
  });

  test('are copied without credentials', () => {
    const inputs = [
      input('header', 'X-Key', { isCredential: true }),
      input('bearer', 'token', { isCredential: true }),
      input('header', 'lang'),
    ];
    const headers = { 'x-key': 'secret', authorization: 'Bearer secret', lang: 'en' };
    expect(maskCredentials(headers, inputs)).toEqual({
      'x-key': '***',
      authorization: 'Bearer ***',
      lang: 'en',
    });
  });

  test('contain user and password as UTF-8', () => {
    const headers = requestHeaders([input('basic', 'b')], { 'basic b': 'žluť:🔑' });
    const encoded = headers['authorization']?.replace('Basic ', '') ?? '';
    expect(Buffer.from(encoded, 'base64').toString()).toBe('žluť:🔑');
  });

  test('contain the first example of a required header or a credential, unless it was removed', () => {
    const examples = ['alice-token'];
    const credential = input('header', 'token', { isCredential: true, examples });
    const optional = input('header', 'lang', { examples: ['en'] });
    expect(requestHeaders([credential, optional], {})).toEqual({ token: 'alice-token' });
    expect(requestHeaders([credential], { 'header token': '' })).toEqual({});
  });

  test('contain a very long password', () => {
    const password = 'x'.repeat(300_000);
    const { authorization = '' } = requestHeaders([input('basic', 'b')], { 'basic b': password });
    expect(authorization).toBe(`Basic ${btoa(password)}`);
  });

  test('are listed once for each server that needs credentials', () => {
    const token = input('header', 'token', { isCredential: true });
    const other = input('bearer', 'other', { isCredential: true });
    const at = (url: string, inputs: readonly HttpInput[]): MethodModel =>
      methodOf({ urls: [url], inputs });
    const methods = [
      at('https://bank.example/a', [token]),
      at('https://bank.example/b', [token, input('header', 'lang')]),
      at('https://api.example/rpc', [other]),
      at('https://api.example/v2', [token]),
      at('https://open.example/rpc', []),
      at('', [token]),
    ];
    const chosen = { 'https://api.example/v2': 'https://api.example/rpc?a=1' };
    expect(credentialsByServer(methods, chosen, 'https://bank.example')).toEqual([
      { url: 'https://bank.example', inputs: [token] },
      { url: 'https://api.example/rpc', inputs: [other, token] },
    ]);
  });

  test('of a batch are those of all its methods', () => {
    const one = input('header', 'a');
    const required = { ...one, required: true };
    expect(combineInputs([[one], [required, input('header', 'b')]])).toEqual([
      required,
      input('header', 'b'),
    ]);
  });
});

describe('the URL of a server', () => {
  const page = 'https://bank.example';

  test('is chosen for the methods that have the same default', () => {
    const chosen = { 'https://a.example/': 'https://b.example/' };
    expect(serverUrl(methodOf({ urls: ['https://a.example/'] }), chosen)).toBe(
      'https://b.example/',
    );
    expect(serverUrl(methodOf({ urls: ['https://c.example/'] }), chosen)).toBe(
      'https://c.example/',
    );
    expect(serverUrl(methodOf({ urls: [] }), chosen)).toBe('');
  });

  test.each([
    ['https://bank.example/a?b#c', 'https://bank.example'],
    ['https://api.example/rpc?key=1', 'https://api.example/rpc'],
    ['https://api.example/~other/rpc', 'https://api.example/~other/rpc'],
    ['javascript:alert(1)', ''],
    ['', ''],
  ])('%j belongs to the server %j, which gets what was entered for it', (url, server) => {
    expect(serverOf(url, page)).toBe(server);
  });

  test.each([
    ['https://bank.example/rpc', []],
    ['https://api.example/rpc', ['https://api.example']],
  ])('%s may be called with the origins %j', (url, origins) => {
    expect(findUrlProblem(url, page, origins)).toBeUndefined();
  });

  test.each([
    ['', 'lists no server'],
    ['javascript:alert(1)', 'Enter a URL'],
    ['rpc', 'Enter a URL'],
    ['https://evil.example', 'may not send calls to https://evil.example'],
    ['https://me:secret@api.example', 'without user and password'],
  ])('%j may not be called', (url, problem) => {
    expect(findUrlProblem(url, page, ['https://api.example'])).toContain(problem);
  });
});
