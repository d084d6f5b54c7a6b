import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  encodeError,
  encodeResult,
  jsonTypeOf,
  measureResponse,
  stringifyBatch,
  stringifyResponse,
  parseEncodedJson,
  ResponseBudget,
} from './encode-response.js';
import { call, postJson, serve } from '../../test/call.js';
import { request } from '../../test/in-process.js';
import { Entrypoint, type JsonRpcMiddleware } from '../index.js';

const ids = fc.oneof(fc.string({ unit: 'binary' }), fc.maxSafeInteger(), fc.constant(null));

describe('an encoded response equals the JSON of its object', () => {
  test('for any result', () => {
    fc.assert(
      fc.property(ids, fc.jsonValue(), (id, result) => {
        expect(stringifyResponse(encodeResult(id, result))).toBe(
          JSON.stringify({ jsonrpc: '2.0', id, result }),
        );
      }),
    );
  });

  test('for any number', () => {
    fc.assert(
      fc.property(ids, fc.double(), (id, result) => {
        expect(stringifyResponse(encodeResult(id, result))).toBe(
          JSON.stringify({ jsonrpc: '2.0', id, result }),
        );
      }),
    );
  });

  test('for any error', () => {
    fc.assert(
      fc.property(ids, fc.integer(), fc.string(), fc.jsonValue(), (id, code, message, data) => {
        const error = { code, message, data };
        expect(stringifyResponse(encodeError(id, error))).toBe(
          JSON.stringify({ jsonrpc: '2.0', id, error }),
        );
      }),
    );
  });
});

test('an encoded batch equals the JSON of the array of its responses', () => {
  const responses = fc.array(fc.record({ id: ids, result: fc.jsonValue() }), { minLength: 1 });
  fc.assert(
    fc.property(responses, (all) => {
      const text = stringifyBatch(all.map(({ id, result }) => encodeResult(id, result)));
      expect(text).toBe(
        JSON.stringify(all.map(({ id, result }) => ({ jsonrpc: '2.0', id, result }))),
      );
    }),
  );
});

describe('encodeResult()', () => {
  test.each<[string, unknown, string]>([
    ['undefined as null', undefined, 'null'],
    ['null as null', null, 'null'],
    ['NaN as null', Number.NaN, 'null'],
    ['infinity as null', -Infinity, 'null'],
    ['zero without a sign', -0, '0'],
    ['a boolean', false, 'false'],
    ['a Number object as its number', Object(-0), '0'],
    ['a Date as an ISO string', new Date(0), '"1970-01-01T00:00:00.000Z"'],
    ['an object as the result of its toJSON()', { toJSON: () => 5 }, '5'],
    ['a lone surrogate as an escape', '\ud800', String.raw`"\ud800"`],
    ['an object without undefined members', { a: undefined, b: 1 }, '{"b":1}'],
  ])('encodes %s', (_, result, text) => {
    expect(stringifyResponse(encodeResult(1, result))).toBe(
      `{"jsonrpc":"2.0","id":1,"result":${text}}`,
    );
  });

  test.each<[string, unknown]>([
    ['a function', () => 1],
    ['a symbol', Symbol('s')],
    ['an object whose toJSON() returns undefined', { toJSON: () => undefined }],
    ['a BigInt', 1n],
    ['a BigInt inside', [{ a: 1n }]],
    ['a cycle', cycle()],
  ])('throws TypeError for %s', (_, result) => {
    expect(() => encodeResult(1, result)).toThrow(TypeError);
  });

  test('names the type of a result that JSON cannot represent', () => {
    expect(() => encodeResult(1, () => 1)).toThrow(
      "The result can't be encoded as JSON, because it is a function",
    );
  });
});

test.each([
  [{ a: 1 }, 'object'],
  [parseEncodedJson(' \n{"a":1}'), 'object'],
  ['{}', 'string'],
  ['', 'string'],
  [[{}], 'other'],
  [1, 'other'],
  [true, 'other'],
  [null, 'other'],
])('jsonTypeOf() finds that the JSON of %j is of the type %s', (value, type) => {
  expect(jsonTypeOf(encodeResult(1, value))).toBe(type);
});

test('an encoded error without data has no member data', () => {
  expect(stringifyResponse(encodeError(null, { code: 5000, message: 'No' }))).toBe(
    '{"jsonrpc":"2.0","id":null,"error":{"code":5000,"message":"No"}}',
  );
});

test('an encoded error has no members other than code, message and data', () => {
  const error = { message: 'No', stack: 'secret', code: 5000 };
  expect(stringifyResponse(encodeError(1, error))).not.toContain('secret');
});

