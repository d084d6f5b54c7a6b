import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { encodeError, encodeResult, textOfBatch, textOfResponse } from './encode-response.js';

const ids = fc.oneof(fc.string({ unit: 'binary' }), fc.maxSafeInteger(), fc.constant(null));

describe('a response is the text of its object', () => {
  test('of a success', () => {
    fc.assert(
      fc.property(ids, fc.jsonValue(), (id, result) => {
        expect(textOfResponse(encodeResult(id, result))).toBe(
          JSON.stringify({ jsonrpc: '2.0', id, result }),
        );
      }),
    );
  });

  test('of a success that is no more than a number', () => {
    fc.assert(
      fc.property(ids, fc.double(), (id, result) => {
        expect(textOfResponse(encodeResult(id, result))).toBe(
          JSON.stringify({ jsonrpc: '2.0', id, result }),
        );
      }),
    );
  });

  test('of an error', () => {
    fc.assert(
      fc.property(ids, fc.integer(), fc.string(), fc.jsonValue(), (id, code, message, data) => {
        const error = { code, message, data };
        expect(textOfResponse(encodeError(id, error))).toBe(
          JSON.stringify({ jsonrpc: '2.0', id, error }),
        );
      }),
    );
  });
});

test('a batch is the text of the array of its responses', () => {
  const responses = fc.array(fc.record({ id: ids, result: fc.jsonValue() }), { minLength: 1 });
  fc.assert(
    fc.property(responses, (all) => {
      const text = textOfBatch(all.map(({ id, result }) => encodeResult(id, result)));
      expect(text).toBe(
        JSON.stringify(all.map(({ id, result }) => ({ jsonrpc: '2.0', id, result }))),
      );
    }),
  );
});

describe('a result', () => {
  test.each<[string, unknown, string]>([
    ['undefined is null', undefined, 'null'],
    ['null is null', null, 'null'],
    ['NaN is null, as in JSON.stringify', Number.NaN, 'null'],
    ['infinity is null too', -Infinity, 'null'],
    ['zero has no sign', -0, '0'],
    ['a boolean stays one', false, 'false'],
    ['a Number object is its number', Object(-0), '0'],
    ['a Date is its ISO string', new Date(0), '"1970-01-01T00:00:00.000Z"'],
    ['an object with toJSON is what that gives', { toJSON: () => 5 }, '5'],
    ['a lone surrogate stays escaped', '\ud800', String.raw`"\ud800"`],
    ['members that are undefined are left out', { a: undefined, b: 1 }, '{"b":1}'],
  ])('%s', (_, result, text) => {
    expect(textOfResponse(encodeResult(1, result))).toBe(
      `{"jsonrpc":"2.0","id":1,"result":${text}}`,
    );
  });

  test.each<[string, unknown]>([
    ['a function', () => 1],
    ['a symbol', Symbol('s')],
    ['an object whose toJSON gives undefined', { toJSON: () => undefined }],
    ['a BigInt', 1n],
    ['a BigInt inside', [{ a: 1n }]],
    ['a cycle', cycle()],
  ])('%s is none that JSON can carry', (_, result) => {
    expect(() => encodeResult(1, result)).toThrow(TypeError);
  });
});

test('an error without data has no member for it', () => {
  expect(textOfResponse(encodeError(null, { code: 5000, message: 'No' }))).toBe(
    '{"jsonrpc":"2.0","id":null,"error":{"code":5000,"message":"No"}}',
  );
});

test('other members of an error object are left out', () => {
  const error = { message: 'No', stack: 'secret', code: 5000 };
  expect(textOfResponse(encodeError(1, error))).not.toContain('secret');
});

function cycle(): object {
  const self: { self?: object } = {};
  self.self = self;
  return self;
}
