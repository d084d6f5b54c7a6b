import fc from 'fast-check';
import * as v from 'valibot';
import { beforeEach, describe, expect, test } from 'vitest';
import { call, postJson, type Response, serve } from '../../test/call.js';
import type { memoryLogger } from '../../test/in-process.js';
import {
  type Api,
  cookie,
  dependency,
  Entrypoint,
  header,
  httpRequest,
  jsonRpcContext,
  params,
  type Problem,
  signal,
} from '../index.js';

let v1: Entrypoint;
let api: Api;
let log: ReturnType<typeof memoryLogger>['entries'];

beforeEach(() => {
  v1 = new Entrypoint('/rpc');
  ({ api, log } = serve(v1));
});

describe('an argument that is a schema', () => {
  test('is the output of the schema for the member of params with its name', async () => {
    const Day = v.pipe(
      v.string(),
      v.transform((text) => new Date(text)),
    );
    v1.method('year', { args: { day: Day } }, ({ day }) => day.getUTCFullYear());
    expect(await call(api, 'year', { day: '2024-02-29' })).toMatchObject({ result: 2024 });
  });

  test('can be omitted if the schema is optional or has a default', async () => {
    v1.method(
      'page',
      { args: { after: v.optional(v.string()), size: v.optional(v.number(), 20) } },
      ({ after, size }) => ({ after: after ?? 'none', size }),
    );
    for (const absent of [undefined, {}]) {
      expect(await call(api, 'page', absent)).toMatchObject({
        result: { after: 'none', size: 20 },
      });
    }
    expect(await call(api, 'page', { after: 'a', size: 5 })).toMatchObject({
      result: { after: 'a', size: 5 },
    });
  });

  test('can be null, which is not an absent value', async () => {
    v1.method('page', { args: { size: v.optional(v.number(), 20) } }, ({ size }) => size);
    v1.method('note', { args: { text: v.nullable(v.string()) } }, ({ text }) => text);
    expect(await call(api, 'page', { size: null })).toMatchObject({
      error: { code: -32602, data: { errors: [{ loc: ['size'] }] } },
    });
    expect(await call(api, 'note', { text: null })).toMatchObject({ result: null });
  });

  test('ignores members of params that no argument reads', async () => {
    v1.method('page', { args: { size: v.number() } }, (args) => args);
    expect(await call(api, 'page', { size: 5, other: 1 })).toMatchObject({ result: { size: 5 } });
  });

  test('can have an asynchronous schema', async () => {
    const Free = v.pipeAsync(
      v.string(),
      v.checkAsync(async (name) => name !== 'taken', 'The name is taken'),
    );
    v1.method('register', { args: { name: Free, age: v.number() } }, (args) => args);
    const args = { name: 'free', age: 5 };
    expect(await call(api, 'register', args)).toMatchObject({ result: args });
    expect(await call(api, 'register', { name: 'taken', age: 'x' })).toMatchObject({
      error: {
        code: -32602,
        data: {
          errors: expect.arrayContaining([
            expect.objectContaining({ loc: ['name'], msg: 'The name is taken' }),
            expect.objectContaining({ loc: ['age'] }),
          ]) as unknown,
        },
      },
    });
  });

  test('is resolved before other sources if its schema is asynchronous', async () => {
    const Later = v.pipeAsync(
      v.string(),
      v.transformAsync(async (text) => `${text}!`),
    );
    const greeting = dependency({ name: Later }, ({ name }) => `Hello, ${name}`);
    v1.method('greet', { args: { greeting, name: Later, ctx: jsonRpcContext } }, (args) => [
      args.greeting,
      args.name,
      args.ctx.methodRoute?.name,
    ]);
    expect(await call(api, 'greet', { name: 'ada' })).toMatchObject({
      result: ['Hello, ada!', 'ada!', 'greet'],
    });
  });

  test('keeps its place among the arguments if its schema is asynchronous', async () => {
    const Later = v.pipeAsync(
      v.string(),
      v.transformAsync(async (text) => text),
    );
    v1.method('order', { args: { first: Later, second: v.number() } }, (args) => Object.keys(args));
    const order = await call(api, 'order', { first: 'a', second: 2 });
    expect(order).toMatchObject({ result: ['first', 'second'] });
  });

  test.each<[string, v.GenericSchema | v.GenericSchemaAsync]>([
    [
      'throws',
      v.pipe(
        v.string(),
        v.transform(() => {
          throw new Error('secret');
        }),
      ),
    ],
    [
      'rejects',
      v.pipeAsync(
        v.string(),
        v.transformAsync(() => Promise.reject(new Error('secret'))),
      ),
    ],
  ])('fails the call with a logged InternalError if its schema %s', async (_, schema) => {
    v1.method('run', { args: { name: schema } }, () => 1);
    expect(await call(api, 'run', { name: 'x' })).toMatchObject({
      error: { code: -32603, message: 'Internal error' },
    });
    expect(log).toMatchObject([{ details: { err: { message: 'secret' }, method: 'run', id: 1 } }]);
  });

  test('leaves no unhandled rejection if its schema rejects while another throws', async () => {
    const rejections: unknown[] = [];
    const listener = (reason: unknown): void => void rejections.push(reason);
    process.on('unhandledRejection', listener);
    const rejecting = v.pipeAsync(
      v.string(),
      v.transformAsync(() => Promise.reject(new Error('rejected'))),
    );
    const throwing = v.pipe(
      v.string(),
      v.transform(() => {
        throw new Error('thrown');
      }),
    );
    v1.method('run', { args: { a: rejecting, b: throwing } }, () => 1);
    expect(await call(api, 'run', { a: 'x', b: 'x' })).toMatchObject({ error: { code: -32603 } });
    // Node reports unhandled rejections after the microtasks have run.
    await new Promise(setImmediate);
    process.off('unhandledRejection', listener);
    expect(rejections).toEqual([]);
  });
});

