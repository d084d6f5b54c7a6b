import { Api, defineError, Entrypoint, header, httpBearer, params } from '@jsonrpc-kit/core';
import * as v from 'valibot';
import { beforeEach, describe, expect, test } from 'vitest';
import type { OpenRpcMethod } from '@jsonrpc-kit/openrpc';
import { difficultApi } from '../../test/difficult-api.js';
import { expectValidOpenApi, expectValidOpenRpc } from '../../test/expect-valid.js';
import { openapi } from '../openapi/openapi.js';
import { openrpc } from './openrpc.js';

let v1: Entrypoint;
let api: Api;

beforeEach(() => {
  v1 = new Entrypoint('/api/v1', { name: 'v1', errors: [] });
  api = new Api({ title: 'Bank', version: '1.0.0' }).bindEntrypoint(v1);
});

function methodOf(name: string): OpenRpcMethod {
  const found = openrpc(api).methods.find((method) => method.name === name);
  if (found === undefined) throw new Error(`Missing: ${name}`);
  return found;
}

describe('an OpenRPC document', () => {
  test('is valid for handlers without schemas', async () => {
    const plain = new Entrypoint('/plain')
      .addHandlers({ list: () => null }, { params: 'array' })
      .addHandlers({ record: () => null }, { params: 'object' });
    const document = openrpc(plain);
    expectValidOpenRpc(document);
    expect(document.methods.map(({ paramStructure }) => paramStructure)).toEqual([
      'by-position',
      'by-name',
    ]);
    await expectValidOpenApi(openapi(new Api().bindEntrypoint(plain)));
  });

  test('is valid for a difficult application and its entrypoints in both versions', () => {
    const difficult = difficultApi();
    for (const source of [difficult, ...difficult.entrypoints]) {
      for (const openrpcVersion of ['1.3', '1.4'] as const) {
        expectValidOpenRpc(openrpc(source, { openrpcVersion }));
      }
      expectValidOpenRpc(openrpc(source, { jsonrpcComponentsFineNames: false }));
    }
  });

  test('is valid for an api without methods or entrypoints', () => {
    expectValidOpenRpc(openrpc(api));
    expectValidOpenRpc(openrpc(new Api()));
  });

  test('uses OpenRPC 1.3.2 by default and 1.4.1 on request', () => {
    expect(openrpc(api).openrpc).toBe('1.3.2');
    expect(openrpc(api, { openrpcVersion: '1.4' }).openrpc).toBe('1.4.1');
  });

  test('has the title, version and description of the api', () => {
    const described = new Api({ title: 'Shop', version: '2.1.0', description: 'Sells' });
    expect(openrpc(described).info).toEqual({
      title: 'Shop',
      version: '2.1.0',
      description: 'Sells',
    });
  });

  test('of an entrypoint has its name as the title, or the title in the options', () => {
    expect(openrpc(v1).info).toEqual({ title: 'v1', version: '0.1.0' });
    const info = { title: 'Bank', version: '3', description: 'Money' };
    expect(openrpc(v1, info).info).toEqual(info);
    expect(openrpc(v1)).not.toHaveProperty('x-entrypoints');
  });

  test('has the absolute servers of the api with the path of the entrypoint', () => {
    const servers = [{ url: 'https://bank.example/', description: 'Live' }, { url: '/test' }];
    const served = new Api({ servers }).bindEntrypoint(v1);
    expect(openrpc(served).servers).toEqual([
      { name: 'v1', url: 'https://bank.example/api/v1', description: 'Live' },
    ]);
    expect(openrpc(api)).not.toHaveProperty('servers');
    expect(openrpc(v1, { servers }).servers).toMatchObject([
      { url: 'https://bank.example/api/v1' },
    ]);
  });
});

