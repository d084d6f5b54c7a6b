import { expect, test } from 'vitest';
import type { IncomingMessage } from 'node:http';
import { announcedLength, parsedBody } from './parsed-body.js';

test.each([
  ['a text', '"é"', { kind: 'text', text: '"é"', byteLength: 4 }],
  ['bytes', Buffer.from('"é"'), { kind: 'text', text: '"é"', byteLength: 4 }],
  ['bytes that are no UTF-8', Buffer.from([0xff]), { kind: 'not-utf-8' }],
  ['an object', { a: 1 }, { kind: 'value', value: { a: 1 } }],
  ['null, which is JSON too,', null, { kind: 'value', value: null }],
])('%s that was read before is taken as it is', (_, body, expected) => {
  expect(parsedBody(body, 4)).toEqual(expected);
});

test.each(['12345', Buffer.from('12345'), '1234é'])('%s is too large for 4 bytes', (body) => {
  expect(parsedBody(body, 4)).toEqual({ kind: 'too-large' });
});

test('a value has the length of what the client has sent, where that is known', () => {
  expect(parsedBody({ a: 1 }, 4, 9)).toEqual({ kind: 'value', value: { a: 1 }, byteLength: 9 });
});

test.each<[Record<string, string>, number | undefined]>([
  [{ 'content-length': '12' }, 12],
  [{ 'transfer-encoding': 'chunked' }, undefined],
])('the headers %j announce the length %s', (headers, length) => {
  expect(announcedLength({ headers } as IncomingMessage)).toBe(length);
});
