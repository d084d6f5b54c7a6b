import { expect, test } from 'vitest';
import type { IncomingMessage } from 'node:http';
import { contentLengthOf, parsedBody } from './read-body.js';

test.each([
  ['text', '"é"', { kind: 'text', text: '"é"', byteLength: 4 }],
  ['bytes', Buffer.from('"é"'), { kind: 'text', text: '"é"', byteLength: 4 }],
  ['bytes that are not UTF-8', Buffer.from([0xff]), { kind: 'not-utf-8' }],
  ['an object', { a: 1 }, { kind: 'value', value: { a: 1 } }],
  ['null', null, { kind: 'value', value: null }],
])('parsedBody() accepts %s that a parser has left', (_, body, expected) => {
  expect(parsedBody(body, 4)).toEqual(expected);
});

test.each(['12345', Buffer.from('12345'), '1234é'])(
  'parsedBody() rejects %s when the limit is 4 bytes',
  (body) => {
    expect(parsedBody(body, 4)).toEqual({ kind: 'too-large' });
  },
);

test('parsedBody() keeps the length of the body that the client has sent', () => {
  expect(parsedBody({ a: 1 }, 4, 9)).toEqual({ kind: 'value', value: { a: 1 }, byteLength: 9 });
});

test.each<[Record<string, string>, number | undefined]>([
  [{ 'content-length': '12' }, 12],
  [{ 'transfer-encoding': 'chunked' }, undefined],
])('contentLengthOf() reads from the headers %j the length %s', (headers, length) => {
  expect(contentLengthOf({ headers } as IncomingMessage)).toBe(length);
});
