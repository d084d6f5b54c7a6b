// oxlint-disable vitest/expect-expect -- comments expect the errors of the compiler
import { type } from 'arktype';
import * as v from 'valibot';
import { describe, expectTypeOf, test } from 'vitest';
import { z } from 'zod';
import {
  type BackgroundTasks,
  backgroundTasks,
  type BaseError,
  cookie,
  defineError,
  defineMethod,
  dependency,
  Entrypoint,
  header,
  type HttpRequest,
  httpRequest,
  type HttpResponseHead,
  httpResponse,
  InvalidParams,
  type JsonRpcContext,
  jsonRpcContext,
  params,
  RequestTimeout,
  signal,
} from '../index.js';
import { rateLimit } from '../rate-limit.js';
import type { RequestParams } from '../types.js';

const v1 = new Entrypoint('/rpc');

/** The params, result and error of a method, as a typed client reads them. */
type Wire<Method extends { readonly '~types'?: unknown }> = NonNullable<Method['~types']>;

describe('a handler’s arguments', () => {
  test('have the output types of their schemas', () => {
    v1.method(
      'm',
      {
        args: {
          plain: v.number(),
          optional: v.optional(v.string()),
          withDefault: v.optional(v.number(), 20),
          nullable: v.nullable(v.string()),
          transformed: v.pipe(
            v.string(),
            v.transform((text) => new Date(text)),
          ),
          union: v.picklist(['a', 'b']),
          ofZod: z.object({ a: z.number() }),
          ofArk: type({ a: 'number' }),
        },
      },
      (args) => {
        expectTypeOf(args).toEqualTypeOf<{
          plain: number;
          optional: string | undefined;
          withDefault: number;
          nullable: string | null;
          transformed: Date;
          union: 'a' | 'b';
          ofZod: { a: number };
          ofArk: { a: number };
        }>();
        expectTypeOf(args.plain).not.toBeAny();
      },
    );
  });

  test("have the types of the other sources' values", () => {
    v1.method(
      'm',
      {
        args: {
          order: params(v.object({ sku: v.string() })),
          token: header(v.optional(v.string()), { alias: 'x-token' }),
          session: cookie(v.pipe(v.string(), v.transform(Number))),
          tasks: backgroundTasks,
          request: httpRequest,
          response: httpResponse,
          ctx: jsonRpcContext,
          signal,
        },
      },
      (args) => {
        expectTypeOf(args).toEqualTypeOf<{
          order: { sku: string };
          token: string | undefined;
          session: number;
          tasks: BackgroundTasks;
          request: HttpRequest;
          response: HttpResponseHead;
          ctx: JsonRpcContext;
          signal: AbortSignal;
        }>();
        expectTypeOf(args.ctx).not.toBeAny();
        expectTypeOf(args.signal).not.toBeAny();
      },
    );
  });

  test("have the types of its dependencies' values", () => {
    const plain = dependency({}, () => ({ name: 'ann' }));
    const later = dependency({}, async () => 5);
    const generator = dependency({}, function* () {
      yield new Map<string, number>();
    });
    const asyncGenerator = dependency({}, async function* () {
      yield 'tx' as const;
    });
    const nested = dependency({ plain, id: v.number() }, (args) => {
      expectTypeOf(args).toEqualTypeOf<{ plain: { name: string }; id: number }>();
      return args.id;
    });
    v1.method('m', { args: { plain, later, generator, asyncGenerator, nested } }, (args) => {
      expectTypeOf(args).toEqualTypeOf<{
        plain: { name: string };
        later: number;
        generator: Map<string, number>;
        asyncGenerator: 'tx';
        nested: number;
      }>();
      expectTypeOf(args.asyncGenerator).not.toBeAny();
    });
  });

  test('do not exist without sources', () => {
    v1.method('m', {}, (args) => {
      expectTypeOf(args).toEqualTypeOf<{}>();
    });
    v1.method('m', {}, (args) => {
      // @ts-expect-error -- no source has this name
      void args.amount;
    });
  });

  test('can be declared in a separate constant', () => {
    const args = { amount: v.number() };
    v1.method('m', { args }, ({ amount }) => {
      expectTypeOf(amount).toBeNumber();
    });
  });
});

