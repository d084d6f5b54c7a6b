import { describe, expect, test } from 'vitest';
import { readRawAnswer } from './raw-answer.js';

const options = { isHead: false, isOver: false, began: performance.now() };

const read = (
  text: string,
  given: Partial<typeof options> = {},
): { status: number; text: string; end: number } | undefined => {
  const found = readRawAnswer(Buffer.from(text), { ...options, ...given });
  return found && { status: found.answer.status, text: found.answer.text, end: found.end };
};

describe('an answer', () => {
  test('ends where its content-length says, in bytes', () => {
    const text = 'HTTP/1.1 200 OK\r\ncontent-length: 3\r\n\r\n€';
    expect(read(text)).toEqual({ status: 200, text: '€', end: text.length + 2 });
    expect(read(`${text}HTTP/1.1 `)).toEqual({ status: 200, text: '€', end: text.length + 2 });
  });

  test.each(['HTTP/1.1 200', 'HTTP/1.1 200 OK\r\ncontent-length: 3\r\n\r\nab'])(
    '%j is not complete',
    (text) => {
      expect(read(text)).toBeUndefined();
      expect(read(text, { isOver: true })).toBeUndefined();
    },
  );

  test('without a length ends with the connection', () => {
    const text = 'HTTP/1.0 200 OK\r\n\r\nabc';
    expect(read(text)).toBeUndefined();
    expect(read(text, { isOver: true })).toEqual({ status: 200, text: 'abc', end: text.length });
  });

  test.each(['204 No Content', '304 Not Modified'])('%s has no body', (line) => {
    const text = `HTTP/1.1 ${line}\r\n\r\n`;
    expect(read(`${text}abc`)).toEqual({
      status: Number.parseInt(line, 10),
      text: '',
      end: text.length,
    });
  });

  test('to HEAD has no body, whatever it announces', () => {
    const text = 'HTTP/1.1 200 OK\r\ncontent-length: 3\r\n\r\n';
    expect(read(text, { isHead: true })).toEqual({ status: 200, text: '', end: text.length });
  });

  test('may follow one that is for the meantime', () => {
    const text = 'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\ncontent-length: 1\r\n\r\na';
    expect(read(text)).toEqual({ status: 200, text: 'a', end: text.length });
    expect(read(text.slice(0, 30))).toBeUndefined();
  });
});

describe('chunks', () => {
  const head = 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n';

  test.each([
    ['3\r\nabc\r\n0\r\n\r\n', 'abc'],
    ['1;x=y\r\na\r\nA\r\nbcdefghijk\r\n0\r\nt: 1\r\n\r\n', 'abcdefghijk'],
    ['0\r\n\r\n', ''],
  ])('%j', (chunks, text) => {
    expect(read(head + chunks)).toEqual({ status: 200, text, end: (head + chunks).length });
  });

  test.each(['', '3', '3\r\nab', '3\r\nabc\r\n', '3\r\nabc\r\n0\r\n', 'x\r\nabc\r\n0\r\n\r\n'])(
    '%j are not complete',
    (chunks) => {
      expect(read(head + chunks, { isOver: true })).toBeUndefined();
    },
  );
});
