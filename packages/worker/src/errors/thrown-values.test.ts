import { BaseError, defineError, HttpError, InvalidParams, Unauthorized } from '@jsonrpc-kit/core';
import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { declaredErrors, deserializeError } from './deserialize-error.js';
import { serializeError } from './serialize-error.js';

class TooDeep extends defineError({ code: 6001, message: 'Too deep' }) {}
class TooLarge extends defineError({
  code: 6002,
  message: 'Too large',
  data: v.object({ limit: v.pipe(v.number(), v.transform(String)) }),
}) {}
/** A typed error whose constructor doesn't accept the data, and which has another property. */
class Locked extends defineError({
  code: 6003,
  message: 'Locked',
  data: v.object({ by: v.string() }),
}) {
  readonly user: { readonly name: string };
  constructor(user: { readonly name: string }) {
    super({ by: user.name });
    this.user = user;
  }
}
class Anything extends defineError({ code: 6004, message: 'Anything', data: v.unknown() }) {}

const DECLARED = [TooDeep, TooLarge, Locked, Anything];

/** Returns a thrown value as the event loop receives it. */
function transfer(
  thrown: unknown,
  declared: Parameters<typeof declaredErrors>[1] = DECLARED,
): unknown {
  return deserializeError(
    structuredClone(serializeError(thrown)),
    declaredErrors(undefined, declared),
  );
}

describe('a typed error', () => {
  test('is an instance of its class', () => {
    const error = new TooDeep();
    const received = transfer(error) as TooDeep;
    expect(received).toBeInstanceOf(TooDeep);
    expect(received).toBeInstanceOf(BaseError);
    expect(received).toMatchObject({ name: 'TooDeep', code: 6001, message: 'Too deep' });
    expect(received.getResponse(1)).toEqual(error.getResponse(1));
    expect(received.stack).toBe(error.stack);
  });

  test('has the data that was validated on the thread, without validating it again', () => {
    const received = transfer(new TooLarge({ limit: 5 })) as TooLarge;
    expect(received).toBeInstanceOf(TooLarge);
    expect(received.data).toEqual({ limit: '5' });
  });

  test('can have a constructor with other parameters', () => {
    const received = transfer(new Locked({ name: 'ann' })) as Locked;
    expect(received).toBeInstanceOf(Locked);
    expect(received.data).toEqual({ by: 'ann' });
    expect(received.user).toEqual({ name: 'ann' });
  });

  test('of the framework needs no declaration', () => {
    const errors = [{ loc: ['n'], msg: 'Too large', type: 'range' }];
    const received = transfer(new InvalidParams({ errors }), []) as InvalidParams;
    expect(received).toBeInstanceOf(InvalidParams);
    expect(received.data).toEqual({ errors });
  });

  test('Unauthorized keeps the parts of its HTTP response', () => {
    const error = new Unauthorized({ scheme: 'httpBearer' }, { challenge: 'Bearer' });
    const received = transfer(error, []) as Unauthorized;
    expect(received).toBeInstanceOf(Unauthorized);
    expect(received['~httpError']).toMatchObject({
      status: 401,
      detail: 'Not authenticated',
      headers: { 'www-authenticate': 'Bearer' },
    });
  });

  test('of an undeclared subclass is an instance of the declared class, with its own name', () => {
    class Bottomless extends TooDeep {}
    const received = transfer(new Bottomless());
    expect(received).toBeInstanceOf(TooDeep);
    expect(received).toMatchObject({ name: 'Bottomless', code: 6001 });
    expect(transfer(new Bottomless(), [TooDeep, Bottomless])).toBeInstanceOf(Bottomless);
  });

  test('of an undeclared class is a BaseError with the same response', () => {
    const error = new TooLarge({ limit: 5 });
    const received = transfer(error, []) as BaseError;
    expect(received).toBeInstanceOf(BaseError);
    expect(received).not.toBeInstanceOf(TooLarge);
    expect(received.name).toBe('TooLarge');
    expect(received.getResponse('a')).toEqual(error.getResponse('a'));
  });

  test('keeps its cause', () => {
    const received = transfer(
      new TooDeep(undefined, { cause: new RangeError('stack') }),
    ) as TooDeep;
    expect(received.cause).toBeInstanceOf(RangeError);
    expect(received.cause).toMatchObject({ message: 'stack' });
  });

  test('of a bundled copy of the core is recognized by its shape', () => {
    class Foreign extends Error {
      override readonly name = 'TooDeep';
      readonly code = 6001;
      readonly data = undefined;
      getResponse(): object {
        return {};
      }
    }
    expect(transfer(new Foreign('Too deep'))).toBeInstanceOf(TooDeep);
  });

  test('with data that cannot be cloned becomes a TypeError with the error as its cause', () => {
    const received = transfer(new Anything({ run: () => 1 })) as TypeError & {
      readonly cause: Error;
    };
    expect(received).toBeInstanceOf(TypeError);
    expect(received.message).toBe(
      "The data of Anything can't be sent from the worker thread; pass plain data",
    );
    expect(received.cause).toMatchObject({ name: 'Anything', message: 'Anything' });
    expect(received.cause.stack).toMatch(/^Anything: Anything\n +at .*thrown-values\.test\.ts/);
  });

  test.each([null, false, 0, '', 'text', [1], { at: new Date(0) }])('keeps the data %o', (data) => {
    expect(transfer(new Anything(data))).toMatchObject({ data });
  });
});

