import {
  Api,
  cookie,
  defineError,
  dependency,
  Entrypoint,
  header,
  httpBasic,
  httpBearer,
  anyOfSecurity,
  apiKeyCookie,
  apiKeyHeader,
  JsonRpcRequest,
  params,
} from '@jsonrpc-kit/core';
import { rateLimit } from '@jsonrpc-kit/core/rate-limit';
import type { StandardSchemaV1 } from '@standard-schema/spec';
import { type } from 'arktype';
import * as v from 'valibot';
import { beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { JsonSchema } from '@jsonrpc-kit/openrpc';
import { difficultApi, difficultNames } from '../../test/difficult-api.js';
import {
  expectLinted,
  expectNoSpectralErrors,
  expectValidOpenApi,
} from '../../test/expect-valid.js';
import { openrpc } from '../openrpc/openrpc.js';
import { openapi } from './openapi.js';
import type { OpenApiDocument, Operation } from './openapi-document.js';

class Closed extends defineError({ code: 6001, message: 'Closed' }) {}

let v1: Entrypoint;
let api: Api;

beforeEach(() => {
  v1 = new Entrypoint('/rpc', { name: 'v1', errors: [] });
  api = new Api({ title: 'Bank', version: '1.0.0' }).bindEntrypoint(v1);
});

function operationOf(path: string, document: OpenApiDocument = openapi(api)): Operation {
  const { [path]: item } = document.paths;
  if (item === undefined) throw new Error(`Missing: ${path}`);
  return item.post;
}

function schemaOf(name: string): JsonSchema {
  const { [name]: schema } = openapi(api).components.schemas;
  if (schema === undefined) throw new Error(`Missing: ${name}`);
  return schema;
}

function bodyOf({ requestBody }: Operation) {
  return requestBody.content['application/json'];
}

function responseSchemaOf({ responses }: Operation): unknown {
  return responses['200'].content?.['application/json'].schema;
}

const REF = '#/components/schemas/';

/** The statuses of requests that are rejected as a whole. */
const REJECTED = ['408', '413', '415', '503'];

describe('an OpenAPI document', () => {
  test('has only the path of an entrypoint with methodRoutes: false', async () => {
    const single = new Entrypoint('/single', { name: 'single', methodRoutes: false });
    single.method('ping', { result: v.literal('pong') }, () => 'pong');
    const document = openapi(api.bindEntrypoint(single));
    await expectValidOpenApi(document);
    expect(Object.keys(document.paths)).toEqual(['/rpc', '/single']);
    expect(JSON.stringify(operationOf('/single', document))).toContain('ping');
  });

  test('is valid for a difficult application', async () => {
    const document = openapi(difficultApi());
    await expectValidOpenApi(document);
    await expectValidOpenApi(openapi(difficultApi(), { jsonrpcComponentsFineNames: false }));
    const operations = Object.values(document.paths).map(({ post }) => post.operationId);
    expect(operations).toEqual([...new Set(operations)]);
  });

  test('has no errors by the recommended rules of Redocly', async () => {
    await expectLinted(openapi(difficultApi()), 'recommended');
  });

  test('has no warnings of Redocly and no errors of Spectral if the api has a license and describes its tags', async () => {
    class NotEnoughMoney extends defineError({ code: 6001, message: 'Not enough money' }) {}
    const shop = new Entrypoint('/shop', {
      name: 'shop',
      rateLimit: rateLimit({ points: 1, duration: 1, key: () => '' }),
    });
    // Spectral compiles patterns without the flag `u`.
    const name = v.pipe(v.string(), v.regex(/^\P{C}*$/u));
    const args = { token: httpBearer(), amount: v.number(), name, trace: header(v.string()) };
    shop.method('pay', { args, errors: [NotEnoughMoney], tags: ['money'] }, () => null);
    shop.method('ping', { result: v.literal('pong') }, () => 'pong');
    const license = { name: 'MIT', identifier: 'MIT' };
    const described = new Api({ license, tags: { money: 'Payments' }, allowedHosts: ['a'] });
    const document = openapi(described.bindEntrypoint(shop));
    await expectLinted(document, 'recommended-strict');
    await expectNoSpectralErrors(document);
  });

  test('is valid for an api without methods or entrypoints', async () => {
    await expectValidOpenApi(openapi(api));
    await expectValidOpenApi(openapi(new Api()));
  });

  test('is reproducible', () => {
    expect(JSON.stringify(openapi(difficultApi()))).toBe(JSON.stringify(openapi(difficultApi())));
  });

  test('has the title, version and description of the api', () => {
    const described = new Api({ title: 'Shop', version: '2.1.0', description: 'Sells' });
    expect(openapi(described)).toMatchObject({
      openapi: '3.1.0',
      info: { title: 'Shop', version: '2.1.0', description: 'Sells' },
    });
  });

  test.each([
    [undefined, '.'],
    ['/openapi.json', '.'],
    ['/docs/openapi.json', '..'],
    ['/a/b/c', '../..'],
  ])('at %s has the relative server %s', (openapiPath, url) => {
    expect(openapi(api, { openapiPath }).servers).toEqual([{ url }]);
  });

  test('has the servers of the api', () => {
    const servers = [{ url: 'https://bank.example', name: 'live', description: 'Live' }];
    expect(openapi(new Api({ servers })).servers).toEqual([
      { url: 'https://bank.example', description: 'Live' },
    ]);
  });

  test('lists every tag once', () => {
    v1.method('a', { tags: ['x', 'y'] }, () => null);
    v1.method('b', { tags: ['y'] }, () => null);
    const tags = openapi(api).tags?.map(({ name }) => name);
    expect(tags).toEqual(['v1', 'x', 'y']);
  });

  test('describes tags, by default those that are the name of an entrypoint', () => {
    v1.method('a', { tags: ['money', 'other'] }, () => null);
    const described = new Api({ tags: { money: 'Deposits and transfers' } }).bindEntrypoint(v1);
    expect(openapi(described).tags).toEqual([
      { name: 'v1', description: 'The methods of the entrypoint `/rpc`.' },
      { name: 'money', description: 'Deposits and transfers' },
      { name: 'other' },
    ]);
  });

  test('has the license of the api', () => {
    const license = { name: 'Apache 2.0', identifier: 'Apache-2.0' };
    expect(openapi(new Api({ license })).info).toMatchObject({ license });
  });

  test('groups operations without tags under the name of their entrypoint', () => {
    v1.method('a', {}, () => null);
    const tagged = new Entrypoint('/tagged', { tags: ['public'] });
    tagged.method('b', {}, () => null);
    api.bindEntrypoint(tagged);
    for (const path of ['/rpc', '/rpc/a']) expect(operationOf(path).tags).toEqual(['v1']);
    for (const path of ['/tagged', '/tagged/b']) {
      expect(operationOf(path).tags).toEqual(['public']);
    }
  });
});

describe('a method in an OpenAPI document', () => {
  test('has an operation with its texts, request and response', () => {
    v1.method(
      'withdraw',
      {
        args: { amount: v.pipe(v.number(), v.minValue(1)), note: v.optional(v.string()) },
        result: v.object({ balance: v.number() }),
        summary: 'Take money',
        description: 'Out of an account',
        tags: ['money'],
        deprecated: true,
      },
      () => ({ balance: 0 }),
    );
    const operation = operationOf('/rpc/withdraw');
    expect(operation).toMatchObject({
      operationId: 'withdraw',
      summary: 'Take money',
      description: 'Out of an account',
      tags: ['money'],
      deprecated: true,
    });
    expect(bodyOf(operation).schema).toEqual({ $ref: `${REF}withdraw.Request` });
    expect(responseSchemaOf(operation)).toEqual({ $ref: `${REF}withdraw.Response` });
    expect(schemaOf('withdraw.Request')).toEqual({
      type: 'object',
      properties: {
        // Postman fills in defaults, but no constants.
        jsonrpc: { type: 'string', const: '2.0', default: '2.0' },
        id: { anyOf: [{ type: 'string' }, { type: 'integer' }] },
        method: { type: 'string', const: 'withdraw', default: 'withdraw' },
        params: {
          type: 'object',
          properties: { amount: { type: 'number', minimum: 1 }, note: { type: 'string' } },
          required: ['amount'],
        },
      },
      required: ['jsonrpc', 'method', 'params'],
      additionalProperties: false,
    });
    expect(schemaOf('withdraw.Response')).toEqual({
      title: 'withdraw result',
      type: 'object',
      properties: {
        jsonrpc: { type: 'string', const: '2.0' },
        id: { anyOf: [{ type: 'string' }, { type: 'integer' }] },
        result: {
          type: 'object',
          properties: { balance: { type: 'number' } },
          required: ['balance'],
        },
      },
      required: ['jsonrpc', 'id', 'result'],
    });
  });

  test('has its name as the default summary', () => {
    v1.method('ping', {}, () => null);
    expect(operationOf('/rpc/ping').summary).toBe('ping');
  });

  test('has the statuses of rejected requests', () => {
    v1.method('plain', {}, () => null);
    const { responses } = operationOf('/rpc/plain');
    expect(Object.keys(responses)).toEqual(['200', '204', ...REJECTED]);
    expect(responses['413']).toEqual({ $ref: '#/components/responses/BodyTooLarge' });
    expect(Object.keys(openapi(api).components.responses)).toEqual([
      'BodyTimedOut',
      'BodyTooLarge',
      'UnsupportedMediaType',
      'Unavailable',
    ]);
  });

  test('leaves out the status of a limit that is Infinity, and has 421 with allowedHosts', () => {
    const limits = { maxBodyBytes: Infinity, bodyTimeout: Infinity };
    const open = new Entrypoint('/open', { limits });
    const guarded = openapi(new Api({ allowedHosts: ['bank.example'] }).bindEntrypoint(open));
    const { responses } = operationOf('/open', guarded);
    expect(Object.keys(responses)).toEqual(['200', '204', '415', '421', '503']);
  });

  test('has an escaped path', () => {
    const { paths } = openapi(difficultApi());
    for (const [name, path] of [
      ['math/add', '/api/math%2Fadd'],
      ['{id}', '/api/%7Bid%7D'],
      ['a b', '/api/a%20b'],
      ['größe', '/api/gr%C3%B6%C3%9Fe'],
      ['__proto__', '/api/__proto__'],
    ] as const) {
      expect(difficultNames).toContain(name);
      expect(Object.keys(paths)).toContain(path);
    }
  });

  test('has no path if no URL can contain its name, or the path is taken', () => {
    const { paths, components } = openapi(difficultApi());
    const keys = Object.keys(paths);
    expect(keys.filter((path) => path === '/api/.' || path === '/api/..')).toEqual([]);
    // The path of the method v2 of /api is the path of another entrypoint.
    expect(paths['/api/v2']?.post.operationId).toBe('two_x20_words.calls');
    expect(Object.keys(components.schemas)).toContain('v2.Request');
  });

  test('says if it declares no result schema', () => {
    v1.method('free', {}, () => 1);
    expect(schemaOf('free.Response')).toMatchObject({
      properties: { result: { description: 'The method declares no result schema.' } },
    });
  });

  test.each<[string, StandardSchemaV1, unknown]>([
    ['void of valibot', v.void(), { type: 'null' }],
    ['void of zod', z.void(), { type: 'null' }],
    ['undefined of arktype', type('undefined'), { type: 'null' }],
    [
      'an optional of zod',
      z.number().optional(),
      { anyOf: [{ type: 'number' }, { type: 'null' }] },
    ],
    [
      'a union with undefined of arktype',
      type('number | undefined'),
      { anyOf: [{ type: 'number' }, { type: 'null' }] },
    ],
    [
      'an optional of valibot',
      v.optional(v.string()),
      { anyOf: [{ type: 'string' }, { type: 'null' }] },
    ],
  ])('has null in the result schema for %s', (_, result, expected) => {
    v1.method('get', { result }, () => undefined);
    expect(schemaOf('get.Response')).toMatchObject({ properties: { result: expected } });
  });

  test.each<[string, StandardSchemaV1, unknown]>([
    ['a default of valibot', v.optional(v.number(), 1), { type: 'number' }],
    ['a default of zod', z.number().default(1), { type: 'number' }],
    ['unknown of zod', z.unknown(), {}],
  ])('does not add null to the result schema for %s', (_, result, expected) => {
    v1.method('get', { result }, () => 1);
    expect(schemaOf('get.Response')).toHaveProperty('properties.result', expected);
  });

  test('has its own servers', () => {
    v1.method('heavy', { servers: [{ url: 'https://heavy.example', name: 'heavy' }] }, () => null);
    expect(operationOf('/rpc/heavy').servers).toEqual([{ url: 'https://heavy.example' }]);
  });

  test('by position has an array of params in declared order', () => {
    v1.method(
      'move',
      {
        paramStructure: 'by-position',
        args: {
          from: v.string(),
          to: v.optional(v.string()),
          sum: v.number(),
          note: v.optional(v.string()),
        },
      },
      () => null,
    );
    expect(schemaOf('move.Request')).toMatchObject({
      properties: {
        params: {
          type: 'array',
          prefixItems: [
            { title: 'from', type: 'string' },
            { title: 'to', type: 'string' },
            { title: 'sum', type: 'number' },
            { title: 'note', type: 'string' },
          ],
          items: false,
          minItems: 3,
          maxItems: 4,
        },
      },
    });
    expect(bodyOf(operationOf('/rpc/move')).example).toMatchObject({
      params: ['string', 'string', 1],
    });
  });

  test('with either structure has both forms of params', () => {
    v1.method('add', { paramStructure: 'either', args: { a: v.number() } }, () => null);
    expect(schemaOf('add.Request')).toMatchObject({
      properties: { params: { anyOf: [{ type: 'object' }, { type: 'array', minItems: 1 }] } },
    });
  });

  test('has the schema of params(schema)', () => {
    const Order = v.variant('kind', [
      v.object({ kind: v.literal('market') }),
      v.object({ kind: v.literal('limit'), price: v.number() }),
    ]);
    v1.method('place', { args: { order: params(Order) } }, () => null);
    expect(schemaOf('place.Request')).toMatchObject({
      properties: { params: { oneOf: [{ type: 'object' }, { type: 'object' }] } },
      required: ['jsonrpc', 'method', 'params'],
    });
    v1.method(
      'filter',
      { args: { all: params(v.object({ a: v.optional(v.string()) })) } },
      () => null,
    );
    expect(schemaOf('filter.Request')).toMatchObject({ required: ['jsonrpc', 'method'] });
  });

  test('has the parameters of its dependencies, and combines several schemas of one parameter', () => {
    const account = dependency({ id: v.pipe(v.string(), v.minLength(2)) }, ({ id }) => id);
    const other = dependency(
      { id: v.optional(v.pipe(v.string(), v.maxLength(9))), limit: v.optional(v.number(), 5) },
      () => 1,
    );
    v1.method('get', { args: { id: v.optional(v.string()), account, other } }, () => null);
    expect(schemaOf('get.Request')).toMatchObject({
      properties: {
        params: {
          properties: {
            id: {
              allOf: [
                { type: 'string' },
                { type: 'string', minLength: 2 },
                { type: 'string', maxLength: 9 },
              ],
            },
            limit: { type: 'number', default: 5 },
          },
          required: ['id'],
        },
      },
    });
  });
});

describe('headers, cookies and credentials in an OpenAPI document', () => {
  const user = dependency(
    { userAuthToken: header(v.pipe(v.string(), v.description('The caller'))) },
    () => 1,
  );

  test('are parameters of every method whose dependencies read them', () => {
    const session = dependency(
      { user, sid: cookie(v.optional(v.string()), { alias: 'session' }) },
      () => 1,
    );
    v1.method(
      'get',
      { args: { session, accept: header(v.optional(v.string()), { alias: 'X-Lang' }) } },
      () => null,
    );
    v1.method('ping', {}, () => null);
    expect(operationOf('/rpc/get').parameters).toEqual([
      { name: 'x-lang', in: 'header', required: false, schema: { type: 'string' } },
      { name: 'session', in: 'cookie', required: false, schema: { type: 'string' } },
      {
        name: 'user-auth-token',
        in: 'header',
        required: true,
        description: 'The caller',
        schema: { type: 'string' },
      },
    ]);
    expect(operationOf('/rpc/ping').parameters).toBeUndefined();
  });

  test('of the entrypoint are parameters of all its methods', () => {
    const v2 = new Entrypoint('/v2', { messageDependencies: [user] });
    v2.method('a', {}, () => null);
    v2.method('b', {}, () => null);
    api.bindEntrypoint(v2);
    for (const path of ['/v2', '/v2/a', '/v2/b']) {
      expect(operationOf(path).parameters).toMatchObject([
        { name: 'user-auth-token', required: true },
      ]);
    }
  });

  test('are required for the route of the entrypoint only if all methods require them', () => {
    v1.method('get', { args: { user } }, () => null);
    expect(operationOf('/rpc').parameters).toMatchObject([{ required: true }]);
    v1.method('ping', {}, () => null);
    expect(operationOf('/rpc').parameters).toMatchObject([{ required: false }]);
  });

  test('include all credentials as combined security schemes with status 401', () => {
    v1.method('safe', { args: { user: httpBasic(), key: apiKeyHeader('x-key') } }, () => null);
    v1.method('open', {}, () => null);
    const document = openapi(api);
    expect(document.components.securitySchemes).toEqual({
      httpBasic: { type: 'http', scheme: 'basic' },
      'apiKey.x-key': { type: 'apiKey', in: 'header', name: 'x-key' },
    });
    expect(operationOf('/rpc/safe').security).toEqual([{ httpBasic: [], 'apiKey.x-key': [] }]);
    expect(Object.keys(operationOf('/rpc/safe').responses)).toEqual([
      '200',
      '204',
      '401',
      ...REJECTED,
    ]);
    expect(operationOf('/rpc/open').security).toBeUndefined();
    expect(operationOf('/rpc').security).toEqual([{ httpBasic: [], 'apiKey.x-key': [] }, {}]);
  });

  test('combine alternative credentials with required ones', async () => {
    const login = anyOfSecurity({ token: httpBearer(), session: apiKeyCookie('session') });
    v1.method('either', { args: { login } }, () => null);
    v1.method('both', { args: { login, key: apiKeyHeader('x-key') } }, () => null);
    expect(operationOf('/rpc/either').security).toEqual([
      { httpBearer: [] },
      { 'apiKey.session': [] },
    ]);
    expect(operationOf('/rpc/both').security).toEqual([
      { httpBearer: [], 'apiKey.x-key': [] },
      { 'apiKey.session': [], 'apiKey.x-key': [] },
    ]);
    expect(Object.keys(operationOf('/rpc/either').responses)).toContain('401');
    await expectValidOpenApi(openapi(api));
  });

  test('include optional credentials as alternatives to none', async () => {
    const reader = dependency({ token: httpBearer({ optional: true }) }, () => null);
    v1.method('feed', { args: { reader } }, () => null);
    v1.method('own', { args: { reader, key: apiKeyHeader('x-key') } }, () => null);
    v1.method('open', {}, () => null);
    expect(operationOf('/rpc/feed').security).toEqual([{ httpBearer: [] }, {}]);
    expect(operationOf('/rpc/own').security).toEqual([
      { httpBearer: [], 'apiKey.x-key': [] },
      { 'apiKey.x-key': [] },
    ]);
    expect(operationOf('/rpc').security).toEqual([
      { httpBearer: [] },
      {},
      { httpBearer: [], 'apiKey.x-key': [] },
      { 'apiKey.x-key': [] },
    ]);
    await expectValidOpenApi(openapi(api));
  });

  test('include status 429 for an entrypoint with a rate limit', async () => {
    const limited = new Entrypoint('/limited', {
      rateLimit: rateLimit({ points: 10, duration: 60, key: () => 'all' }),
    });
    limited.method('ping', { result: v.string() }, () => 'pong');
    api.bindEntrypoint(limited);
    for (const path of ['/limited', '/limited/ping']) {
      const { responses } = operationOf(path);
      expect(Object.keys(responses)).toEqual(['200', '204', ...REJECTED.slice(0, 3), '429', '503']);
      expect(responses['429']).toMatchObject({
        content: { 'application/json': { schema: responseSchemaOf(operationOf(path)) } },
      });
    }
    await expectValidOpenApi(openapi(api));
  });

  test('number different security schemes with the same name', () => {
    v1.method('a', { args: { token: httpBearer({ description: 'One' }) } }, () => null);
    v1.method('b', { args: { token: httpBearer({ description: 'Other' }) } }, () => null);
    expect(operationOf('/rpc/a').security).toEqual([{ httpBearer: [] }]);
    expect(operationOf('/rpc/b').security).toEqual([{ 'httpBearer-2': [] }]);
  });
});

describe('an error in an OpenAPI document', () => {
  class NotEnoughMoney extends defineError({
    code: 6001,
    message: 'Not enough money',
    data: v.object({ balance: v.number() }),
  }) {}

  test('is a component with a title and a constant code and message', () => {
    v1.method('pay', { errors: [NotEnoughMoney], result: v.null() }, () => null);
    expect(responseSchemaOf(operationOf('/rpc/pay'))).toEqual({
      anyOf: [{ $ref: `${REF}pay.Response` }, { $ref: `${REF}NotEnoughMoney` }],
    });
    expect(schemaOf('NotEnoughMoney')).toEqual({
      title: 'NotEnoughMoney (6001)',
      type: 'object',
      properties: {
        jsonrpc: { type: 'string', const: '2.0' },
        id: { anyOf: [{ type: 'string' }, { type: 'integer' }, { type: 'null' }] },
        error: {
          type: 'object',
          properties: {
            code: { type: 'integer', const: 6001 },
            message: { type: 'string', const: 'Not enough money' },
            data: {
              type: 'object',
              properties: { balance: { type: 'number' } },
              required: ['balance'],
            },
          },
          required: ['code', 'message'],
        },
      },
      required: ['jsonrpc', 'id', 'error'],
    });
  });

  test.each([
    [{}, ['code', 'message'], undefined],
    [{ dataRequired: true }, ['code', 'message', 'data'], undefined],
    [{ errorsRequired: true }, ['code', 'message'], ['errors']],
  ])('with %j requires %j, and %j of its data', (options, required, ofData) => {
    class Bad extends defineError({
      code: 1,
      message: 'Bad',
      data: v.strictObject({ a: v.optional(v.string()) }),
      errors: v.object({ field: v.string() }),
      ...options,
    }) {}
    v1.method('pay', { errors: [Bad] }, () => null);
    const { error } = schemaOf('Bad')['properties'] as { error: JsonSchema };
    expect(error['required']).toEqual(required);
    const { data } = error['properties'] as { data: JsonSchema };
    expect(data['required']).toEqual(ofData);
    expect(data).toMatchObject({
      additionalProperties: false,
      properties: { a: {}, errors: { type: 'array', items: { type: 'object' } } },
    });
  });

  test('of the entrypoint is a response of all its methods', () => {
    const v2 = new Entrypoint('/v2', { errors: [NotEnoughMoney] });
    v2.method('a', {}, () => null);
    api.bindEntrypoint(v2);
    expect(responseSchemaOf(operationOf('/v2/a'))).toEqual({
      anyOf: [{ $ref: `${REF}a.Response` }, { $ref: `${REF}NotEnoughMoney` }],
    });
  });

  test('has the entrypoint as a prefix only if classes with the same name differ', () => {
    const className = 'NotEnoughMoney';
    const classes = { [className]: class extends defineError({ code: 1, message: 'Less' }) {} };
    const other = classes[className];
    const v2 = new Entrypoint('/v2', { name: 'v2', errors: [NotEnoughMoney] });
    const v3 = new Entrypoint('/v3', { name: 'v3', errors: [NotEnoughMoney] });
    api.bindEntrypoint(v2).bindEntrypoint(v3);
    const names = () => Object.keys(openapi(api).components.schemas);
    expect(names().filter((name) => name.includes('Money'))).toEqual(['NotEnoughMoney']);
    v1.method('pay', { errors: [other] }, () => null);
    expect(names().filter((name) => name.includes('Money'))).toEqual([
      'v1.NotEnoughMoney',
      'v2.NotEnoughMoney',
    ]);
  });

  test('without a class name has its code as a name and its message as a title', () => {
    v1.method('pay', { errors: [defineError({ code: 77, message: 'No name' })] }, () => null);
    expect(schemaOf('Error77')).toMatchObject({ title: 'No name (77)', type: 'object' });
  });
});

describe('the route of an entrypoint in an OpenAPI document', () => {
  test('accepts a call of any method or a batch', () => {
    v1.method('a', {}, () => null);
    v1.method('b', { args: { n: v.number() } }, () => null);
    const operation = operationOf('/rpc');
    const request = { $ref: `${REF}AnyRequest` };
    expect(bodyOf(operation).schema).toEqual({
      anyOf: [request, { type: 'array', items: request, minItems: 1, maxItems: 1000 }],
    });
    expect(schemaOf('AnyRequest')).toEqual({
      anyOf: [{ $ref: `${REF}a.Request` }, { $ref: `${REF}b.Request` }],
    });
    const response = { $ref: `${REF}AnyResponse` };
    expect(responseSchemaOf(operation)).toEqual({
      anyOf: [response, { type: 'array', items: response, minItems: 1 }],
    });
    expect(bodyOf(operation).examples).toEqual({
      call: { summary: 'A single call', value: { jsonrpc: '2.0', id: 1, method: 'a', params: {} } },
      batch: {
        summary: 'A batch',
        value: [
          { jsonrpc: '2.0', id: 1, method: 'a', params: {} },
          { jsonrpc: '2.0', id: 2, method: 'b', params: { n: 1 } },
        ],
      },
    });
  });
});

describe('component names in an OpenAPI document', () => {
  function apiWithSharedNames(): Api {
    const one = new Entrypoint('/one', { name: 'one', errors: [] });
    const two = new Entrypoint('/two', { name: 'two', errors: [] });
    one.method('get', { args: { a: v.string() } }, () => null);
    two.method('get', { args: { b: v.string() } }, () => null);
    two.method('put', {}, () => null);
    return new Api().bindEntrypoint(one).bindEntrypoint(two);
  }
  const methodNames = (document: OpenApiDocument) =>
    Object.keys(document.components.schemas).filter((name) => !name.includes('Any'));

  test('have the entrypoint as a prefix only if schemas with the same name differ', () => {
    expect(methodNames(openapi(apiWithSharedNames()))).toEqual([
      'one.get.Request',
      'get.Response',
      'two.get.Request',
      'put.Request',
      'put.Response',
    ]);
  });

  test('always have the entrypoint as a prefix without fine names', () => {
    expect(
      methodNames(openapi(apiWithSharedNames(), { jsonrpcComponentsFineNames: false })),
    ).toEqual([
      'one.get.Request',
      'one.get.Response',
      'two.get.Request',
      'two.get.Response',
      'two.put.Request',
      'two.put.Response',
    ]);
  });

  test('have the path as a prefix, and as their tag, if entrypoints share a name', () => {
    const several = new Api();
    for (const path of ['/api/v1', '/api/v2', '/']) {
      const entrypoint = new Entrypoint(path, { errors: [] });
      entrypoint.method('get', { args: { [path]: v.string() } }, () => null);
      several.bindEntrypoint(entrypoint);
    }
    expect(methodNames(openapi(several))).toEqual([
      'api.v1.get.Request',
      'get.Response',
      'api.v2.get.Request',
      'entrypoint.get.Request',
    ]);
    const { tags, paths } = openapi(several);
    expect(tags?.slice(0, 2)).toEqual([
      { name: '/api/v1', description: 'The methods of the entrypoint `/api/v1`.' },
      { name: '/api/v2', description: 'The methods of the entrypoint `/api/v2`.' },
    ]);
    expect(paths['/api/v1']?.post.summary).toBe(
      'Call any method of /api/v1, or several in a batch',
    );
    expect(openrpc(several)['x-entrypoints']).toContainEqual({
      name: '/api/v2',
      path: '/api/v2',
      url: './api/v2/openrpc.json',
    });
  });
});

describe('a requestSchema in an OpenAPI document', () => {
  test('adds its members to every method and example', () => {
    const v2 = new Entrypoint('/v2', {
      requestSchema: v.strictObject({
        ...JsonRpcRequest.entries,
        traceId: v.pipe(v.string(), v.uuid()),
        note: v.optional(v.string()),
      }),
    });
    v2.method('get', {}, () => null);
    api.bindEntrypoint(v2);
    expect(schemaOf('get.Request')).toMatchObject({
      properties: { traceId: { type: 'string', format: 'uuid' }, note: { type: 'string' } },
      required: ['jsonrpc', 'method', 'traceId'],
      additionalProperties: false,
    });
    expect(bodyOf(operationOf('/v2/get')).example).toEqual({
      jsonrpc: '2.0',
      id: 1,
      method: 'get',
      params: {},
      traceId: '3fa85f64-5717-4562-b3fc-2c963f66afa6',
    });
  });

  test('is combined with the request object if it is not a plain object', () => {
    const v2 = new Entrypoint('/v2', {
      requestSchema: v.intersect([
        v.object(JsonRpcRequest.entries),
        v.union([v.object({ tenant: v.string() }), v.object({ admin: v.literal(true) })]),
      ]),
    });
    v2.method('get', {}, () => null);
    api.bindEntrypoint(v2);
    expect(schemaOf('get.Request')).toMatchObject({
      allOf: [
        { allOf: [{ type: 'object' }, { anyOf: [{}, {}] }] },
        { required: ['jsonrpc', 'method'] },
      ],
    });
    expect(bodyOf(operationOf('/v2/get')).example).toEqual({
      jsonrpc: '2.0',
      id: 1,
      method: 'get',
      params: {},
      tenant: 'string',
    });
  });
});

describe('examples in an OpenAPI document', () => {
  test('include a single example of the method with its result', () => {
    v1.method(
      'pay',
      {
        args: { sum: v.number() },
        result: v.string(),
        examples: [{ params: { sum: 5 }, result: 'ok' }],
      },
      () => 'ok',
    );
    const operation = operationOf('/rpc/pay');
    expect(bodyOf(operation).example).toEqual({
      jsonrpc: '2.0',
      id: 1,
      method: 'pay',
      params: { sum: 5 },
    });
    expect(operation.responses['200']?.content?.['application/json'].example).toEqual({
      jsonrpc: '2.0',
      id: 1,
      result: 'ok',
    });
  });

  test('include several examples of the method by name', () => {
    v1.method(
      'pay',
      {
        args: { sum: v.number() },
        examples: [
          { name: 'small', summary: 'A small one', params: { sum: 5 } },
          { name: 'small', description: 'Larger', params: { sum: 50 } },
          { params: { sum: 500 } },
          { summary: 'By the schema' },
        ],
      },
      () => null,
    );
    const envelope = (sum: number) => ({ jsonrpc: '2.0', id: 1, method: 'pay', params: { sum } });
    expect(bodyOf(operationOf('/rpc/pay')).examples).toEqual({
      small: { summary: 'A small one', value: envelope(5) },
      'small-2': { description: 'Larger', value: envelope(50) },
      'example-3': { value: envelope(500) },
      'example-4': { summary: 'By the schema', value: envelope(1) },
    });
  });

  test('contain the examples of schemas if the method declares none', () => {
    v1.method(
      'pay',
      {
        args: { sum: v.pipe(v.number(), v.examples([250])), to: v.string() },
        result: v.pipe(v.string(), v.examples(['done'])),
      },
      () => 'done',
    );
    const operation = operationOf('/rpc/pay');
    expect(bodyOf(operation).example).toMatchObject({ params: { sum: 250, to: 'string' } });
    expect(operation.responses['200']?.content?.['application/json'].example).toMatchObject({
      result: 'done',
    });
  });

  test('contain a result that is generated from its schema', () => {
    v1.method('sum', { result: z.object({ cents: z.int() }) }, () => ({ cents: 1 }));
    const exampleOf = (path: string) =>
      operationOf(path).responses['200']?.content?.['application/json'].example;
    expect(exampleOf('/rpc/sum')).toEqual({ jsonrpc: '2.0', id: 1, result: { cents: 1 } });
  });

  test('contain no result of a method without a result schema', () => {
    v1.method('pay', {}, () => '');
    expect(
      operationOf('/rpc/pay').responses['200']?.content?.['application/json'],
    ).not.toHaveProperty('example');
  });

  test('by position have the declared order and generated values for omitted parameters', () => {
    v1.method(
      'pay',
      {
        paramStructure: 'by-position',
        args: { a: v.optional(v.string()), b: v.number(), c: v.optional(v.number()) },
        examples: [{ params: { b: 2 } }],
      },
      () => null,
    );
    expect(bodyOf(operationOf('/rpc/pay')).example).toMatchObject({ params: ['string', 2] });
  });
});

test('openapi() rejects an unsupported schema and says where it is and what to write', () => {
  v1.method('pay', { args: { sum: v.object({ cents: v.bigint() }) } }, () => null);
  expect(() => openapi(api)).toThrow(
    'method "pay" of /rpc, parameter "sum": cannot describe the schema at .cents as JSON Schema: ' +
      'bigint: JSON has no big integers. Write v.pipe(v.string(), v.digits(), v.maxLength(19), v.toBigint())',
  );
});

test.each<[string, () => void, string]>([
  [
    'a header',
    () => v1.method('m', { args: { h: header(v.bigint() as never) } }, () => null),
    'method "m" of /rpc, header "h"',
  ],
  [
    'a result',
    () => v1.method('m', { result: v.map(v.string(), v.string()) }, () => new Map()),
    'method "m" of /rpc, result',
  ],
  [
    'params(schema)',
    () => v1.method('m', { args: { p: params(v.custom<object>(() => true)) } }, () => null),
    'method "m" of /rpc, params()',
  ],
  [
    'an error',
    () =>
      v1.method(
        'm',
        {
          errors: [class Odd extends defineError({ code: 9, message: 'Odd', data: v.bigint() }) {}],
        },
        () => null,
      ),
    'error Odd (9), data',
  ],
])('openapi() rejects an unsupported schema of %s', (_, declare, message) => {
  declare();
  expect(() => openapi(api)).toThrow(`${message}: cannot describe the schema as JSON Schema`);
});

describe('the subscriptions of an entrypoint', () => {
  async function* none(): AsyncGenerator<never> {}

  test('are routes whose responses are event streams, without a route to unsubscribe', async () => {
    const event = v.object({ amount: v.number() });
    const args = { accountId: v.string() };
    v1.subscription('movements', { args, event, errors: [Closed], summary: 'Follow' }, none);
    await expectValidOpenApi(openapi(api));
    await expectLinted(openapi(api), 'recommended');
    expect(Object.keys(openapi(api).paths)).toEqual(['/rpc', '/rpc/movements.subscribe']);
    const operation = operationOf('/rpc/movements.subscribe');
    const { description, content } = operation.responses['200'] ?? {};
    expect(operation.summary).toBe('Follow');
    expect(description).toContain('accept: text/event-stream');
    expect(content?.['application/json'].schema).toEqual({ anyOf: [{ $ref: `${REF}Closed` }] });
    expect(content?.['text/event-stream']?.schema).toEqual({
      anyOf: [
        { $ref: `${REF}movements.subscribe.Response` },
        { $ref: `${REF}movements.subscribe.Notification` },
      ],
    });
    expect(schemaOf('movements.subscribe.Notification')).toMatchObject({
      properties: {
        method: { const: 'movements' },
        params: {
          properties: {
            subscription: { type: 'string' },
            result: { properties: { amount: { type: 'number' } } },
            done: { const: true },
          },
          required: ['subscription'],
        },
      },
    });
  });

  test('share a route in a namespace, whose events match any of them', async () => {
    v1.subscription('newHeads', { namespace: 'eth', event: v.object({ head: v.number() }) }, none);
    v1.subscription('logs', { namespace: 'eth', event: v.object({ log: v.string() }) }, none);
    await expectValidOpenApi(openapi(api));
    expect(Object.keys(openapi(api).paths)).toEqual(['/rpc', '/rpc/eth_subscribe']);
    expect(schemaOf('eth_subscribe.Notification')).toMatchObject({
      properties: { params: { properties: { result: { anyOf: [{}, {}] } } } },
    });
  });
});