describe('params(schema)', () => {
  const Order = v.object({ sku: v.string(), count: v.optional(v.number(), 1) });

  test('reads {} if the request has no params', async () => {
    v1.method('echo', { args: { all: params(v.unknown()) } }, ({ all }) => all);
    expect(await call(api, 'echo')).toMatchObject({ result: {} });
    expect(await call(api, 'echo', { a: 1 })).toMatchObject({ result: { a: 1 } });
  });

  test('reports problems with a path relative to params', async () => {
    v1.method('place', { args: { order: params(Order) } }, ({ order }) => order);
    expect(await call(api, 'place', { sku: 'a' })).toMatchObject({
      result: { sku: 'a', count: 1 },
    });
    expect(await call(api, 'place', { count: 'x' })).toMatchObject({
      error: { code: -32602, data: { errors: [{ loc: ['sku'] }, { loc: ['count'] }] } },
    });
  });

  test('rejects an array if params are sent by name only', async () => {
    v1.method('echo', { args: { all: params(v.unknown()) } }, ({ all }) => all);
    expect(await call(api, 'echo', [1])).toMatchObject({ error: { code: -32602 } });
  });
});

describe('header(schema)', () => {
  test.each([
    ['userAuthToken', 'user-auth-token'],
    ['token', 'token'],
    ['XRequestID', 'x-request-id'],
    ['x_request_id', 'x-request-id'],
    ['sha256Sum', 'sha256-sum'],
  ])('%s reads %s', async (argument, name) => {
    v1.method('read', { args: { [argument]: header(v.string()) } }, (args) => args);
    expect(await call(api, 'read', {}, { headers: { [name]: 'abc' } })).toMatchObject({
      result: { [argument]: 'abc' },
    });
  });

  test('reads the name in its alias regardless of case', async () => {
    const token = header(v.string(), { alias: 'X-Auth-Token' });
    v1.method('read', { args: { token } }, (args) => args.token);
    expect(await call(api, 'read', {}, { headers: { 'x-auth-token': 'abc' } })).toMatchObject({
      result: 'abc',
    });
  });

  test('passes a string to its schema, or undefined if the header is absent', async () => {
    const args = {
      count: header(v.pipe(v.string(), v.transform(Number), v.integer())),
      note: header(v.optional(v.string(), 'none')),
    };
    v1.method('read', { args }, (read) => read);
    expect(await call(api, 'read', {}, { headers: { count: '5' } })).toMatchObject({
      result: { count: 5, note: 'none' },
    });
    expect(await call(api, 'read', {}, { headers: { count: '', note: '' } })).toMatchObject({
      result: { count: 0, note: '' },
    });
  });

  test('reports an absent or invalid header by its name on the wire', async () => {
    const token = header(v.pipe(v.string(), v.minLength(3)), { alias: 'Auth-Token' });
    v1.method('read', { args: { token } }, () => 1);
    expect(await call(api, 'read')).toEqual({
      jsonrpc: '2.0',
      id: 1,
      error: {
        code: -32602,
        message: 'Invalid params',
        data: {
          errors: [
            { loc: ['<header>', 'auth-token'], msg: 'Missing required header', type: 'missing' },
          ],
        },
      },
    });
    expect(await call(api, 'read', {}, { headers: { 'auth-token': 'x' } })).toMatchObject({
      error: { data: { errors: [{ loc: ['<header>', 'auth-token'], type: 'min_length' }] } },
    });
  });
});

