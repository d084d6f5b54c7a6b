import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { call, postJson, serve } from '../../test/call.js';
import {
  cookie,
  type Dependency,
  dependency,
  Entrypoint,
  type EntrypointOptions,
  header,
  httpBearer,
  httpRequest,
  InternalError,
  InvalidParams,
  InvalidRequest,
  jsonRpcContext,
  MethodNotFound,
  params,
  ParseError,
} from '../index.js';

describe('an entrypoint', () => {
  test('has options with defaults', () => {
    const { settings, name, path } = new Entrypoint('/rpc');
    expect({ name, path }).toEqual({ name: 'entrypoint', path: '/rpc' });
    expect(settings).toMatchObject({
      messageDependencies: [],
      commonDependencies: [],
      middlewares: [],
      requestSchema: undefined,
      tags: [],
      concurrency: 100,
      maxWaiting: 10_000,
      timeout: 60_000,
      limits: {
        maxBatchSize: 1000,
        maxBodyBytes: 1_048_576,
        bodyTimeout: 30_000,
        sendTimeout: 60_000,
        maxResultBytes: 10 * 1024 * 1024,
        maxResponseBytes: 25 * 1024 * 1024,
      },
      backgroundTasks: { concurrency: 100, maxWaiting: 1_000 },
      batchOrder: 'concurrent',
      paramStructure: 'by-name',
    });
    expect(settings.errors).toEqual([
      InvalidParams,
      MethodNotFound,
      ParseError,
      InvalidRequest,
      InternalError,
    ]);
    expect(settings.errors).toEqual(Entrypoint.defaultErrors);
  });

  test.each([
    ['/', '/'],
    ['/api/v1/jsonrpc', '/api/v1/jsonrpc'],
    ['/api/', '/api'],
    ['/a.b~c-d_e/@f/%20', '/a.b~c-d_e/@f/%20'],
  ])('accepts the path %s', (path, kept) => {
    expect(new Entrypoint(path).path).toBe(kept);
  });

  test.each([
    '',
    'rpc',
    '/a//b',
    '//',
    '/:id',
    '/a?b',
    '/a#b',
    '/*',
    '/a b',
    '/{x}',
    '/ä',
    '/100%',
    '/%ff',
    'http://x/',
  ])('rejects the path %j', (path) => {
    expect(() => new Entrypoint(path)).toThrow(
      new TypeError(
        'Entrypoint: the path must begin with "/" and have no pattern, query or empty segment, ' +
          `unlike ${JSON.stringify(path)}. Write a path such as "/api/v1/jsonrpc".`,
      ),
    );
  });

  test.each([
    ['/.', '/'],
    ['/a/..', '/'],
    ['/a/./b', '/a/b'],
    ['/a/../b/', '/b/'],
  ])('rejects the path %s, and says to write %s', (path, instead) => {
    expect(() => new Entrypoint(path)).toThrow(
      new TypeError(
        `Entrypoint: the path "${path}" has a segment "." or "..", which clients and proxies ` +
          `resolve. Write "${instead}" instead.`,
      ),
    );
  });

  test.each([
    ['/a%2Fb', '%2F', '/a/b'],
    ['/a%2fb', '%2f', '/a/b'],
    ['/a/%2e%2E/b', '%2e', '/b'],
    ['/a%5cb', '%5c', '/a-b'],
    ['/a%3Fb', '%3F', '/a-b'],
    ['/a%2Bb%7C', '%2B', '/a-b-'],
    ['/%41', '%41', '/A'],
    ['/%00', '%00', '/-'],
    ['/%2F', '%2F', '/'],
  ])('rejects the path %s with the escape %s, and says to write %s', (path, escape, instead) => {
    expect(() => new Entrypoint(path)).toThrow(
      new TypeError(
        `Entrypoint: the path "${path}" contains ${escape}, which frameworks decode at different ` +
          `times. Write "${instead}" instead.`,
      ),
    );
    expect(new Entrypoint(instead).path).toBe(instead);
  });

  test.each(['/a%20b', '/100%25', '/caf%C3%A9', '/.well-known/a..b', '/a.b', '/...', '/a@b~'])(
    'accepts the path %s',
    (path) => {
      expect(new Entrypoint(path).path).toBe(path);
    },
  );

  test.each<[EntrypointOptions, string]>([
    [
      { limits: { maxBatchSize: 0 } },
      'limits: maxBatchSize must be a positive integer or Infinity, not 0',
    ],
    [
      { limits: { maxBatchSize: 1.5 } },
      'limits: maxBatchSize must be a positive integer or Infinity, not 1.5',
    ],
    [
      { limits: { maxBodyBytes: -1 } },
      'limits: maxBodyBytes must be a positive integer or Infinity, not -1',
    ],
    [
      { limits: { maxBodyBytes: Number.NaN } },
      'limits: maxBodyBytes must be a positive integer or Infinity, not NaN',
    ],
    [
      { timeout: 0 },
      'timeout must be from 1 to 2147483647 milliseconds, or Infinity for no limit, not 0',
    ],
    [{ concurrency: 0 }, 'concurrency must be a positive integer or Infinity, not 0'],
    [{ maxWaiting: 0.5 }, 'maxWaiting must be a positive integer or Infinity, not 0.5'],
    [
      { backgroundTasks: { maxWaiting: Number.NaN } },
      'backgroundTasks: maxWaiting must be a positive integer or Infinity, not NaN',
    ],
  ])('rejects the options %j', (options, problem) => {
    expect(() => new Entrypoint('/rpc', options)).toThrow(
      new RangeError(`entrypoint "/rpc": ${problem}`),
    );
  });

  test.each([['messageDependencies'], ['commonDependencies']])(
    'rejects a function in %s',
    (option) => {
      const options = { [option]: [() => 1] } as unknown as EntrypointOptions;
      expect(() => new Entrypoint('/rpc', options)).toThrow(
        `entrypoint "/rpc": ${option}[0] must be a dependency, not a function. Write dependency({ … }, function).`,
      );
    },
  );
});