describe('measureResponse() counts the bytes of a text in UTF-8', () => {
  /** Returns the bytes that `text` adds to a response, as its result and as its id. */
  function bytesOf(text: string): [number, number] {
    const empty = measureResponse({ id: '', kind: 'result', json: '' });
    return [
      measureResponse({ id: '', kind: 'result', json: text }) - empty,
      measureResponse({ id: text, kind: 'result', json: '' }) - empty,
    ];
  }

  test.each<[string, string, number]>([
    ['U+007F', '\u007f', 1],
    ['U+0080', '\u0080', 2],
    ['U+07FF', '\u07ff', 2],
    ['U+0800', '\u0800', 3],
    ['U+D7FF', '\ud7ff', 3],
    ['U+E000', '\ue000', 3],
    ['U+FFFF', '\uffff', 3],
    ['U+10000', '\ud800\udc00', 4],
    ['U+10FFFF', '\udbff\udfff', 4],
  ])('%s between ASCII characters', (_, character, bytes) => {
    expect(bytesOf(`a${character}b`)).toEqual([bytes + 2, bytes + 2]);
  });

  test('any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const bytes = Buffer.byteLength(text);
        expect(bytesOf(text)).toEqual([bytes, bytes]);
      }),
    );
  });
});

test.each([1, 'id'])('measureResponse() counts the id %j and the rest of the response', (id) => {
  for (const result of [5, null, 'text']) {
    const response = encodeResult(id, result);
    const bytes = Buffer.byteLength(stringifyResponse(response));
    expect(measureResponse(response)).toBeGreaterThanOrEqual(bytes);
    expect(measureResponse(response)).toBeLessThan(bytes + 50);
  }
});

function cycle(): object {
  const self: { self?: object } = {};
  self.self = self;
  return self;
}

/** Contains white space, which a new encoding of the value would not. */
const TEXT = '{ "a": [ 1, { "b": null } ] }';

function apiOf(...middlewares: readonly JsonRpcMiddleware[]) {
  const rpc = new Entrypoint('/rpc', { middlewares });
  const value = parseEncodedJson(TEXT);
  rpc.method('document', {}, () => value);
  rpc.method('inside', {}, () => ({ value }));
  return serve(rpc);
}

describe('a result that parseEncodedJson() returned', () => {
  test('is sent as the text that it was parsed from', async () => {
    const { text } = await postJson(apiOf().api, [request('document'), request('document')]);
    expect(text.split(`"result":${TEXT}`)).toHaveLength(3);
  });

  test('is a value for middlewares and is still sent as its text', async () => {
    let seen: unknown;
    const { api } = apiOf(async (ctx, next) => {
      await next();
      seen = ctx.rawResponse;
    });
    const { text } = await postJson(api, request('document'));
    expect(seen).toMatchObject({ result: { a: [1, { b: null }] } });
    expect(text).toContain(`"result":${TEXT}`);
  });

  test('can be replaced by a middleware', async () => {
    const { api } = apiOf(async (ctx, next) => {
      await next();
      ctx.rawResponse = { result: { replaced: true } };
    });
    expect(await call(api, 'document')).toMatchObject({ result: { replaced: true } });
  });

  test('is frozen, so a middleware that changes it fails its own call and no others', async () => {
    const { api, log } = apiOf(async (ctx, next) => {
      await next();
      const { result } = ctx.rawResponse as { result: { a: unknown[] } };
      result.a.push(2);
    });
    expect(await call(api, 'document')).toMatchObject({ error: { code: -32603 } });
    expect(log).toMatchObject([{ details: { err: { name: 'TypeError' } } }]);
  });

  test('is encoded like any other value inside another result', async () => {
    expect(await call(apiOf().api, 'inside')).toMatchObject({
      result: { value: { a: [1, { b: null }] } },
    });
  });
});

test('parseEncodedJson() accepts any JSON text and throws SyntaxError for other texts', () => {
  expect(parseEncodedJson('1')).toBe(1);
  expect(parseEncodedJson('null')).toBeNull();
  expect(() => parseEncodedJson('{')).toThrow(SyntaxError);
});

test('a response of exactly the limit is accepted, and a response of one byte more is not', () => {
  const response = encodeResult(1, 'a'.repeat(1_000));
  const bytes = measureResponse(response);
  const charge = (maxResultBytes: number, maxResponseBytes: number): string | undefined =>
    new ResponseBudget({ maxResultBytes, maxResponseBytes }).charge(response);
  expect(charge(bytes, bytes)).toBeUndefined();
  expect(charge(bytes - 1, bytes)).toBe('maxResultBytes');
  expect(charge(bytes, bytes - 1)).toBe('maxResponseBytes');
});