describe('an OpenRPC document with several entrypoints', () => {
  let v2: Entrypoint;

  beforeEach(() => {
    v2 = new Entrypoint('/api/v2', { name: 'v2', errors: [] });
    api.bindEntrypoint(v2);
    v1.method('get', { result: v.string() }, () => '');
    v2.method('get', { result: v.number() }, () => 1);
    v2.method('put', { args: { a: v.string() } }, () => null);
  });

  test('includes the method of the first bound entrypoint if a name is not unique', () => {
    const { methods } = openrpc(api);
    expect(methods.map(({ name }) => name)).toEqual(['get', 'put']);
    expect(methodOf('get').result?.schema).toEqual({ type: 'string' });
  });

  test('links to the document of every entrypoint', () => {
    expect(openrpc(api)['x-entrypoints']).toEqual([
      { name: 'v1', path: '/api/v1', url: './api/v1/openrpc.json' },
      { name: 'v2', path: '/api/v2', url: './api/v2/openrpc.json' },
    ]);
    expect(openrpc(api, { openrpcPath: '/docs/openrpc.json' })['x-entrypoints']).toMatchObject([
      { url: '../api/v1/openrpc.json' },
      { url: '../api/v2/openrpc.json' },
    ]);
  });

  test('includes the entrypoint and servers of every method', () => {
    const servers = [{ url: 'https://bank.example' }];
    const served = new Api({ servers }).bindEntrypoint(v1).bindEntrypoint(v2);
    const [get, put] = openrpc(served).methods;
    expect(get).toMatchObject({ 'x-entrypoint': '/api/v1' });
    expect(get).not.toHaveProperty('servers');
    expect(put).toMatchObject({
      'x-entrypoint': '/api/v2',
      servers: [{ name: 'v2', url: 'https://bank.example/api/v2' }],
    });
  });
});

describe('a method in an OpenRPC document', () => {
  test('has its texts, parameters and result', () => {
    v1.method(
      'withdraw',
      {
        args: {
          note: v.optional(v.string()),
          amount: v.pipe(v.number(), v.minValue(1), v.description('In cents')),
          token: header(v.string()),
        },
        result: v.object({ balance: v.number() }),
        summary: 'Take money',
        description: 'Out of an account',
        tags: ['money'],
        deprecated: true,
      },
      () => ({ balance: 0 }),
    );
    expect(methodOf('withdraw')).toEqual({
      name: 'withdraw',
      summary: 'Take money',
      description: 'Out of an account',
      tags: [{ name: 'money' }],
      deprecated: true,
      paramStructure: 'by-name',
      // OpenRPC wants required parameters first.
      params: [
        {
          name: 'amount',
          description: 'In cents',
          required: true,
          schema: { type: 'number', minimum: 1, description: 'In cents' },
        },
        { name: 'note', required: false, schema: { type: 'string' } },
      ],
      result: {
        name: 'result',
        required: true,
        schema: {
          title: 'WithdrawResult',
          type: 'object',
          properties: { balance: { type: 'number' } },
          required: ['balance'],
        },
      },
      errors: [],
      'x-entrypoint': undefined,
      'x-http': {
        headers: [{ name: 'token', in: 'header', required: true, schema: { type: 'string' } }],
      },
    });
  });

  test('names its security schemes, which the document describes', () => {
    v1.method('a', { args: { token: httpBearer({ description: 'One' }) } }, () => null);
    v1.method('b', { args: { token: httpBearer({ description: 'Other' }) } }, () => null);
    expect(methodOf('a')['x-http']).toEqual({ security: [{ httpBearer: [] }] });
    expect(methodOf('b')['x-http']).toEqual({ security: [{ 'httpBearer-2': [] }] });
    const document = openrpc(api);
    expect(document['x-security-schemes']).toEqual({
      httpBearer: { type: 'http', scheme: 'bearer', description: 'One' },
      'httpBearer-2': { type: 'http', scheme: 'bearer', description: 'Other' },
    });
    expectValidOpenRpc(document);
  });

  test('by position keeps the order, and parameters before a required one are required', () => {
    v1.method(
      'move',
      {
        paramStructure: 'by-position',
        args: { from: v.optional(v.string()), to: v.string(), note: v.optional(v.string()) },
      },
      () => null,
    );
    const { paramStructure, params: list } = methodOf('move');
    expect(paramStructure).toBe('by-position');
    expect(list.map(({ name, required }) => [name, required])).toEqual([
      ['from', true],
      ['to', true],
      ['note', false],
    ]);
  });

  test('has its own servers', () => {
    v1.method('heavy', { servers: [{ url: 'https://heavy.example', name: 'heavy' }] }, () => null);
    expect(methodOf('heavy').servers).toEqual([
      { name: 'heavy', url: 'https://heavy.example/api/v1' },
    ]);
  });

  test('has tuples in the form of draft 7', () => {
    v1.method('move', { args: { at: v.tuple([v.number(), v.number()]) } }, () => null);
    expect(methodOf('move').params[0]?.schema).toEqual({
      title: 'MoveAt',
      type: 'array',
      items: [{ type: 'number' }, { type: 'number' }],
      minItems: 2,
    });
  });
});

