import { describe, expect, test } from 'vitest';
import { parseResponse } from './received-response.js';

const options = { isHead: false, hasEnded: false, start: performance.now() };

const read = (
  text: string,
  given: Partial<typeof options> = {},
): { status: number; text: string; end: number } | undefined => {
  const found = parseResponse(Buffer.from(text), { ...options, ...given });
  return found && { status: found.response.status, text: found.response.text, end: found.end };
};

test.each([
  ['HTTP/1.1 200 OK', false],
  ['HTTP/1.1 200 OK\r\nconnection: close', true],
  ['HTTP/1.0 200 OK', true],
  ['HTTP/1.0 200 OK\r\nconnection: keep-alive', false],
])('the response %j announces that the connection closes: %s', (head, closes) => {
  const text = `${head}\r\ncontent-length: 0\r\n\r\n`;
  expect(parseResponse(Buffer.from(text), options)?.response.announcesClose).toBe(closes);
});

describe('a response', () => {
  test('ends after the number of bytes in its content-length', () => {
    const text = 'HTTP/1.1 200 OK\r\ncontent-length: 3\r\n\r\n€';
    expect(read(text)).toEqual({ status: 200, text: '€', end: text.length + 2 });
    expect(read(`${text}HTTP/1.1 `)).toEqual({ status: 200, text: '€', end: text.length + 2 });
  });

  test.each(['HTTP/1.1 200', 'HTTP/1.1 200 OK\r\ncontent-length: 3\r\n\r\nab'])(
    'is incomplete if it is %j',
    (text) => {
      expect(read(text)).toBeUndefined();
      expect(read(text, { hasEnded: true })).toBeUndefined();
    },
  );

  test('ends with the connection if it has no length', () => {
    const text = 'HTTP/1.0 200 OK\r\n\r\nabc';
    expect(read(text)).toBeUndefined();
    expect(read(text, { hasEnded: true })).toEqual({ status: 200, text: 'abc', end: text.length });
  });

  test.each(['204 No Content', '304 Not Modified'])('has no body if its status is %s', (line) => {
    const text = `HTTP/1.1 ${line}\r\n\r\n`;
    expect(read(`${text}abc`)).toEqual({
      status: Number.parseInt(line, 10),
      text: '',
      end: text.length,
    });
  });

  test('to HEAD has no body even if it announces one', () => {
    const text = 'HTTP/1.1 200 OK\r\ncontent-length: 3\r\n\r\n';
    expect(read(text, { isHead: true })).toEqual({ status: 200, text: '', end: text.length });
  });

  test('may follow an interim response', () => {
    const text = 'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\ncontent-length: 1\r\n\r\na';
    expect(read(text)).toEqual({ status: 200, text: 'a', end: text.length });
    expect(read(text.slice(0, 30))).toBeUndefined();
  });
});

describe('a chunked response', () => {
  const head = 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n';

  test.each([
    ['3\r\nabc\r\n0\r\n\r\n', 'abc'],
    ['1;x=y\r\na\r\nA\r\nbcdefghijk\r\n0\r\nt: 1\r\n\r\n', 'abcdefghijk'],
    ['0\r\n\r\n', ''],
  ])('is decoded from %j', (chunks, text) => {
    expect(read(head + chunks)).toEqual({ status: 200, text, end: (head + chunks).length });
  });

  test.each(['', '3', '3\r\nab', '3\r\nabc\r\n', '3\r\nabc\r\n0\r\n', 'x\r\nabc\r\n0\r\n\r\n'])(
    'is incomplete if its chunks are %j',
    (chunks) => {
      expect(read(head + chunks, { hasEnded: true })).toBeUndefined();
    },
  );
});