describe('the compiler rejects', () => {
  test('a function instead of a dependency', () => {
    // @ts-expect-error -- the function has to be wrapped in dependency()
    v1.method('m', { args: { user: () => 'ann' } }, () => 1);
  });

  test('a constructor or a string instead of a schema', () => {
    // @ts-expect-error -- Number is not a schema
    v1.method('m', { args: { amount: Number } }, () => 1);
    // @ts-expect-error -- the name of a type is not a schema
    v1.method('m', { args: { amount: 'number' } }, () => 1);
  });

  test('the options of a rate limit instead of rateLimit()', () => {
    const options = { points: 1, duration: 1, key: () => 'ann' };
    // @ts-expect-error -- Pass these options to rateLimit() …
    v1.method('m', { rateLimit: options }, () => null);
    v1.method('n', { rateLimit: rateLimit(options) }, () => null);
  });

  test('a misspelled option', () => {
    // @ts-expect-error -- the option is called `args`
    v1.method('m', { arg: { amount: v.number() } }, () => 1);
  });
});

describe('a handler’s result', () => {
  const Balance = v.object({ balance: v.number() });

  test('is the input of its schema or a promise of it', () => {
    v1.method('m', { result: Balance }, () => ({ balance: 1 }));
    v1.method('m', { result: Balance }, async () => ({ balance: 1 }));
    v1.method('m', { result: v.null() }, () => null);
    v1.method('m', { result: v.optional(v.number()) }, () => undefined);
  });

  test('can be a literal without a type annotation', () => {
    v1.method('m', { result: v.literal('pong') }, () => 'pong');
    v1.method('m', { result: v.literal(true) }, () => true);
    v1.method('m', { result: v.literal(5) }, () => {
      return 5;
    });
    v1.method('m', { result: v.literal(5n) }, () => 5n);
    v1.method('m', { result: z.literal('pong') }, () => 'pong');
    v1.method('m', { result: v.picklist(['a', 'b']) }, () => (Math.random() > 0.5 ? 'a' : 'b'));
    v1.method('m', { result: v.tuple([v.literal(1), v.string()]) }, () => [1, 'x']);
    v1.method('m', { result: v.object({ kind: v.literal('a') }) }, async () => ({ kind: 'a' }));
    v1.method('m', { args: { a: v.string() }, result: v.literal('pong') }, ({ a }) => {
      if (a === '') throw new Error(a);
      return 'pong';
    });
    defineMethod('m', { result: v.literal('pong') }, () => 'pong');
  });

  test('can be a promise of a literal, which TypeScript 5 infers with `as const`', () => {
    v1.method('m', { result: v.literal('pong') }, async () => 'pong' as const);
  });

  test('can be unknown if its schema accepts anything, or without a schema', () => {
    const unknown: unknown = 5;
    v1.method('m', { result: v.unknown() }, () => unknown);
    v1.method('m', { result: v.any() }, async () => unknown);
    v1.method('m', {}, () => unknown);
    v1.method('m', {}, (): void => {});
    v1.method('m', {}, async () => {});
    v1.method('m', {}, () => null);
  });

  test('can contain arrays and tuples, mutable or not', () => {
    const Items = v.object({ items: v.array(v.object({ n: v.number() })) });
    v1.method('m', { result: v.array(v.number()) }, () => [1, 2]);
    v1.method('m', { result: v.array(v.number()) }, async () => [1, 2]);
    v1.method('m', { result: v.array(v.number()) }, () => Array<number>(5));
    v1.method('m', { result: v.array(v.number()) }, () => [1, 2] as readonly number[]);
    v1.method('m', { result: v.array(v.picklist(['a', 'b'])) }, () => ['a']);
    v1.method('m', { result: Items }, async () => ({ items: [{ n: 1 }] }));
    v1.method('m', { result: v.tuple([v.array(v.literal(1))]) }, () => [[1]]);
    // @ts-expect-error -- an item must be a number
    v1.method('m', { result: Items }, async () => ({ items: [{ n: '1' }] }));
    // @ts-expect-error -- the tuple has another length
    v1.method('m', { result: v.tuple([v.number()]) }, () => [1, 2]);
  });

  test('can be recursive', () => {
    type Tree = { value: number; children: Tree[] };
    const Tree: v.GenericSchema<Tree> = v.object({
      value: v.number(),
      children: v.array(v.lazy(() => Tree)),
    });
    v1.method('m', { result: Tree }, (): Tree => ({ value: 1, children: [] }));
    v1.method('m', { result: Tree }, () => ({
      value: 1,
      children: [{ value: 2, children: [] }],
    }));
    // @ts-expect-error -- a leaf has no children
    v1.method('m', { result: Tree }, () => ({ value: 1, children: [{ value: 2 }] }));
  });

  test('can contain dates, branded values, instances and unknown values', () => {
    type Iban = string & { readonly __brand: 'iban' };
    class Money {
      readonly #cents = 1;
      toJSON(): number {
        return this.#cents;
      }
    }
    const result = v.object({
      at: v.date(),
      iban: v.custom<Iban>(() => true),
      money: v.instance(Money),
      anything: v.unknown(),
    });
    v1.method('m', { result }, async () => ({
      at: new Date(),
      iban: 'x' as Iban,
      money: new Money(),
      anything: [1],
    }));
    // @ts-expect-error -- a plain string is not a branded one
    v1.method('m', { result: v.custom<Iban>(() => true) }, () => 'x');
  });

  test('is rejected if it has another type', () => {
    // @ts-expect-error -- the balance must be a number
    v1.method('m', { result: Balance }, () => ({ balance: '1' }));
    // @ts-expect-error -- the balance is missing
    v1.method('m', { result: Balance }, () => ({}));
    // @ts-expect-error -- the balance is missing in the promise
    v1.method('m', { result: Balance }, async () => ({ balance: '1' }));
    // @ts-expect-error -- another literal
    v1.method('m', { result: v.literal('pong') }, () => 'ping');
    // @ts-expect-error -- nothing is returned
    v1.method('m', { result: Balance }, () => {});
  });

  test('has the output type of its schema on the wire', () => {
    const result = v.pipe(
      v.date(),
      v.transform((date) => date.toISOString()),
    );
    const method = v1.method('m', { result }, () => new Date());
    expectTypeOf<Wire<typeof method>['result']>().toBeString();
  });

  test('has the return type of the handler without a schema', () => {
    const method = v1.method('m', {}, async () => ({ a: 1, b: ['x'] }));
    expectTypeOf<Wire<typeof method>['result']>().toExtend<{ a: number; b: string[] }>();
    expectTypeOf<Wire<typeof method>['result']>().not.toBeAny();
  });
});

