import { describe, expect, test } from 'vitest';
import { measureJob, orderKey, readTrace, storageProblem } from './job-data.js';

const NOT_JSON = 'not a JSON value';
const TEXT = 'not JSON that PostgreSQL can store: it rejects U+0000 and half of a surrogate pair';

const circular: unknown[] = [];
circular.push(circular);

describe('storageProblem()', () => {
  test.each([
    [undefined],
    [null],
    [{ a: [1, 'ä', true, null], b: {} }],
    [-0],
    // A backslash and digits, and a whole pair.
    ['\\u0000 \\\\ud83d 😀'],
    [Object.assign(Object.create(null) as object, { a: 1 })],
    [JSON.parse('{"__proto__":{"a":1}}')],
  ])('finds nothing wrong with %j', (value) => {
    expect(storageProblem(value)).toBeUndefined();
  });

  test.each([
    ['a Date', new Date(0), NOT_JSON],
    ['a Map', new Map(), NOT_JSON],
    ['Infinity', [Infinity], NOT_JSON],
    ['a bigint', 1n, NOT_JSON],
    ['an undefined member', { a: undefined }, NOT_JSON],
    ['a hole of an array', Array(1), NOT_JSON],
    ['a circle', circular, NOT_JSON],
    ['an object with toJSON()', { toJSON: () => 1 }, NOT_JSON],
    ['U+0000', { a: ['b\0'] }, TEXT],
    ['U+0000 in a name', { '\0': 1 }, TEXT],
    ['U+0000 after a backslash', '\\\0', TEXT],
    ['a high surrogate', '\ud83d', TEXT],
    ['a low surrogate', '\ude00\ud83d', TEXT],
  ])('rejects %s', (_, value, problem) => {
    expect(storageProblem(value)).toBe(problem);
  });
});

test('measureJob() counts the bytes of the whole job', () => {
  const data = { path: '/rpc', method: 'send', params: { to: 'ä' } };
  expect(measureJob(data)).toBe(Buffer.byteLength(JSON.stringify(data)));
  expect(() => measureJob({ ...data, caller: new Date(0) })).toThrow(
    'Job of method "send": the caller is not a JSON value. Let notifications.caller return a plain object',
  );
});

test('orderKey() returns values of up to 64 characters unchanged, and hashes of other values', () => {
  expect(orderKey('account 1')).toBe('account 1');
  expect(orderKey('x'.repeat(64))).toBe('x'.repeat(64));
  const long = ['', 'x'.repeat(65), 'x'.repeat(66)].map(orderKey);
  expect(new Set(long).size).toBe(3);
  expect(new Set(long.map(({ length }) => length))).toEqual(new Set([64]));
});

test('readTrace() returns the headers of all tracers, and no other headers', () => {
  const trace = {
    traceparent: '00-1-2-01',
    tracestate: 'a=1',
    baggage: 'b=2',
    'sentry-trace': '1-2-1',
  };
  const headers = new Map(Object.entries({ ...trace, cookie: 'secret' }));
  expect(readTrace((name) => headers.get(name))).toEqual(trace);
  expect(readTrace(() => undefined)).toEqual({});
});
