// oxlint-disable vitest/expect-expect -- comments expect the errors of the compiler
import * as v from 'valibot';
import { describe, expectTypeOf, test } from 'vitest';
import { BaseError, defineError, type ErrorClass, InvalidParams, type Problem } from '../index.js';

class Plain extends defineError({ code: 7000, message: 'Plain' }) {}
class NoMoney extends defineError({
  code: 6001,
  message: 'No money',
  data: v.object({ balance: v.pipe(v.number(), v.transform(String)) }),
}) {}
class Maybe extends defineError({
  code: 6002,
  message: 'Maybe',
  data: v.optional(v.object({ a: v.number() })),
}) {}
class Rows extends defineError({
  code: 6003,
  message: 'Rows',
  errors: v.object({ row: v.number() }),
}) {}
class File extends defineError({
  code: 6004,
  message: 'File',
  data: v.object({ file: v.string() }),
  errors: v.object({ row: v.number() }),
}) {}

describe('the constructor of a typed error', () => {
  test('requires data if the model does', () => {
    expectTypeOf(NoMoney).toBeConstructibleWith({ balance: 1 });
    expectTypeOf(NoMoney).toBeConstructibleWith({ balance: 1 }, { cause: new Error('x') });
    // @ts-expect-error -- data is required
    void new NoMoney();
    // @ts-expect-error -- the balance is missing
    void new NoMoney({});
    // @ts-expect-error -- the balance has another type
    void new NoMoney({ balance: '1' });
    // @ts-expect-error -- an unknown member
    void new NoMoney({ balance: 1, other: 1 });
  });

  test('has optional data if the model does', () => {
    expectTypeOf(Maybe).toBeConstructibleWith();
    expectTypeOf(Maybe).toBeConstructibleWith({ a: 1 });
    // @ts-expect-error -- the data has another type
    void new Maybe({ a: '1' });
  });

  test('rejects data without a model', () => {
    expectTypeOf(Plain).toBeConstructibleWith();
    expectTypeOf(Plain).toBeConstructibleWith(undefined, { cause: 1 });
    // @ts-expect-error -- the class has no data
    void new Plain({ a: 1 });
  });

  test('accepts the entries of data.errors', () => {
    expectTypeOf(Rows).toBeConstructibleWith();
    expectTypeOf(Rows).toBeConstructibleWith({ errors: [{ row: 1 }] });
    // @ts-expect-error -- a row must be a number
    void new Rows({ errors: [{ row: '1' }] });
    expectTypeOf(File).toBeConstructibleWith({ file: 'a' });
    expectTypeOf(File).toBeConstructibleWith({ file: 'a', errors: [{ row: 1 }] });
    // @ts-expect-error -- the data itself is required
    void new File({ errors: [{ row: 1 }] });
  });
});

describe('a typed error', () => {
  test('has the data on the wire', () => {
    expectTypeOf(new NoMoney({ balance: 1 }).data).toEqualTypeOf<{ balance: string }>();
    expectTypeOf(new NoMoney({ balance: 1 }).data).not.toBeAny();
    expectTypeOf(new Plain().data).toBeUndefined();
    expectTypeOf(new Maybe().data).toEqualTypeOf<{ a: number } | undefined>();
    expectTypeOf(new File({ file: 'a' }).data.errors).toEqualTypeOf<
      readonly { row: number }[] | undefined
    >();
  });

  test('has its code as a literal', () => {
    expectTypeOf(new Plain().code).toEqualTypeOf<7000>();
    expectTypeOf(Plain.code).toEqualTypeOf<7000>();
    expectTypeOf(new InvalidParams().code).toEqualTypeOf<-32602>();
  });

  test('is a BaseError and an Error', () => {
    expectTypeOf<NoMoney>().toExtend<BaseError<6001>>();
    expectTypeOf<NoMoney>().toExtend<Error>();
    expectTypeOf(NoMoney).toExtend<ErrorClass>();
  });
});

test('InvalidParams accepts problems', () => {
  expectTypeOf(InvalidParams).toBeConstructibleWith({
    errors: [{ loc: ['to', 0], msg: 'No such account', type: 'unknown' }],
  });
  expectTypeOf(new InvalidParams().data?.errors).toEqualTypeOf<readonly Problem[] | undefined>();
  // @ts-expect-error -- a problem has a path
  void new InvalidParams({ errors: [{ msg: 'No', type: 'unknown' }] });
});

describe('a class that extends BaseError itself', () => {
  test('cannot be instantiated as BaseError itself', () => {
    // @ts-expect-error -- BaseError is abstract
    void new BaseError();
  });

  test('does not compile without a code', () => {
    // @ts-expect-error -- … does not implement inherited abstract member 'code' from class 'BaseError…'
    class Uncoded extends BaseError {}
    void Uncoded;
    // @ts-expect-error -- a message is not enough
    class Named extends BaseError {
      static override readonly message = 'Named';
    }
    void Named;
  });

  test('declares its code for the class and for the type of its instances', () => {
    class Own extends BaseError<5001> {
      static override readonly code = 5001;
      static override readonly message = 'Own';
      readonly code = 5001;
    }
    expectTypeOf(Own).toExtend<ErrorClass>();
    expectTypeOf<Own['code']>().toEqualTypeOf<5001>();
  });
});

test('a typed error can have a subclass of a subclass', () => {
  class Expired extends Plain {}
  class LongExpired extends Expired {
    readonly since = new Date();
  }
  expectTypeOf(new LongExpired().code).toEqualTypeOf<7000>();
  expectTypeOf(LongExpired.code).toEqualTypeOf<7000>();
  expectTypeOf(LongExpired).toExtend<ErrorClass>();
  class Poor extends NoMoney {
    constructor() {
      super({ balance: 0 });
    }
  }
  expectTypeOf(Poor).toBeConstructibleWith();
  expectTypeOf(new Poor().data).toEqualTypeOf<{ balance: string }>();
});

test('defineError() requires a code and a message', () => {
  // @ts-expect-error -- the message is missing
  defineError({ code: 1 });
  // @ts-expect-error -- the code is a number
  defineError({ code: '1', message: 'x' });
});