describe('the wire params of a method', () => {
  test('have the input types of its schemas, and are optional if a schema is', () => {
    const method = v1.method(
      'm',
      {
        args: {
          plain: v.number(),
          optional: v.optional(v.string()),
          withDefault: v.optional(v.number(), 20),
          nullable: v.nullable(v.string()),
          transformed: v.pipe(v.string(), v.transform(Number)),
          ofZod: z.number().default(5),
        },
      },
      () => 1,
    );
    expectTypeOf<Wire<typeof method>['params']>().toEqualTypeOf<{
      plain: number;
      optional?: string | undefined;
      withDefault?: number | undefined;
      nullable: string | null;
      transformed: string;
      ofZod?: number | undefined;
    }>();
  });

  test('include those of its dependencies at every depth, but nothing of other sources', () => {
    const user = dependency({ token: header(v.string()), tenant: v.optional(v.string()) }, () => 1);
    const account = dependency({ user, accountId: v.string() }, () => 1);
    const method = v1.method(
      'm',
      { args: { amount: v.number(), account, tasks: backgroundTasks, ctx: jsonRpcContext } },
      () => 1,
    );
    expectTypeOf<Wire<typeof method>['params']>().toEqualTypeOf<{
      amount: number;
      accountId: string;
      tenant?: string | undefined;
    }>();
  });

  test('are those of params(): a union, a tuple, an array, a record or anything', () => {
    const Shape = v.variant('kind', [
      v.object({ kind: v.literal('circle'), radius: v.number() }),
      v.object({ kind: v.literal('square'), side: v.number() }),
    ]);
    const shape = v1.method('m', { args: { shape: params(Shape) } }, () => 1);
    expectTypeOf<Wire<typeof shape>['params']>().toEqualTypeOf<v.InferInput<typeof Shape>>();
    const Pair = v.tuple([v.number(), v.string()]);
    const pair = v1.method('m', { args: { pair: params(Pair), signal } }, () => 1);
    expectTypeOf<Wire<typeof pair>['params']>().toEqualTypeOf<[number, string]>();
    const list = v1.method('m', { args: { list: params(v.array(v.number())) } }, () => 1);
    expectTypeOf<Wire<typeof list>['params']>().toEqualTypeOf<number[]>();
    const Counts = v.record(v.string(), v.number());
    const counts = v1.method('m', { args: { counts: params(Counts) } }, () => 1);
    expectTypeOf<Wire<typeof counts>['params']>().toEqualTypeOf<Record<string, number>>();
    const anything = v1.method('m', { args: { anything: params(v.unknown()) } }, () => 1);
    expectTypeOf<Wire<typeof anything>['params']>().toEqualTypeOf<NonNullable<RequestParams>>();
    const ofDependency = dependency({ pair: params(Pair) }, () => 1);
    const through = v1.method('m', { args: { ofDependency } }, () => 1);
    expectTypeOf<Wire<typeof through>['params']>().toEqualTypeOf<[number, string]>();
  });

  test('are those of params() of an object', () => {
    const Order = v.object({ sku: v.string(), count: v.optional(v.number(), 1) });
    const method = v1.method('m', { args: { order: params(Order) } }, () => 1);
    expectTypeOf<Wire<typeof method>['params']>().toEqualTypeOf<{
      sku: string;
      count?: number | undefined;
    }>();
  });

  test('are empty without parameters', () => {
    const method = v1.method('m', { args: { token: header(v.string()) } }, () => 1);
    expectTypeOf<Wire<typeof method>['params']>().toEqualTypeOf<{}>();
    const bare = v1.method('m', {}, () => 1);
    expectTypeOf<Wire<typeof bare>['params']>().toEqualTypeOf<{}>();
  });
});

