import { BaseError, defineError, HttpError, InvalidParams } from '@jsonrpc-kit/core';
import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { knownErrors } from './known-errors.js';
import { reviveError } from './revive-error.js';
import { sendError } from './send-error.js';

class TooDeep extends defineError({ code: 6001, message: 'Too deep' }) {}
class TooLarge extends defineError({
  code: 6002,
  message: 'Too large',
  data: v.object({ limit: v.pipe(v.number(), v.transform(String)) }),
}) {}
/** Takes something else than data, and has a member of its own. */
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

/** The error as it comes out on the other side of a thread. */
function sent(thrown: unknown, declared: Parameters<typeof knownErrors>[1] = DECLARED): unknown {
  return reviveError(structuredClone(sendError(thrown)), knownErrors(undefined, declared));
}

describe('a typed error', () => {
  test('arrives as one of its own class', () => {
    const error = new TooDeep();
    const arrived = sent(error) as TooDeep;
    expect(arrived).toBeInstanceOf(TooDeep);
    expect(arrived).toBeInstanceOf(BaseError);
    expect(arrived).toMatchObject({ name: 'TooDeep', code: 6001, message: 'Too deep' });
    expect(arrived.getResponse(1)).toEqual(error.getResponse(1));
    expect(arrived.stack).toBe(error.stack);
  });

  test('has the data that was validated where it was thrown, which is not done again', () => {
    const arrived = sent(new TooLarge({ limit: 5 })) as TooLarge;
    expect(arrived).toBeInstanceOf(TooLarge);
    expect(arrived.data).toEqual({ limit: '5' });
  });

  test('may have constructor arguments of its own', () => {
    const arrived = sent(new Locked({ name: 'ann' })) as Locked;
    expect(arrived).toBeInstanceOf(Locked);
    expect(arrived.data).toEqual({ by: 'ann' });
    expect(arrived.user).toEqual({ name: 'ann' });
  });

  test('of the framework is known without a declaration', () => {
    const errors = [{ loc: ['n'], msg: 'Too large', type: 'range' }];
    const arrived = sent(new InvalidParams({ errors }), []) as InvalidParams;
    expect(arrived).toBeInstanceOf(InvalidParams);
    expect(arrived.data).toEqual({ errors });
  });

  test('of a class that extends a declared one is of that, by its own name', () => {
    class Bottomless extends TooDeep {}
    const arrived = sent(new Bottomless());
    expect(arrived).toBeInstanceOf(TooDeep);
    expect(arrived).toMatchObject({ name: 'Bottomless', code: 6001 });
    expect(sent(new Bottomless(), [TooDeep, Bottomless])).toBeInstanceOf(Bottomless);
  });

  test('that nobody declared is a BaseError with the same answer', () => {
    const error = new TooLarge({ limit: 5 });
    const arrived = sent(error, []) as BaseError;
    expect(arrived).toBeInstanceOf(BaseError);
    expect(arrived).not.toBeInstanceOf(TooLarge);
    expect(arrived.name).toBe('TooLarge');
    expect(arrived.getResponse('a')).toEqual(error.getResponse('a'));
  });

  test('keeps its cause', () => {
    const arrived = sent(new TooDeep(undefined, { cause: new RangeError('stack') })) as TooDeep;
    expect(arrived.cause).toBeInstanceOf(RangeError);
    expect(arrived.cause).toMatchObject({ message: 'stack' });
  });

  test('of a module with a core of its own, as a bundler makes them, is known by its shape', () => {
    class Foreign extends Error {
      override readonly name = 'TooDeep';
      readonly code = 6001;
      readonly data = undefined;
      getResponse(): object {
        return {};
      }
    }
    expect(sent(new Foreign('Too deep'))).toBeInstanceOf(TooDeep);
  });

  test('with data that threads can not send is the mistake of who threw it, and says so', () => {
    const arrived = sent(new Anything({ run: () => 1 })) as TypeError & { readonly cause: Error };
    expect(arrived).toBeInstanceOf(TypeError);
    expect(arrived.message).toBe(
      "The data of Anything can't be sent from its worker thread; give it plain data",
    );
    expect(arrived.cause).toMatchObject({ name: 'Anything', message: 'Anything' });
    expect(arrived.cause.stack).toMatch(/^Anything: Anything\n +at .*revive-error\.test\.ts/);
  });

  test.each([null, false, 0, '', 'text', [1], { at: new Date(0) }])('keeps the data %o', (data) => {
    expect(sent(new Anything(data))).toMatchObject({ data });
  });
});

