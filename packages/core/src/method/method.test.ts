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

/** The message with which something is refused where it is declared. */
function refusal(declare: () => unknown): string {
  try {
    declare();
  } catch (error) {
    return (error as Error).message;
  }
  return 'not refused';
}

const handler = (): number => 1;
const user = dependency({ token: header(v.string()) }, function getUser({ token }) {
  return token;
});
const account = dependency({ accountId: v.string(), user }, function getAccount(args) {
  return args;
});

describe('a method', () => {
  test('is a value: its handler is called directly in a unit test', async () => {
    const add = new Entrypoint('/rpc').method(
      'add',
      { args: { a: v.number(), b: v.number() } },
      async ({ a, b }) => a + b,
    );
    expect(await add.handler({ a: 1, b: 2 })).toBe(3);
  });

  test('holds its options with their defaults', () => {
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

  test('has what its context shows as methodRoute', async () => {
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
      notification: false,
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

  test('may belong to several entrypoints, each with its own surroundings', async () => {
    const v1 = new Entrypoint('/v1').addMethods([two]);
    const v2 = new Entrypoint('/v2', { paramStructure: 'either' }).addMethods([two]);
    const { api } = serve(v1, v2);
    expect(await call(api, 'two', [2], { path: '/v1' })).toMatchObject({ error: { code: -32602 } });
    expect(await call(api, 'two', [2], { path: '/v2' })).toMatchObject({ result: 4 });
  });

  test.each([[{}], [[]], [{ helper: handler, LIMIT: 5 }]])(
    'where there is none among them, %j, that is refused',
    (methods) => {
      expect(refusal(() => new Entrypoint('/rpc').addMethods(methods))).toBe(
        'entrypoint /rpc: addMethods() was given no method; give it what defineMethod() makes, or a ' +
          'module that exports such',
      );
    },
  );
});

describe('refused when it is declared, with the method, the argument, and what to write instead', () => {
  const v1 = new Entrypoint('/rpc');
  v1.method('taken', {}, handler);

  test.each<[string, () => unknown, string]>([
    [
      'a second method of the same name',
      () => v1.method('taken', {}, handler),
      'entrypoint /rpc: there is a method taken already; give one of them another name',
    ],
    [
      'a second method of the same name, added',
      () => v1.addMethods([defineMethod('taken', {}, handler)]),
      'entrypoint /rpc: there is a method taken already; give one of them another name',
    ],
    [
      'a reserved name',
      () => v1.method('rpc.discover', {}, handler),
      'method rpc.discover: names that begin with "rpc." are reserved; choose another',
    ],
    [
      'a reserved name, split off',
      () => defineMethod('rpc.', {}, handler),
      'method rpc.: names that begin with "rpc." are reserved; choose another',
    ],
    [
      'an empty name',
      () => v1.method('', {}, handler),
      'A method needs a name that is not empty; write what callers send, as "withdraw"',
    ],
    [
      'no handler',
      () => v1.method('pay', handler as never, undefined as never),
      'method pay: the third argument must be the handler function; write {} as the second where ' +
        'there are no options',
    ],
    [
      'params() beside a parameter',
      () => v1.method('pay', { args: { all: params(v.unknown()), amount: v.number() } }, handler),
      'method pay: params() takes the whole params, so the parameter "amount" can\'t stand beside ' +
        "it, dependencies' included; make it a member of the params() schema",
    ],
    [
      'params() beside a parameter of a dependency',
      () => v1.method('pay', { args: { account, all: params(v.unknown()) } }, handler),
      'method pay: params() takes the whole params, so the parameter "accountId" can\'t stand ' +
        "beside it, dependencies' included; make it a member of the params() schema",
    ],
    [
      'params() beside a parameter of a dependency that is run for its effect',
      () =>
        v1.method('pay', { args: { all: params(v.unknown()) }, dependencies: [account] }, handler),
      'method pay: params() takes the whole params, so the parameter "accountId" can\'t stand ' +
        "beside it, dependencies' included; make it a member of the params() schema",
    ],
    [
      'a second params()',
      () => v1.method('pay', { args: { a: params(v.unknown()), b: params(v.any()) } }, handler),
      "method pay: params() takes the whole params, so a second params() can't stand beside it, " +
        "dependencies' included; make it a member of the params() schema",
    ],
    [
      'an argument that is a function',
      () => v1.method('pay', { args: { user: (() => 1) as never } }, handler),
      'method pay: the argument "user" is no argument source; ' +
        'wrap the function: dependency({ … }, function), or call it, as v.string()',
    ],
    ...[undefined, null, 5, 'text', {}, { kind: 'other' }].map(
      (source): [string, () => unknown, string] => [
        `an argument that is ${JSON.stringify(source)}`,
        () => v1.method('pay', { args: { user: source as never } }, handler),
        'method pay: the argument "user" is no argument source; write a Standard Schema, ' +
          'params(), header(), cookie(), a dependency(), a resource() or a built-in source',
      ],
    ),
    [
      'an argument of a dependency',
      () => dependency({ db: 5 as never }, function getUser() {}),
      'dependency getUser: the argument "db" is no argument source; write a Standard Schema, ' +
        'params(), header(), cookie(), a dependency(), a resource() or a built-in source',
    ],
    [
      'a header of a name that HTTP has not',
      () => v1.method('pay', { args: { t: header(v.string(), { alias: 'my token' }) } }, handler),
      'method pay: the argument "t" reads a header named "my token", which HTTP can\'t carry; ' +
        'write header(schema, { alias }) with letters, digits, "-" and "_"',
    ],
    [
      'an option that a header has not',
      () => header(v.string(), { alais: 'user-token' } as object),
      'header(): there is no option "alais"; did you mean "alias"?',
    ],
    [
      'a name alone in place of the options of a cookie',
      () => cookie(v.string(), 'theme' as never),
      'cookie(): the options must be an object, not "theme"; write {} where there are none',
    ],
    [
      'an alias that is no string',
      () => cookie(v.string(), { alias: 5 as never }),
      'cookie(): alias must be a string, not 5',
    ],
    [
      'a cookie whose name is made of an argument that can not be one',
      () => v1.method('pay', { args: { 'a;b': cookie(v.string()) } }, handler),
      'method pay: the argument "a;b" reads a cookie named "a;b", which HTTP can\'t carry; ' +
        'write cookie(schema, { alias }) with letters, digits, "-" and "_"',
    ],
    [
      'an argument named __proto__',
      () =>
        v1.method('pay', { args: JSON.parse('{"__proto__":1}') as Record<string, never> }, handler),
      "method pay: an argument can't be named __proto__; choose another name",
    ],
    [
      'a function in place of a dependency',
      () => v1.method('pay', { dependencies: [user, (() => 1) as never] }, handler),
      'method pay: dependencies[1] is no dependency; write dependency({ … }, function)',
    ],
    [
      'what is no middleware',
      () => v1.method('pay', { middlewares: [undefined as never] }, handler),
      'method pay: middlewares[0] is no function; write async (ctx, next) => { … }',
    ],
    [
      'a result that is no schema',
      () => v1.method('pay', { result: {} as never }, handler as never),
      'method pay: result must be a schema, not an object; write one of a library with Standard ' +
        'Schema, as v.string()',
    ],
    ...[new Error('x'), HttpError, undefined].map((entry): [string, () => unknown, string] => [
      'what is no class of typed errors',
      () => v1.method('pay', { errors: [MethodNotFound, entry as never] }, handler),
      'method pay: errors[1] is no class of typed errors; write class NotEnoughMoney extends ' +
        "defineError({ code: 6001, message: 'Not enough money' }) {}",
    ]),
    ...[params, header, cookie].map((source): [string, () => unknown, string] => [
      `${source.name}() without a schema`,
      () => v1.method('pay', { args: { user: source(undefined as never) } }, handler),
      `method pay: the argument "user" is ${source.name}() without a schema; write ` +
        `${source.name}(v.string()), or any other Standard Schema`,
    ]),
    [
      'a dependency without a function',
      () => dependency(handler as never, undefined as never),
      'dependency(): the second argument must be the function that makes its value; write {} as ' +
        'the first where it takes nothing',
    ],
    ...[0, -1, Number.NaN, 2 ** 31].map((timeout): [string, () => unknown, string] => [
      `the timeout ${timeout}`,
      () => v1.method('pay', { timeout }, handler),
      `method pay: timeout must be from 1 to 2147483647 milliseconds, or Infinity for no limit, ` +
        `not ${timeout}`,
    ]),
  ])('%s', (_, declare, message) => {
    expect(refusal(declare)).toBe(message);
    expect(v1.methods.map(({ name }) => name)).toEqual(['taken']);
  });

  test('dependencies that need each other', () => {
    const needs: Record<string, never> = {};
    const first = dependency(needs, function first() {});
    const second = dependency({ first }, function second() {});
    Object.assign(needs, { second });
    expect(refusal(() => v1.method('pay', { args: { first } }, handler))).toBe(
      'method pay: dependencies need each other in a cycle: first -> second -> first; ' +
        'move what both need to a third',
    );
  });
});