describe('cookie(schema)', () => {
  const withCookie = (value: string) => ({ headers: { cookie: value } });

  test('reads and percent-decodes the cookie with its name or alias', async () => {
    const args = { session: cookie(v.string()), theme: cookie(v.string(), { alias: 'ui.theme' }) };
    v1.method('read', { args }, (read) => read);
    const parts = withCookie('a=1; session=a%20b; ui.theme=dark; session=second');
    expect(await call(api, 'read', {}, parts)).toMatchObject({
      result: { session: 'a b', theme: 'dark' },
    });
  });

  test('reports an absent cookie', async () => {
    v1.method('read', { args: { session: cookie(v.string()) } }, () => 1);
    for (const parts of [{}, withCookie(''), withCookie('Session=a'), withCookie(';;=')]) {
      expect(await call(api, 'read', {}, parts)).toMatchObject({
        error: {
          code: -32602,
          data: {
            errors: [
              { loc: ['<cookie>', 'session'], msg: 'Missing required cookie', type: 'missing' },
            ],
          },
        },
      });
    }
  });

  test.each(['toString', 'constructor', 'hasOwnProperty'])(
    'named %s is absent unless it was sent',
    async (name) => {
      v1.method(
        'read',
        { args: { [name]: cookie(v.optional(v.string(), 'none')) } },
        (args) => args,
      );
      expect(await call(api, 'read')).toMatchObject({ result: { [name]: 'none' } });
      expect(await call(api, 'read', {}, withCookie(`${name}=x`))).toMatchObject({
        result: { [name]: 'x' },
      });
    },
  );

  test('does not decode a cookie with a malformed escape', async () => {
    v1.method('read', { args: { session: cookie(v.string()) } }, ({ session }) => session);
    expect(await call(api, 'read', {}, withCookie('session=%E0%A4%A'))).toMatchObject({
      result: '%E0%A4%A',
    });
  });
});

describe('the built-in sources', () => {
  test('return the HTTP request, the context of the call and the signal', async () => {
    const native = { framework: 'own' };
    v1.method(
      'look',
      { args: { request: httpRequest, ctx: jsonRpcContext, signal } },
      ({ request, ctx, signal: own }) => {
        expect(request.native).toBe(native);
        expect(ctx.httpRequest).toBe(request);
        expect(ctx.signal).toBe(own);
        expect(own.aborted).toBe(false);
        return [request.verb, request.path, request.header('x-a'), ctx.methodRoute?.name];
      },
    );
    const parts = { native, path: '/rpc/', headers: { 'x-a': 'b' } };
    expect(await call(api, 'look', {}, parts)).toMatchObject({
      result: ['POST', '/rpc/', 'b', 'look'],
    });
  });
});

