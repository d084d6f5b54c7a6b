import { type } from 'arktype';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { BaseError, defineError, Entrypoint, InvalidParams } from '../index.js';

class AuthError extends defineError({ code: 7000, message: 'Auth error' }) {}
class NotEnoughMoney extends defineError({
  code: 6001,
  message: 'Not enough money',
  data: v.object({ balance: v.number(), currency: v.optional(v.string(), 'EUR') }),
}) {}
class BadRows extends defineError({
  code: 6002,
  message: 'Bad rows',
  errors: v.object({ row: v.number() }),
}) {}
class BadFile extends defineError({
  code: 6003,
  message: 'Bad file',
  data: v.object({ file: v.string() }),
  errors: v.object({ row: v.pipe(v.number(), v.transform(String)) }),
}) {}

describe('a typed error', () => {
  test('has the response of its class, even if another copy of the core created it', () => {
    const foreign = Object.assign(new Error('Auth error'), { data: undefined });
    const error = Object.setPrototypeOf(foreign, AuthError.prototype) as AuthError;
    expect(error.code).toBe(7000);
    expect(error.getResponse(1)).toEqual({
      jsonrpc: '2.0',
      id: 1,
      error: { code: 7000, message: 'Auth error' },
    });
  });

  test('has a description for the API schemas, which is not sent', () => {
    const description = 'The token is unknown.';
    class TokenError extends defineError({ code: 7001, message: 'Token error', description }) {}
    expect(TokenError.description).toBe(description);
    expect(new TokenError().getResponse().error).toEqual({ code: 7001, message: 'Token error' });
  });

  test('is an instance of Error, BaseError and its own class', () => {
    const error = new AuthError();
    expect(error).toBeInstanceOf(Error);
    expect(error).toBeInstanceOf(BaseError);
    expect(error).toBeInstanceOf(AuthError);
    expect(error).not.toBeInstanceOf(NotEnoughMoney);
  });

  test('has the name of its class, its message and a stack', () => {
    const error = new AuthError();
    expect(error.name).toBe('AuthError');
    expect(error.message).toBe('Auth error');
    expect(error.stack).toMatch(/^AuthError: Auth error\n.*define-error\.test\.ts/);
    expect(error.code).toBe(7000);
    expect(error.data).toBeUndefined();
  });

  test('can belong to a class with other constructor arguments', () => {
    class Locked extends defineError({
      code: 6004,
      message: 'Locked',
      data: v.object({ by: v.string() }),
    }) {
      constructor(user: { name: string }) {
        super({ by: user.name });
      }
    }
    expect(new Locked({ name: 'ann' }).data).toEqual({ by: 'ann' });
  });

  test('can belong to a subclass of another typed error', () => {
    class Expired extends AuthError {}
    expect(new Expired()).toBeInstanceOf(AuthError);
    expect(new Expired()).toMatchObject({ name: 'Expired', code: 7000, message: 'Auth error' });
  });

  test('keeps its cause out of the response', () => {
    const cause = new Error('secret');
    const error = new NotEnoughMoney({ balance: 1 }, { cause });
    expect(error.cause).toBe(cause);
    expect(JSON.stringify(error.getResponse())).not.toContain('secret');
  });
});

describe('getResponse()', () => {
  test('returns the whole response with its members in the order of the specification', () => {
    const error = new NotEnoughMoney({ balance: 12 });
    expect(JSON.stringify(error.getResponse(7))).toBe(
      '{"jsonrpc":"2.0","id":7,"error":{"code":6001,"message":"Not enough money","data":{"balance":12,"currency":"EUR"}}}',
    );
  });

  test('returns a response without data, and with the id null by default', () => {
    expect(new AuthError().getResponse()).toStrictEqual({
      jsonrpc: '2.0',
      id: null,
      error: { code: 7000, message: 'Auth error' },
    });
  });

  test('returns data that is null, false, 0 or empty', () => {
    class Any extends defineError({ code: 6005, message: 'Any', data: v.unknown() }) {}
    for (const data of [null, false, 0, '']) {
      expect(new Any(data).getResponse().error).toEqual({ code: 6005, message: 'Any', data });
    }
  });
});

