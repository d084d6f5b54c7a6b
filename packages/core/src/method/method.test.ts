import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { call, serve } from '../../test/call.js';
import {
  cookie,
  defineError,
  defineMethod,
  dependency,
  Entrypoint,
  header,
  HttpError,
  jsonRpcContext,
  MethodNotFound,
  params,
} from '../index.js';
import { describeValue } from '../options/describe-value.js';

/** Returns the message of the error that a declaration throws. */
function errorOf(declare: () => unknown): string {
  try {
    declare();
  } catch (error) {
    return (error as Error).message;
  }
  return 'no error';
}

const handler = (): number => 1;
const user = dependency({ token: header(v.string()) }, function getUser({ token }) {
  return token;
});
const account = dependency({ accountId: v.string(), user }, function getAccount(args) {
  return args;
});

describe('a method', () => {
  test('has a handler that unit tests can call directly', async () => {
    const add = new Entrypoint('/rpc').method(
      'add',
      { args: { a: v.number(), b: v.number() } },
      async ({ a, b }) => a + b,
    );
    expect(await add.handler({ a: 1, b: 2 })).toBe(3);
  });

  test('has all options with their defaults', () => {
    const { name, args, errors, tags, deprecated, examples, result, timeout } = defineMethod(
      'plain',
      {},
      handler,
    );
    expect({ name, args, errors, tags, deprecated, examples, result, timeout }).toEqual({
      name: 'plain',
      args: {},
      errors: [],
      tags: [],
      deprecated: false,
      examples: [],
      result: undefined,
      timeout: undefined,
    });
  });

  test('is the methodRoute of the context of its calls', async () => {
    class Gone extends defineError({ code: 6001, message: 'Gone' }) {}
    const v1 = new Entrypoint('/rpc');
    const options = {
      args: { ctx: jsonRpcContext },
      summary: 'Says hello',
      description: 'At length',
      tags: ['greeting'],
      deprecated: true,
      errors: [Gone],
      timeout: 500,
      paramStructure: 'either',
      notifications: 'reject',
    } as const;
    const hello = v1.method('hello', options, ({ ctx }) => {
      expect(ctx.methodRoute).toBe(hello);
      return ctx.methodRoute?.summary;
    });
    expect(await call(serve(v1).api, 'hello')).toMatchObject({ result: 'Says hello' });
    expect(hello).toMatchObject({ ...options, errors: [Gone] });
  });
});

describe('methods that are split over files', () => {
  const one = defineMethod('one', {}, () => 1);
  const two = defineMethod('two', { args: { n: v.number() } }, ({ n }) => n * 2);

  test.each<[string, Parameters<Entrypoint['addMethods']>[0]]>([
    ['an array', [one, two]],
    ['a set', new Set([one, two])],
    ['a module', { one, two, LIMIT: 5, helper: handler, nothing: null, user, default: 'x' }],
  ])('are added as %s', async (_, methods) => {
    const v1 = new Entrypoint('/rpc');
    expect(v1.addMethods(methods)).toBe(v1);
    expect(v1.methods).toEqual([one, two]);
    expect(await call(serve(v1).api, 'two', { n: 2 })).toMatchObject({ result: 4 });
  });

  test('can be added to several entrypoints, whose options they inherit', async () => {
    const v1 = new Entrypoint('/v1').addMethods([two]);
    const v2 = new Entrypoint('/v2', { paramStructure: 'either' }).addMethods([two]);
    const { api } = serve(v1, v2);
    expect(await call(api, 'two', [2], { path: '/v1' })).toMatchObject({ error: { code: -32602 } });
    expect(await call(api, 'two', [2], { path: '/v2' })).toMatchObject({ result: 4 });
  });

  test.each([[{}], [[]], [{ helper: handler, LIMIT: 5 }]])(
    'must be methods: addMethods() rejects %j',
    (methods) => {
      expect(errorOf(() => new Entrypoint('/rpc').addMethods(methods))).toBe(
        'entrypoint "/rpc": addMethods() accepts only methods. Pass methods from defineMethod(), or a module that exports them.',
      );
    },
  );
});

/** The message about params() that is combined with another parameter. */
const combined = (other: string): string =>
  `method "pay": params() reads the whole params and can't be combined with ${other}, whether of the ` +
  'method or of a dependency. Add a member to the schema of params() instead.';