function problemsIn(error: Response['error']): readonly Problem[] {
  return (error as { data: { errors: Problem[] } }).data.errors;
}

describe('a call with several problems', () => {
  test('reports the paths of all invalid parameters, headers and cookies, including those of dependencies', async () => {
    const user = dependency({ token: header(v.string()), tenant: v.number() }, () => 'user');
    const account = dependency({ user, session: cookie(v.string()) }, () => 'account');
    const Items = v.array(v.object({ sku: v.string(), tags: v.array(v.string()) }));
    v1.method('pay', { args: { account, amount: v.number(), items: Items } }, () => 1);
    const sent = { tenant: 'x', items: [{ sku: 1, tags: ['a', 2] }, { sku: 'a' }] };
    const { error } = await call(api, 'pay', sent);
    expect(error?.code).toBe(-32602);
    expect(problemsIn(error).map(({ loc }) => loc)).toEqual([
      ['amount'],
      ['items', 0, 'sku'],
      ['items', 0, 'tags', 1],
      ['items', 1, 'tags'],
      ['<cookie>', 'session'],
      ['<header>', 'token'],
      ['tenant'],
    ]);
  });

  test('reports the first 100 of them', async () => {
    v1.method('sum', { args: { terms: v.array(v.number()) } }, () => 1);
    const { error } = await call(api, 'sum', { terms: Array(130_000).fill('') });
    expect(error?.code).toBe(-32602);
    expect(problemsIn(error)).toHaveLength(101);
  });

  test('does not report rejected values', async () => {
    v1.method(
      'pay',
      { args: { card: v.pipe(v.string(), v.creditCard()), pin: v.number() } },
      () => 1,
    );
    const { text } = await postJson(api, {
      jsonrpc: '2.0',
      id: 1,
      method: 'pay',
      params: { card: '4242424242424241', pin: 'hunter2' },
    });
    expect(text).toContain('"loc":["card"]');
    expect(text).toContain('"loc":["pin"]');
    expect(text).not.toMatch(/42424|hunter2/);
  });
});