describe('a declared method', () => {
  class NoMoney extends defineError({
    code: 6001,
    message: 'No money',
    data: v.object({ balance: v.number() }),
  }) {}
  class Gone extends defineError({ code: 6002, message: 'Gone' }) {}

  test('has its name and its errors in its signature', () => {
    const method = v1.method('pay', { errors: [NoMoney, Gone] }, () => 1);
    expectTypeOf<Wire<typeof method>['name']>().toEqualTypeOf<'pay'>();
    expectTypeOf<Wire<typeof method>['error']>().toEqualTypeOf<NoMoney | Gone>();
    expectTypeOf<Wire<typeof method>['error']['code']>().toEqualTypeOf<6001 | 6002>();
    expectTypeOf<Wire<typeof method>['error']>().toExtend<BaseError>();
  });

  test('has no errors in its signature if it declares none', () => {
    const method = v1.method('pay', {}, () => 1);
    expectTypeOf<Wire<typeof method>['error']>().toBeNever();
  });

  test('has the errors of its entrypoint in its signature, except the default errors', () => {
    const v2 = new Entrypoint('/rpc', { errors: [Gone, ...Entrypoint.defaultErrors] });
    const pay = v2.method('pay', { errors: [NoMoney] }, () => 1);
    expectTypeOf<Wire<typeof pay>['error']>().toEqualTypeOf<NoMoney | Gone>();
    const ping = v2.method('ping', {}, () => 1);
    expectTypeOf<Wire<typeof ping>['error']>().toEqualTypeOf<Gone>();
    const some = new Entrypoint('/rpc', { errors: [RequestTimeout, InvalidParams] });
    const slow = some.method('slow', { errors: [InvalidParams] }, () => 1);
    expectTypeOf<Wire<typeof slow>['error']>().toEqualTypeOf<RequestTimeout | InvalidParams>();
  });

  test('has a handler that can be called directly', () => {
    const method = v1.method('add', { args: { a: v.number() } }, async ({ a }) => a + 1);
    expectTypeOf(method.handler).parameters.toEqualTypeOf<[{ a: number }]>();
    expectTypeOf(method.handler({ a: 1 })).resolves.toBeNumber();
    // @ts-expect-error -- a parameter is missing
    void method.handler({});
    // @ts-expect-error -- a parameter has another type
    void method.handler({ a: '1' });
  });

  test('has the same type from defineMethod() as from an entrypoint', () => {
    const options = { args: { a: v.number() }, result: v.string(), errors: [Gone] } as const;
    const bound = v1.method('add', options, () => 'x');
    const split = defineMethod('add', options, () => 'x');
    expectTypeOf(split).toEqualTypeOf(bound);
    v1.addMethods([split]);
    v1.addMethods({ split, LIMIT: 5 });
  });

  test('accepts only classes of typed errors', () => {
    // @ts-expect-error -- Error is not a typed error
    v1.method('m', { errors: [Error] }, () => 1);
    // @ts-expect-error -- an instance is not a class
    v1.method('m', { errors: [new Gone()] }, () => 1);
  });
});