test('an entrypoint rejects a source in messageDependencies and explains how to wrap it', () => {
  const options = { messageDependencies: [httpBearer()] } as unknown as EntrypointOptions;
  expect(() => new Entrypoint('/rpc', options)).toThrow(
    'entrypoint "/rpc": messageDependencies[0] must be a dependency, not an object. Wrap the source: dependency({ value: source }, ({ value }) => value).',
  );
});

describe('a dependency that runs once per message', () => {
  const perCall = dependency({ id: v.number() }, function getAccount() {});
  const whole = dependency({ all: params(v.unknown()) }, function getAll() {});
  const context = dependency({ ctx: jsonRpcContext }, function getContext() {});
  const nested = (needed: Dependency) => dependency({ needed }, function getUser() {});

  test.each([
    [
      'a parameter',
      perCall,
      'dependency "getAccount" reads the JSON-RPC parameter "id", but runs once per message. Move it to commonDependencies, or read a header or cookie instead.',
    ],
    [
      'a parameter through another dependency',
      nested(perCall),
      'dependency "getUser" -> "getAccount" reads the JSON-RPC parameter "id", but runs once per message. Move it to commonDependencies, or read a header or cookie instead.',
    ],
    [
      'the whole params',
      nested(whole),
      'dependency "getUser" -> "getAll" reads the JSON-RPC parameter "all", but runs once per message. Move it to commonDependencies, or read a header or cookie instead.',
    ],
    [
      'the context of the call',
      context,
      'dependency "getContext" reads the context of the call as "ctx", but runs once per message. Move it to commonDependencies, or read httpRequest instead.',
    ],
    [
      'the context of the call through another dependency',
      nested(context),
      'dependency "getUser" -> "getContext" reads the context of the call as "ctx", but runs once per message. Move it to commonDependencies, or read httpRequest instead.',
    ],
  ])('is rejected with its name if it reads %s', (_, shared, problem) => {
    expect(() => new Entrypoint('/rpc', { messageDependencies: [shared] })).toThrow(
      new TypeError(`entrypoint "/rpc": ${problem}`),
    );
  });

  test('can read parameters and the context of the call in commonDependencies', async () => {
    const ids: number[] = [];
    const v1 = new Entrypoint('/rpc', {
      commonDependencies: [
        dependency({ id: v.number(), ctx: jsonRpcContext }, ({ id }) => void ids.push(id)),
      ],
    });
    v1.method('run', {}, () => 1);
    await postJson(serve(v1).api, [
      { jsonrpc: '2.0', id: 1, method: 'run', params: { id: 7 } },
      { jsonrpc: '2.0', id: 2, method: 'run', params: { id: 8 } },
    ]);
    expect(ids).toEqual([7, 8]);
  });

  test('can read headers, cookies and the HTTP request', async () => {
    let made = 0;
    const user = dependency(
      { token: header(v.string()), session: cookie(v.string()), request: httpRequest },
      ({ token, session, request }) => {
        made += 1;
        return [token, session, request.path];
      },
    );
    const v1 = new Entrypoint('/rpc', { messageDependencies: [user] });
    v1.method('who', { args: { user } }, (args) => args.user);
    const { json } = await postJson(
      serve(v1).api,
      [1, 2].map((id) => ({ jsonrpc: '2.0', id, method: 'who' })),
      { headers: { token: 't', cookie: 'session=s' } },
    );
    expect(json).toMatchObject([{ result: ['t', 's', '/rpc'] }, { result: ['t', 's', '/rpc'] }]);
    expect(made).toBe(1);
  });

  test('fails every call of the batch if its header is missing', async () => {
    const user = dependency({ token: header(v.string()) }, ({ token }) => token);
    const v1 = new Entrypoint('/rpc', { messageDependencies: [user] });
    v1.method('who', {}, () => 1);
    const { json } = await postJson(serve(v1).api, [
      { jsonrpc: '2.0', id: 1, method: 'who' },
      { jsonrpc: '2.0', id: 2, method: 'who' },
    ]);
    const error = { code: -32602, data: { errors: [{ loc: ['<header>', 'token'] }] } };
    expect(json).toMatchObject([
      { id: 1, error },
      { id: 2, error },
    ]);
  });
});

describe('params() combined with a parameter of commonDependencies', () => {
  test('is rejected with an error that names the method', () => {
    const v1 = new Entrypoint('/rpc', {
      commonDependencies: [dependency({ tenant: v.string() }, () => 1)],
    });
    expect(() => v1.method('pay', { args: { all: params(v.unknown()) } }, () => 1)).toThrow(
      /^method "pay": params\(\) reads the whole params and can't be combined with parameter "tenant"/,
    );
  });
});

test('a method can be declared after the entrypoint was bound to an api', async () => {
  const v1 = new Entrypoint('/rpc');
  const { api } = serve(v1);
  expect(await call(api, 'late')).toMatchObject({ error: { code: -32601 } });
  v1.method('late', {}, () => 1);
  expect(await call(api, 'late')).toMatchObject({ result: 1 });
});