describe('the data of a typed error', () => {
  test('is the output of its model', () => {
    expect(new NotEnoughMoney({ balance: 1 }).data).toEqual({ balance: 1, currency: 'EUR' });
  });

  test('is rejected by the constructor with the class and the path if its model rejects it', () => {
    expect(() => new NotEnoughMoney({ balance: '1' } as never)).toThrow(
      new TypeError(
        `NotEnoughMoney: data does not match its schema: balance: Invalid type: Expected number`,
      ),
    );
    expect(() => new NotEnoughMoney(undefined as never)).toThrow(
      /^NotEnoughMoney: data does not match its schema: /,
    );
  });

  test('is rejected if the class has no model', () => {
    expect(() => new AuthError('data' as never)).toThrow(
      new TypeError(
        'AuthError: the error has no data schema. Add one to its class, or omit the data.',
      ),
    );
  });

  test('cannot have an asynchronous model', () => {
    class Slow extends defineError({
      code: 6006,
      message: 'Slow',
      data: v.objectAsync({ a: v.number() }),
    }) {}
    expect(() => new Slow({ a: 1 })).toThrow(
      'Slow: data has an asynchronous schema, but errors are created synchronously. Use a synchronous schema.',
    );
  });

  test.each([
    ['zod', z.object({ balance: z.number() })],
    ['arktype', type({ balance: 'number' })],
    ['valibot', v.object({ balance: v.number() })],
  ])('can have a model of %s', (_, data) => {
    class Own extends defineError({ code: 6007, message: 'Own', data }) {}
    expect(new Own({ balance: 1 }).data).toEqual({ balance: 1 });
    expect(() => new Own({ balance: 'x' } as never)).toThrow(/^Own: data does not match .*balance/);
  });
});

test('the message about rejected data has no path if the data itself is invalid', () => {
  class Own extends defineError({ code: 6009, message: 'Own', data: type('number') }) {}
  expect(() => new Own('x' as never)).toThrow(
    new TypeError(`Own: data does not match its schema: must be a number`),
  );
});

describe('the entries of data.errors of a typed error', () => {
  test('are the output of their model', () => {
    const error = new BadFile({ file: 'a.csv', errors: [{ row: 1 }, { row: 2 }] });
    expect(error.data).toEqual({ file: 'a.csv', errors: [{ row: '1' }, { row: '2' }] });
  });

  test('can be omitted', () => {
    expect(new BadRows().data).toBeUndefined();
    expect(new BadRows({}).data).toEqual({});
    expect(new BadFile({ file: 'a.csv' }).data).toEqual({ file: 'a.csv' });
  });

  test('are data like any other if they have no model', () => {
    class Plain extends defineError({
      code: 6010,
      message: 'Plain',
      data: v.object({ errors: v.array(v.string()) }),
    }) {}
    expect(new Plain({ errors: ['a'] }).data).toEqual({ errors: ['a'] });
  });

  test('are rejected with the class and the index if their model rejects them', () => {
    expect(() => new BadRows({ errors: [{ row: 1 }, { row: 'x' } as never] })).toThrow(
      /^BadRows: data\.errors\[1\] does not match its schema: row: /,
    );
    expect(() => new BadRows({ errors: 'x' as never })).toThrow(
      new TypeError('BadRows: data.errors must be an array, not "x"'),
    );
  });
});