describe('the error about an invalid declaration names its place and says what to write', () => {
  const v1 = new Entrypoint('/rpc');
  v1.method('taken', {}, handler);

  test.each<[string, () => unknown, string]>([
    [
      'for a second method of the same name',
      () => v1.method('taken', {}, handler),
      'entrypoint "/rpc": method "taken" is already registered. Rename one of them.',
    ],
    [
      'for a second method of the same name in addMethods()',
      () => v1.addMethods([defineMethod('taken', {}, handler)]),
      'entrypoint "/rpc": method "taken" is already registered. Rename one of them.',
    ],
    [
      'for a reserved name',
      () => v1.method('rpc.discover', {}, handler),
      'method "rpc.discover": names that begin with "rpc." are reserved. Choose another name.',
    ],
    [
      'for a reserved name in defineMethod()',
      () => defineMethod('rpc.', {}, handler),
      'method "rpc.": names that begin with "rpc." are reserved. Choose another name.',
    ],
    [
      'for an empty name',
      () => v1.method('', {}, handler),
      'The name of a method must be a non-empty string, not "". Write the name that clients send, such as "withdraw".',
    ],
    [
      'for a missing handler',
      () => v1.method('pay', handler as never, undefined as never),
      'method "pay": the third argument must be the handler function. Pass {} as the second argument if the method needs no options.',
    ],
    [
      'for params() combined with a parameter',
      () => v1.method('pay', { args: { all: params(v.unknown()), amount: v.number() } }, handler),
      combined('parameter "amount"'),
    ],
    [
      'for params() combined with a parameter of a dependency',
      () => v1.method('pay', { args: { account, all: params(v.unknown()) } }, handler),
      combined('parameter "accountId"'),
    ],
    [
      'for params() combined with a parameter of a dependency in dependencies',
      () =>
        v1.method('pay', { args: { all: params(v.unknown()) }, dependencies: [account] }, handler),
      combined('parameter "accountId"'),
    ],
    [
      'for a second params()',
      () => v1.method('pay', { args: { a: params(v.unknown()), b: params(v.any()) } }, handler),
      combined('a second params()'),
    ],
    [
      'for an argument that is a function',
      () => v1.method('pay', { args: { user: (() => 1) as never } }, handler),
      `method "pay": argument "user" isn't an argument source. Wrap the function in dependency({ … }, function), or call it, as in v.string().`,
    ],
    ...[undefined, null, 5, 'text', {}, { kind: 'other' }].map(
      (source): [string, () => unknown, string] => [
        `for an argument that is ${JSON.stringify(source)}`,
        () => v1.method('pay', { args: { user: source as never } }, handler),
        `method "pay": argument "user" isn't an argument source. Write a Standard Schema, params(), header(), cookie(), dependency(), resource() or a built-in source.`,
      ],
    ),
    [
      'for an invalid argument of a dependency',
      () => dependency({ db: 5 as never }, function getUser() {}),
      `dependency "getUser": argument "db" isn't an argument source. Write a Standard Schema, params(), header(), cookie(), dependency(), resource() or a built-in source.`,
    ],
    [
      'for a header with a name that HTTP does not allow',
      () => v1.method('pay', { args: { t: header(v.string(), { alias: 'my token' }) } }, handler),
      `method "pay": argument "t" reads a header named "my token", which HTTP doesn't allow. Write header(schema, { alias }) with letters, digits, "-" and "_".`,
    ],
    [
      'for an unknown option of a header',
      () => header(v.string(), { alais: 'user-token' } as object),
      'header(): unknown option "alais". Did you mean "alias"?',
    ],
    [
      'for a name instead of the options of a cookie',
      () => cookie(v.string(), 'theme' as never),
      'cookie(): the options must be an object, not "theme". Pass {} if you need none.',
    ],
    [
      'for an alias that is not a string',
      () => cookie(v.string(), { alias: 5 as never }),
      'cookie(): alias must be a string, not 5',
    ],
    [
      'for an argument whose name is not a valid name of a cookie',
      () => v1.method('pay', { args: { 'a;b': cookie(v.string()) } }, handler),
      `method "pay": argument "a;b" reads a cookie named "a;b", which HTTP doesn't allow. Write cookie(schema, { alias }) with letters, digits, "-" and "_".`,
    ],
    [
      'for an argument with the name __proto__',
      () =>
        v1.method('pay', { args: JSON.parse('{"__proto__":1}') as Record<string, never> }, handler),
      `method "pay": an argument can't be named "__proto__". Choose another name.`,
    ],
    [
      'for a function instead of a dependency',
      () => v1.method('pay', { dependencies: [user, (() => 1) as never] }, handler),
      'method "pay": dependencies[1] must be a dependency, not a function. Write dependency({ … }, function).',
    ],
    [
      'for a middleware that is not a function',
      () => v1.method('pay', { middlewares: [undefined as never] }, handler),
      'method "pay": middlewares[0] must be a function, not undefined. Write async (ctx, next) => { … }.',
    ],
    [
      'for a result that is not a schema',
      () => v1.method('pay', { result: {} as never }, handler as never),
      'method "pay": result must be a schema, not an object. Write a Standard Schema, such as v.string().',
    ],
    ...[new Error('x'), HttpError, undefined].map((entry): [string, () => unknown, string] => [
      `for ${describeValue(entry)} in errors`,
      () => v1.method('pay', { errors: [MethodNotFound, entry as never] }, handler),
      `method "pay": errors[1] must be a class of typed errors, not ${describeValue(entry)}. Write class ` +
        `NotEnoughMoney extends defineError({ code: 6001, message: 'Not enough money' }) {}.`,
    ]),
    ...[params, header, cookie].map((source): [string, () => unknown, string] => [
      `for ${source.name}() without a schema`,
      () => v1.method('pay', { args: { user: source(undefined as never) } }, handler),
      `method "pay": argument "user" is ${source.name}() without a schema. Write ${source.name}(v.string()), or pass another Standard Schema.`,
    ]),
    [
      'for a dependency without a function',
      () => dependency(handler as never, undefined as never),
      'dependency(): the second argument must be the function that resolves the value. Pass {} as the first argument if the function needs no arguments.',
    ],
    ...[0, -1, Number.NaN, 2 ** 31].map((timeout): [string, () => unknown, string] => [
      `for the timeout ${timeout}`,
      () => v1.method('pay', { timeout }, handler),
      `method "pay": timeout must be from 1 to 2147483647 milliseconds, or Infinity for no limit, not ${timeout}`,
    ]),
  ])('%s', (_, declare, message) => {
    expect(errorOf(declare)).toBe(message);
    expect(v1.methods.map(({ name }) => name)).toEqual(['taken']);
  });

  test('for dependencies that form a cycle', () => {
    const needs: Record<string, never> = {};
    const first = dependency(needs, function first() {});
    const second = dependency({ first }, function second() {});
    Object.assign(needs, { second });
    expect(errorOf(() => v1.method('pay', { args: { first } }, handler))).toBe(
      'method "pay": dependencies form a cycle: "first" -> "second" -> "first". Move what they share into another dependency.',
    );
  });
});