describe('titles in an OpenRPC document', () => {
  test('name the inline types of a method, for generators of types', () => {
    const Line = v.object({ kind: v.picklist(['in', 'out']), to: v.nullable(v.object({})) });
    v1.method(
      'bank.statement',
      {
        args: { filter: v.optional(v.object({ 'only-kinds': v.array(v.string()) })) },
        result: v.object({ lines: v.array(Line) }),
      },
      () => ({ lines: [] }),
    );
    const { params: descriptors, result } = methodOf('bank.statement');
    expect(descriptors[0]?.schema).toMatchObject({
      title: 'BankStatementFilter',
      properties: { 'only-kinds': { title: 'BankStatementFilterOnlyKinds' } },
    });
    expect(result?.schema).toMatchObject({
      title: 'BankStatementResult',
      properties: {
        lines: {
          title: 'BankStatementResultLines',
          items: {
            title: 'BankStatementResultLinesItem',
            properties: {
              kind: { title: 'BankStatementResultLinesItemKind' },
              to: {
                title: 'BankStatementResultLinesItemTo',
                anyOf: [{ title: 'BankStatementResultLinesItemTo1' }, { type: 'null' }],
              },
            },
          },
        },
      },
    });
  });

  test('are those of the application, where it sets them, and those of components', () => {
    const Owner = v.pipe(v.object({ name: v.string() }), v.title('Owner'));
    const Tree: v.GenericSchema = v.object({ children: v.array(v.lazy(() => Tree)) });
    v1.method('owner', { result: Owner }, () => ({ name: '' }));
    v1.method('tree', { result: Tree }, () => ({ children: [] }));
    expect(methodOf('owner').result?.schema).toMatchObject({ title: 'Owner' });
    const { schemas } = openrpc(api).components;
    expect(Object.values(schemas).map(({ title }) => title)).toEqual(['TreeResponsePart']);
  });

  test('are missing rather than used twice', () => {
    for (const name of ['get.user', 'getUser']) {
      v1.method(name, { result: v.object({ [name]: v.string() }) }, () => ({ [name]: '' }));
    }
    const titleOf = (name: string): unknown => methodOf(name).result?.schema['title'];
    expect([titleOf('get.user'), titleOf('getUser')]).toEqual(['GetUserResult', undefined]);
  });
});