describe('an HttpError', () => {
  test('arrives as one', () => {
    const headers = { 'www-authenticate': 'Bearer' };
    const error = new HttpError(401, { why: 'token' }, headers, { cause: new Error('expired') });
    const arrived = sent(error) as HttpError;
    expect(arrived).toBeInstanceOf(HttpError);
    expect(arrived).toMatchObject({ status: 401, detail: { why: 'token' }, headers });
    expect(arrived.stack).toBe(error.stack);
    expect(arrived.cause).toMatchObject({ message: 'expired' });
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
  ])('%o arrives as one of its class, with its stack', (error) => {
    const arrived = sent(error) as Error;
    expect(arrived.constructor).toBe(error.constructor);
    expect(arrived).toMatchObject({ message: error.message, stack: error.stack });
    expect(Object.keys(arrived)).toEqual([]);
  });

  test('of a class of its own is of the nearest built-in one, by its own name', () => {
    class ParseFailure extends SyntaxError {
      override readonly name = 'ParseFailure';
      readonly line = 3;
    }
    const arrived = sent(new ParseFailure('odd')) as ParseFailure;
    expect(arrived).toBeInstanceOf(SyntaxError);
    expect(arrived).toMatchObject({ name: 'ParseFailure', message: 'odd', line: 3 });
  });

  test("keeps what else stands on it, a system error's code, as far as it can be sent", () => {
    const error = Object.assign(new Error('no such file'), { code: 'ENOENT', run: () => 1 });
    expect(Object.entries(sent(error) as Error)).toEqual([['code', 'ENOENT']]);
  });

  test('keeps its causes, and the errors that it gathers', () => {
    const gathered = [new TooDeep(), 'a text', new TypeError('c')];
    const error = new Error('outer', { cause: new AggregateError(gathered, 'several') });
    const { cause } = sent(error) as Error & { readonly cause: AggregateError };
    expect(cause).toBeInstanceOf(AggregateError);
    expect(cause.message).toBe('several');
    expect(cause.errors).toMatchObject([{ code: 6001 }, 'a text', { message: 'c' }]);
    expect(cause.errors[0]).toBeInstanceOf(TooDeep);
  });

  test('may be its own cause, at any depth', () => {
    const error = new Error('outer');
    error.cause = new AggregateError([error, new Error('inner', { cause: error })], 'several');
    const { cause } = sent(error) as Error & { readonly cause: AggregateError };
    expect(cause.errors).toMatchObject([{ message: 'inner' }]);
  });

  test('may have a long chain of causes, whose end is cut', () => {
    let error = new Error('0');
    for (let depth = 1; depth < 1000; depth += 1) error = new Error('more', { cause: error });
    let length = 0;
    for (let next = sent(error) as Error | undefined; next; next = next.cause as Error) length += 1;
    expect(length).toBe(10);
  });
});

describe('what is no error', () => {
  test.each(['text', 5, undefined, null, { plain: [1] }])('arrives as it is: %o', (thrown) => {
    expect(sent(thrown)).toEqual(thrown);
  });

  test('and can not be sent arrives as text', () => {
    expect(sent(() => 1)).toBe('[Function (anonymous)]');
  });
});

test('an error that can not even be read is told of', () => {
  const error = Object.defineProperty(new Error('odd'), 'odd', {
    enumerable: true,
    get() {
      throw new Error('not for you');
    },
  });
  expect(sent(error)).toMatchObject({
    message: "What was thrown can't be read",
    cause: { message: 'not for you' },
  });
});

test('whatever is thrown, it can be sent', () => {
  const anything = fc.anything({ withDate: true, withMap: true, withSet: true, withBigInt: true });
  const unsendable = fc.constantFrom(() => 1, Symbol('s'), new WeakMap(), Promise.resolve());
  const member = fc.oneof(anything, unsendable);
  const error = fc
    .record({ name: member, message: member, stack: member, cause: member, code: member })
    .map((members) => Object.assign(new Error('x'), members));
  fc.assert(
    fc.property(fc.oneof(error, member), (thrown) => {
      sent(thrown);
    }),
  );
});