describe('params by position', () => {
  const user = dependency(
    { token: v.string(), tenant: v.optional(v.string(), 'none') },
    (args) => args,
  );
  const account = dependency({ user, accountId: v.number() }, (args) => args);
  const args = { account, amount: v.number(), note: v.optional(v.string(), 'no note') };

  const declare = (structure: 'by-name' | 'by-position' | 'either'): void => {
    v1.method('pay', { args, paramStructure: structure }, ({ account: given, amount, note }) => [
      amount,
      note,
      given.accountId,
      given.user.token,
      given.user.tenant,
    ]);
  };

  test('follow the order of declaration: those of the method first, then those of its dependencies', async () => {
    declare('by-position');
    expect(await call(api, 'pay', [5, 'rent', 7, 't', 'acme'])).toMatchObject({
      result: [5, 'rent', 7, 't', 'acme'],
    });
  });

  test('can be omitted at the end if they are optional', async () => {
    declare('by-position');
    expect(await call(api, 'pay', [5, 'rent', 7, 't'])).toMatchObject({
      result: [5, 'rent', 7, 't', 'none'],
    });
  });

  test('are reported by name if they are missing', async () => {
    declare('by-position');
    for (const none of [undefined, []]) {
      expect(await call(api, 'pay', none)).toMatchObject({
        error: {
          code: -32602,
          data: {
            errors: [
              { loc: ['amount'], type: 'missing' },
              { loc: ['accountId'], type: 'missing' },
              { loc: ['token'], type: 'missing' },
            ],
          },
        },
      });
    }
  });

  test('are rejected if there are too many', async () => {
    declare('either');
    expect(await call(api, 'pay', [5, 'rent', 7, 't', 'acme', null])).toMatchObject({
      error: {
        code: -32602,
        data: {
          errors: [
            {
              loc: [],
              msg: 'This method accepts at most 5 positional parameters',
              type: 'too_many_positions',
            },
          ],
        },
      },
    });
  });

  test('are rejected if params are sent by name only, which is the default', async () => {
    declare('by-name');
    v1.method('default', { args: { a: v.number() } }, () => 1);
    for (const method of ['pay', 'default']) {
      expect(await call(api, method, [1])).toMatchObject({
        error: { code: -32602, data: { errors: [{ loc: [], type: 'by-name' }] } },
      });
    }
  });

  test.each(['by-name', 'by-position', 'either'] as const)(
    'an empty array is accepted where no parameter is required: %s',
    async (paramStructure) => {
      const note = v.optional(v.string(), 'no note');
      const optional = {
        note,
        by: dependency({ by: v.optional(v.string(), 'anonymous') }, ({ by }) => by),
      };
      v1.method('none', { paramStructure }, () => 'none');
      v1.method('optional', { args: optional, paramStructure }, (given) => given);
      expect(await call(api, 'none', [])).toMatchObject({ result: 'none' });
      expect(await call(api, 'optional', [])).toMatchObject({
        result: { note: 'no note', by: 'anonymous' },
      });
    },
  );

  test('can be an empty array for params() with only optional members', async () => {
    const Filter = v.strictObject({ owner: v.optional(v.string()) });
    v1.method('find', { args: { filter: params(Filter) } }, ({ filter }) => filter);
    expect(await call(api, 'find', [])).toMatchObject({ result: {} });
  });

  test('report the required parameters that an empty array lacks', async () => {
    declare('by-name');
    expect(await call(api, 'pay', [])).toMatchObject({
      error: {
        code: -32602,
        data: { errors: [{ loc: ['amount'] }, { loc: ['accountId'] }, { loc: ['token'] }] },
      },
    });
  });

  test('are required if params are sent by position only', async () => {
    declare('by-position');
    expect(await call(api, 'pay', { amount: 5 })).toMatchObject({
      error: { code: -32602, data: { errors: [{ loc: [], type: 'by-position' }] } },
    });
  });

  test('are configured by the entrypoint, and a method can override it', async () => {
    const either = new Entrypoint('/either', { paramStructure: 'either' });
    either.method('default', { args: { a: v.number() } }, ({ a }) => a);
    either.method('own', { args: { a: v.number() }, paramStructure: 'by-name' }, ({ a }) => a);
    const served = serve(either);
    expect(await call(served.api, 'default', [1])).toMatchObject({ result: 1 });
    expect(await call(served.api, 'default', { a: 1 })).toMatchObject({ result: 1 });
    expect(await call(served.api, 'own', [1])).toMatchObject({ error: { code: -32602 } });
  });

  test('have one position for a parameter that two sources read', async () => {
    const shared = v.number();
    const twice = dependency({ id: shared }, ({ id }) => id * 2);
    v1.method(
      'ids',
      { args: { twice, id: shared, last: v.string() }, paramStructure: 'either' },
      (given) => given,
    );
    expect(await call(api, 'ids', [4, 'x'])).toMatchObject({
      result: { twice: 8, id: 4, last: 'x' },
    });
  });

  test('are passed to params() as an array', async () => {
    v1.method(
      'sum',
      { args: { all: params(v.array(v.number())) }, paramStructure: 'by-position' },
      ({ all }) => all.length,
    );
    expect(await call(api, 'sum', Array(50).fill(1))).toMatchObject({ result: 50 });
    expect(await call(api, 'sum')).toMatchObject({ result: 0 });
  });

  test('have the same results as named params, whatever is sent', async () => {
    v1.method(
      'either',
      {
        args: { a: v.unknown(), b: v.optional(v.number(), 3), c: v.nullable(v.string()) },
        paramStructure: 'either',
      },
      (given) => given,
    );
    await fc.assert(
      fc.asyncProperty(fc.jsonValue(), fc.jsonValue(), fc.jsonValue(), async (a, b, c) => {
        expect(await call(api, 'either', [a, b, c])).toEqual(
          await call(api, 'either', { a, b, c }),
        );
      }),
    );
  });
});