describe('params(schema) in an OpenRPC document', () => {
  function paramsOf(schema: v.GenericSchema<object>, position = false): OpenRpcMethod {
    v1.method(
      'm',
      { args: { all: params(schema) }, paramStructure: position ? 'by-position' : 'by-name' },
      () => null,
    );
    return methodOf('m');
  }

  test('has the members of an object as parameters', () => {
    const method = paramsOf(v.object({ a: v.string(), b: v.optional(v.number()) }));
    expect(method.params).toEqual([
      { name: 'a', required: true, schema: { type: 'string' } },
      { name: 'b', required: false, schema: { type: 'number' } },
    ]);
    expect(method).not.toHaveProperty('x-params-schema');
  });

  test('has the members of all parts of an intersection as parameters', () => {
    const method = paramsOf(
      v.intersect([v.object({ a: v.string() }), v.object({ b: v.optional(v.number()) })]),
    );
    expect(method.params).toMatchObject([
      { name: 'a', required: true },
      { name: 'b', required: false },
    ]);
    expect(method).not.toHaveProperty('x-params-schema');
  });

  test('has the members of all options of a union as parameters, and the whole schema', () => {
    const method = paramsOf(
      v.variant('kind', [
        v.object({ kind: v.literal('market'), size: v.number() }),
        v.object({ kind: v.literal('limit'), size: v.number(), price: v.number() }),
      ]),
    );
    expect(method.params).toEqual([
      {
        name: 'kind',
        required: true,
        schema: { title: 'MKind', anyOf: [{ const: 'market' }, { const: 'limit' }] },
      },
      { name: 'size', required: true, schema: { type: 'number' } },
      { name: 'price', required: false, schema: { type: 'number' } },
    ]);
    expect(method['x-params-schema']).toMatchObject({ oneOf: [{}, {}] });
  });

  test.each<[string, v.GenericSchema<object>]>([
    ['a record', v.record(v.string(), v.number())],
    ['an object with other members', v.objectWithRest({}, v.number())],
  ])('has the whole schema and no parameters for %s', (_, schema) => {
    const method = paramsOf(schema);
    expect(method.params).toEqual([]);
    expect(method['x-params-schema']).toMatchObject({ additionalProperties: { type: 'number' } });
  });

  test('has the elements of a tuple as parameters', () => {
    const method = paramsOf(
      v.tuple([v.pipe(v.string(), v.title('from')), v.optional(v.number())]),
      true,
    );
    expect(method.params).toMatchObject([
      { name: 'from', required: true },
      { name: '1', required: false },
    ]);
  });
});

describe('an error in an OpenRPC document', () => {
  class NotEnoughMoney extends defineError({
    code: 6001,
    message: 'Not enough money',
    data: v.object({ balance: v.number() }),
  }) {}

  test('is a component with the schema of its data', () => {
    v1.method('pay', { errors: [NotEnoughMoney] }, () => null);
    v1.method('withdraw', { errors: [NotEnoughMoney] }, () => null);
    expect(openrpc(api).components.errors).toEqual({
      NotEnoughMoney: {
        code: 6001,
        message: 'Not enough money',
        data: {
          type: 'object',
          properties: { balance: { type: 'number' } },
          required: ['balance'],
        },
      },
    });
    expect(methodOf('pay').errors).toEqual([{ $ref: '#/components/errors/NotEnoughMoney' }]);
  });

  test('has a description of when it occurs', () => {
    const description = 'The amount exceeds the balance.';
    class TooMuch extends defineError({ code: 6002, message: 'Too much', description }) {}
    v1.method('pay', { errors: [TooMuch, NotEnoughMoney] }, () => null);
    const document = openrpc(api);
    expect(document['x-error-descriptions']).toEqual({ TooMuch: description });
    expectValidOpenRpc(document);
  });

  test('has the entrypoint as a prefix only if errors with the same name differ', () => {
    const name = 'NotEnoughMoney';
    const make = (code: number) =>
      ({ [name]: class extends defineError({ code, message: 'Less' }) {} })[name];
    const v2 = new Entrypoint('/api/v2', { name: 'v2', errors: [make(1)] });
    const v3 = new Entrypoint('/api/v3', { name: 'v3', errors: [make(1)] });
    v2.method('a', {}, () => null);
    v3.method('b', {}, () => null);
    api.bindEntrypoint(v2).bindEntrypoint(v3);
    expect(Object.keys(openrpc(api).components.errors)).toEqual(['NotEnoughMoney']);
    v1.method('pay', { errors: [NotEnoughMoney] }, () => null);
    expect(Object.keys(openrpc(api).components.errors)).toEqual([
      'v1.NotEnoughMoney',
      'v2.NotEnoughMoney',
    ]);
    expect(methodOf('b').errors).toEqual([{ $ref: '#/components/errors/v2.NotEnoughMoney' }]);
  });
});

