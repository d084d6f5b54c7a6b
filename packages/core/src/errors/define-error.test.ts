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
  test('answers as its class says, also where another copy of the core has made the object', () => {
    const foreign = Object.assign(new Error('Auth error'), { data: undefined });
    const error = Object.setPrototypeOf(foreign, AuthError.prototype) as AuthError;
    expect(error.code).toBe(7000);
    expect(error.getResponse(1)).toEqual({
      jsonrpc: '2.0',
      id: 1,
      error: { code: 7000, message: 'Auth error' },
    });
  });

  test('is an Error, a BaseError, and one of its own class', () => {
    const error = new AuthError();
    expect(error).toBeInstanceOf(Error);
    expect(error).toBeInstanceOf(BaseError);
    expect(error).toBeInstanceOf(AuthError);
    expect(error).not.toBeInstanceOf(NotEnoughMoney);
  });

  test('has the name of its class, its message, and the stack of its throw', () => {
    const error = new AuthError();
    expect(error.name).toBe('AuthError');
    expect(error.message).toBe('Auth error');
    expect(error.stack).toMatch(/^AuthError: Auth error\n.*define-error\.test\.ts/);
    expect(error.code).toBe(7000);
    expect(error.data).toBeUndefined();
  });

  test('may be of a class with constructor arguments of its own', () => {
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

  test('may be of a class that extends another of them', () => {
    class Expired extends AuthError {}
    expect(new Expired()).toBeInstanceOf(AuthError);
    expect(new Expired()).toMatchObject({ name: 'Expired', code: 7000, message: 'Auth error' });
  });

  test('keeps its cause, which is no part of the response', () => {
    const cause = new Error('secret');
    const error = new NotEnoughMoney({ balance: 1 }, { cause });
    expect(error.cause).toBe(cause);
    expect(JSON.stringify(error.getResponse())).not.toContain('secret');
  });
});

describe('getResponse()', () => {
  test('gives the whole response, its members in the specified order', () => {
    const error = new NotEnoughMoney({ balance: 12 });
    expect(JSON.stringify(error.getResponse(7))).toBe(
      '{"jsonrpc":"2.0","id":7,"error":' +
        '{"code":6001,"message":"Not enough money","data":{"balance":12,"currency":"EUR"}}}',
    );
  });

  test('has no data where there is none, and null for an id unless it is told one', () => {
    expect(new AuthError().getResponse()).toEqual({
      jsonrpc: '2.0',
      id: null,
      error: { code: 7000, message: 'Auth error' },
    });
  });

  test('has data that is null, or false, or 0', () => {
    class Any extends defineError({ code: 6005, message: 'Any', data: v.unknown() }) {}
    for (const data of [null, false, 0, '']) {
      expect(new Any(data).getResponse().error).toEqual({ code: 6005, message: 'Any', data });
    }
  });
});

describe('the data', () => {
  test('is what its model makes of it', () => {
    expect(new NotEnoughMoney({ balance: 1 }).data).toEqual({ balance: 1, currency: 'EUR' });
  });

  test('that its model refuses is refused where it is thrown, with class and path', () => {
    expect(() => new NotEnoughMoney({ balance: '1' } as never)).toThrow(
      new TypeError(
        'NotEnoughMoney data is not what its schema says: ' +
          'balance: Invalid type: Expected number',
      ),
    );
    expect(() => new NotEnoughMoney(undefined as never)).toThrow(
      /^NotEnoughMoney data is not what its schema says: /,
    );
  });

  test('is refused where the class has no model for it', () => {
    expect(() => new AuthError('data' as never)).toThrow(
      new TypeError('AuthError takes no data: give its class a data schema, or leave it out'),
    );
  });

  test('needs a synchronous model', () => {
    class Slow extends defineError({
      code: 6006,
      message: 'Slow',
      data: v.objectAsync({ a: v.number() }),
    }) {}
    expect(() => new Slow({ a: 1 })).toThrow(
      "Slow data: its schema is asynchronous; an error's data needs a synchronous one",
    );
  });

  test.each([
    ['zod', z.object({ balance: z.number() })],
    ['arktype', type({ balance: 'number' })],
    ['valibot', v.object({ balance: v.number() })],
  ])('may have a model of %s', (_, data) => {
    class Own extends defineError({ code: 6007, message: 'Own', data }) {}
    expect(new Own({ balance: 1 }).data).toEqual({ balance: 1 });
    expect(() => new Own({ balance: 'x' } as never)).toThrow(/^Own data is not .*balance/);
  });
});