describe('a class of typed errors', () => {
  test('has the members that the API schemas describe', () => {
    const data = v.object({ a: v.number() });
    const errors = v.object({ b: v.number() });
    const definition = { code: 6008, message: 'Both', data, errors } as const;
    class Both extends defineError({ ...definition, dataRequired: true, errorsRequired: true }) {}
    const { code, message, dataRequired, errorsRequired } = Both;
    expect({ code, message, dataRequired, errorsRequired }).toEqual({
      code: 6008,
      message: 'Both',
      dataRequired: true,
      errorsRequired: true,
    });
    expect(Both.dataModel).toBe(data);
    expect(Both.errorModel).toBe(errors);
    expect(Both.name).toBe('Both');
  });

  test('requires neither data nor errors by default', () => {
    const { dataRequired, errorsRequired } = AuthError;
    expect({ dataRequired, errorsRequired }).toEqual({
      dataRequired: false,
      errorsRequired: false,
    });
    expect([BaseError.dataRequired, BaseError.errorsRequired]).toEqual([false, false]);
    expect(AuthError.dataModel).toBeUndefined();
    expect(AuthError.errorModel).toBeUndefined();
  });

  test.each([5000.5, Number.NaN, 2 ** 53])('cannot have the code %d', (code) => {
    expect(() => defineError({ code, message: 'Odd' })).toThrow(
      new TypeError(
        `defineError("Odd"): code must be an integer, not ${code}. Write ` +
          "defineError({ code: 6001, message: 'Not enough money' }).",
      ),
    );
  });
});

test.each<[unknown, string]>([
  [undefined, 'defineError(undefined): code must be an integer, not undefined'],
  [{ message: 'Odd' }, 'defineError("Odd"): code must be an integer, not undefined'],
  [{ code: 7000 }, 'defineError(7000): message must be a string, not undefined'],
  [{ code: 7000, message: 5 }, 'defineError(7000): message must be a string, not 5'],
  [{ code: 7000, message: 'Odd', name: 'Odd' }, 'defineError("Odd"): unknown option "name"'],
])('defineError() rejects the definition %j', (definition, message) => {
  expect(() => defineError(definition as never)).toThrow(message);
});

test.each([
  ['a number', 7000],
  ['a class without a code', Error],
  ['an object with a code', { code: 7000 }],
])('an entrypoint rejects %s instead of a class of typed errors', (_, entry) => {
  expect(() => new Entrypoint('/rpc', { errors: [entry as never] })).toThrow(
    'errors[0] must be a class of typed errors',
  );
  expect(() => new Entrypoint('/rpc', { errors: [entry as never] })).toThrow(
    "Write class NotEnoughMoney extends defineError({ code: 6001, message: 'Not enough money' }) {}.",
  );
});

describe('two classes with the same code', () => {
  class Other extends defineError({ code: 7000, message: 'Other' }) {}

  test('are rejected on an entrypoint with both names', () => {
    expect(() => new Entrypoint('/rpc', { errors: [AuthError, Other] })).toThrow(
      new TypeError(
        'entrypoint "/rpc": errors AuthError and Other have the same code 7000. Change one of them.',
      ),
    );
  });

  test('are rejected on a method with both names', () => {
    const v1 = new Entrypoint('/rpc');
    expect(() => v1.method('pay', { errors: [AuthError, Other] }, () => 1)).toThrow(
      /^method "pay": errors AuthError and Other have the same code 7000/,
    );
  });

  test('are rejected on a method and its entrypoint with both names', () => {
    const v1 = new Entrypoint('/rpc', { errors: [AuthError] });
    expect(() => v1.method('pay', { errors: [Other] }, () => 1)).toThrow(
      /^method "pay": errors AuthError and Other have the same code 7000/,
    );
    class OwnParams extends defineError({ code: -32602, message: 'Own' }) {}
    expect(() => new Entrypoint('/a').method('pay', { errors: [OwnParams] }, () => 1)).toThrow(
      'errors InvalidParams and OwnParams have the same code -32602',
    );
  });

  test('are allowed if they are the same class', () => {
    const v1 = new Entrypoint('/rpc', { errors: [AuthError, ...Entrypoint.defaultErrors] });
    const method = v1.method('pay', { errors: [AuthError, AuthError, InvalidParams] }, () => 1);
    expect(method.errors).toEqual([AuthError, InvalidParams]);
  });
});