describe('an HttpError', () => {
  test('is an HttpError with its status, detail and headers', () => {
    const headers = { 'www-authenticate': 'Bearer' };
    const error = new HttpError(401, { why: 'token' }, headers, { cause: new Error('expired') });
    const received = transfer(error) as HttpError;
    expect(received).toBeInstanceOf(HttpError);
    expect(received).toMatchObject({ status: 401, detail: { why: 'token' }, headers });
    expect(received.stack).toBe(error.stack);
    expect(received.cause).toMatchObject({ message: 'expired' });
  });
});

describe('any other error', () => {
  test.each([
    new Error('a'),
    new TypeError('b'),
    new RangeError('c'),
    new SyntaxError('d'),
    new ReferenceError('e'),
    new EvalError('f'),
    new URIError('g'),
  ])('%o is an instance of its class, with its stack', (error) => {
    const received = transfer(error) as Error;
    expect(received.constructor).toBe(error.constructor);
    expect(received).toMatchObject({ message: error.message, stack: error.stack });
    expect(Object.keys(received)).toEqual([]);
  });

  test('of another class is an instance of the nearest built-in class, with its own name', () => {
    class ParseFailure extends SyntaxError {
      override readonly name = 'ParseFailure';
      readonly line = 3;
    }
    const received = transfer(new ParseFailure('odd')) as ParseFailure;
    expect(received).toBeInstanceOf(SyntaxError);
    expect(received).toMatchObject({ name: 'ParseFailure', message: 'odd', line: 3 });
  });

  test('keeps other properties that can be cloned, such as the code of a system error', () => {
    const error = Object.assign(new Error('no such file'), { code: 'ENOENT', run: () => 1 });
    expect(Object.entries(transfer(error) as Error)).toEqual([['code', 'ENOENT']]);
  });

  test('keeps its causes and the errors of an AggregateError', () => {
    const errors = [new TooDeep(), 'a text', new TypeError('c')];
    const error = new Error('outer', { cause: new AggregateError(errors, 'several') });
    const { cause } = transfer(error) as Error & { readonly cause: AggregateError };
    expect(cause).toBeInstanceOf(AggregateError);
    expect(cause.message).toBe('several');
    expect(cause.errors).toMatchObject([{ code: 6001 }, 'a text', { message: 'c' }]);
    expect(cause.errors[0]).toBeInstanceOf(TooDeep);
  });

  test('can be its own cause at any depth', () => {
    const error = new Error('outer');
    error.cause = new AggregateError([error, new Error('inner', { cause: error })], 'several');
    const { cause } = transfer(error) as Error & { readonly cause: AggregateError };
    expect(cause.errors).toMatchObject([{ message: 'inner' }]);
  });

  test('loses the end of a long chain of causes', () => {
    let error = new Error('0');
    for (let depth = 1; depth < 1000; depth += 1) error = new Error('more', { cause: error });
    let length = 0;
    for (let next = transfer(error) as Error | undefined; next; next = next.cause as Error)
      length += 1;
    expect(length).toBe(10);
  });
});

describe('a thrown value that is not an error', () => {
  test.each(['text', 5, undefined, null, { plain: [1] }])('is the same value: %o', (thrown) => {
    expect(transfer(thrown)).toEqual(thrown);
  });

  test('is text if it cannot be cloned', () => {
    expect(transfer(() => 1)).toBe('[Function (anonymous)]');
  });
});

test('an error whose properties cannot be read becomes a TypeError with the reason as its cause', () => {
  const error = Object.defineProperty(new Error('odd'), 'odd', {
    enumerable: true,
    get() {
      throw new Error('unreadable');
    },
  });
  expect(transfer(error)).toMatchObject({
    message: "The thrown value can't be read",
    cause: { message: 'unreadable' },
  });
});

test('every thrown value can be serialized and deserialized', () => {
  const anything = fc.anything({ withDate: true, withMap: true, withSet: true, withBigInt: true });
  const uncloneable = fc.constantFrom(() => 1, Symbol('s'), new WeakMap(), Promise.resolve());
  const member = fc.oneof(anything, uncloneable);
  const error = fc
    .record({ name: member, message: member, stack: member, cause: member, code: member })
    .map((members) => Object.assign(new Error('x'), members));
  fc.assert(
    fc.property(fc.oneof(error, member), (thrown) => {
      transfer(thrown);
    }),
  );
});