test('the message that refuses data names the path, where there is one', () => {
  class Own extends defineError({ code: 6009, message: 'Own', data: type('number') }) {}
  expect(() => new Own('x' as never)).toThrow(
    new TypeError('Own data is not what its schema says: must be a number'),
  );
});

describe('the entries of data.errors', () => {
  test('are each what their model makes of them', () => {
    const error = new BadFile({ file: 'a.csv', errors: [{ row: 1 }, { row: 2 }] });
    expect(error.data).toEqual({ file: 'a.csv', errors: [{ row: '1' }, { row: '2' }] });
  });

  test('may be left out', () => {
    expect(new BadRows().data).toBeUndefined();
    expect(new BadRows({}).data).toEqual({});
    expect(new BadFile({ file: 'a.csv' }).data).toEqual({ file: 'a.csv' });
  });

  test('that their model refuses are refused with class and place', () => {
    expect(() => new BadRows({ errors: [{ row: 1 }, { row: 'x' } as never] })).toThrow(
      /^BadRows data\.errors\[1\] is not what its schema says: row: /,
    );
    expect(() => new BadRows({ errors: 'x' as never })).toThrow(
      new TypeError('BadRows data.errors must be an array'),
    );
  });
});

describe('the class', () => {
  test('says of itself what the documents need', () => {
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

  test('makes neither data nor errors required by default', () => {
    const { dataRequired, errorsRequired } = AuthError;
    expect({ dataRequired, errorsRequired }).toEqual({
      dataRequired: false,
      errorsRequired: false,
    });
    expect(AuthError.dataModel).toBeUndefined();
    expect(AuthError.errorModel).toBeUndefined();
  });

  test.each([5000.5, Number.NaN, 2 ** 53])('can not have the code %d', (code) => {
    expect(() => defineError({ code, message: 'Odd' })).toThrow(
      new TypeError(
        `defineError("Odd"): code must be an integer, not ${code}; write ` +
          "defineError({ code: 6001, message: 'Not enough money' })",
      ),
    );
  });
});

describe('two classes with one code', () => {
  class Other extends defineError({ code: 7000, message: 'Other' }) {}

  test('are refused on an entrypoint, with both names', () => {
    expect(() => new Entrypoint('/rpc', { errors: [AuthError, Other] })).toThrow(
      new TypeError(
        'entrypoint /rpc: the errors AuthError and Other have the same code 7000; ' +
          'give one of them another',
      ),
    );
  });

  test('are refused on a method, with both names', () => {
    const v1 = new Entrypoint('/rpc');
    expect(() => v1.method('pay', { errors: [AuthError, Other] }, () => 1)).toThrow(
      /^method pay: the errors AuthError and Other have the same code 7000/,
    );
  });

  test('are refused on a method and its entrypoint, with both names', () => {
    const v1 = new Entrypoint('/rpc', { errors: [AuthError] });
    expect(() => v1.method('pay', { errors: [Other] }, () => 1)).toThrow(
      /^method pay: the errors AuthError and Other have the same code 7000/,
    );
    class OwnParams extends defineError({ code: -32602, message: 'Own' }) {}
    expect(() => new Entrypoint('/a').method('pay', { errors: [OwnParams] }, () => 1)).toThrow(
      'the errors InvalidParams and OwnParams have the same code -32602',
    );
  });

  test('one class may be named twice', () => {
    const v1 = new Entrypoint('/rpc', { errors: [AuthError, ...Entrypoint.defaultErrors] });
    const method = v1.method('pay', { errors: [AuthError, AuthError, InvalidParams] }, () => 1);
    expect(method.errors).toEqual([AuthError, InvalidParams]);
  });
});