describe('an example in an OpenRPC document', () => {
  test('is declared by the method, and has a generated result otherwise', () => {
    v1.method(
      'pay',
      {
        args: { sum: v.number(), to: v.string() },
        result: v.string(),
        examples: [
          {
            name: 'rent',
            summary: 'The rent',
            description: 'Each month',
            params: { sum: 5, to: 'me' },
            result: 'ok',
          },
          { params: { sum: 7, to: 'you' } },
        ],
      },
      () => 'ok',
    );
    expect(methodOf('pay').examples).toEqual([
      {
        name: 'rent',
        summary: 'The rent',
        description: 'Each month',
        params: [
          { name: 'sum', value: 5 },
          { name: 'to', value: 'me' },
        ],
        result: { name: 'result', value: 'ok' },
      },
      {
        name: 'example-2',
        params: [
          { name: 'sum', value: 7 },
          { name: 'to', value: 'you' },
        ],
        result: { name: 'result', value: 'string' },
      },
    ]);
  });

  test('is generated if a schema declares an example', () => {
    const Sum = v.pipe(v.number(), v.examples([250]));
    v1.method('pay', { args: { sum: Sum, to: v.string() } }, () => null);
    expect(methodOf('pay').examples).toEqual([
      {
        name: 'example',
        params: [
          { name: 'sum', value: 250 },
          { name: 'to', value: 'string' },
        ],
      },
    ]);
  });

  test('is omitted if neither the method nor its schemas declare one', () => {
    v1.method('pay', { args: { sum: v.number() } }, () => null);
    expect(methodOf('pay')).not.toHaveProperty('examples');
  });
});

test('openrpc() rejects an unsupported schema and names the method and parameter', () => {
  v1.method('pay', { args: { sum: v.bigint() } }, () => null);
  expect(() => openrpc(v1)).toThrow(
    'method "pay" of /api/v1, parameter "sum": cannot describe the schema',
  );
});

describe('the subscriptions of an entrypoint', () => {
  async function* none(): AsyncGenerator<never> {}

  test('are listed as methods that subscribe and unsubscribe, and as a notification of the client', () => {
    const event = v.object({ amount: v.number() });
    v1.subscription('movements', { args: { accountId: v.string() }, event }, none);
    expectValidOpenRpc(openrpc(api));
    const joined = {
      subscribe: 'movements.subscribe',
      notification: 'movements',
      unsubscribe: 'movements.unsubscribe',
      names: ['movements'],
    };
    expect(openrpc(api).methods.map(({ name }) => name)).toEqual([
      'movements.subscribe',
      'movements.unsubscribe',
      'movements',
    ]);
    expect(methodOf('movements.subscribe')).toMatchObject({
      params: [{ name: 'accountId' }],
      result: { schema: { type: 'string' } },
      'x-subscription': joined,
    });
    expect(methodOf('movements.unsubscribe')).toMatchObject({ 'x-subscription': joined });
    const notification = methodOf('movements');
    expect(notification).toMatchObject({
      params: [
        { name: 'subscription', required: true },
        { name: 'result' },
        { name: 'done' },
        { name: 'error' },
      ],
      'x-implemented-by': ['client'],
      'x-subscription': joined,
    });
    expect(notification).not.toHaveProperty('result');
    expect(JSON.stringify(openrpc(api))).toContain('amount');
  });

  test('share one notification in a namespace, whose events match any of them', () => {
    v1.subscription('newHeads', { namespace: 'eth', event: v.object({ head: v.number() }) }, none);
    v1.subscription('logs', { namespace: 'eth', event: v.object({ log: v.string() }) }, none);
    expectValidOpenRpc(openrpc(api));
    expect(openrpc(api).methods.map(({ name }) => name)).toEqual([
      'eth_subscribe',
      'eth_unsubscribe',
      'eth_subscription',
    ]);
    expect(methodOf('eth_subscribe')['x-subscription']).toMatchObject({
      names: ['newHeads', 'logs'],
      namespace: 'eth',
    });
    const [, result] = methodOf('eth_subscription').params;
    expect(result?.schema).toMatchObject({ anyOf: [{}, {}] });
  });
});
