import { describe, expect, test } from 'vitest';
import type { Answer } from '../target/answer.js';
import { batchOf, body, nothing, orderedBatchOf } from './body.js';
import { everyError, everyResponse } from './every-response.js';
import { allOf, oneOf } from './expectation.js';
import { anotherResult, anyError, error, response, result } from './response-object.js';

const answer = (text: string, status = 200): Answer => ({
  status,
  headers: new Headers(),
  bytes: new TextEncoder().encode(text),
  text,
  took: 1,
});

describe('a response object', () => {
  test.each([
    [result(1, 19), { id: 1, result: 19 }, undefined],
    [result(1, 19), { id: 1, result: 18 }, 'the result is 18'],
    [result(1, 19), { id: '1', result: 19 }, 'the id is "1"'],
    [result(1, 19), { result: 19 }, 'the id is none'],
    [result(1, 19), { id: 1, error: {} }, 'there is no result'],
    [result(1, 19), [{ id: 1, result: 19 }], 'an array of 1 came in its place'],
    [result(1, 19), null, 'null came in its place'],
    [error(-32600, null), { id: null, error: { code: -32600 } }, undefined],
    [error([-32600, -32602], 1, null), { id: 1, error: { code: -32602 } }, undefined],
    [error(-32600, null), { id: null, error: { code: -1 } }, 'the code of the error is -1'],
    [error(-32600, null), { id: 7, error: { code: -32600 } }, 'the id is 7'],
    [error(-32600, null), { id: null, error: 'no' }, 'there is no error'],
    [anyError(2), { id: 2, error: { code: 5 } }, undefined],
    [anyError(2), { id: 2, result: 5 }, 'there is no error'],
    [response(1), { id: 1, result: null }, undefined],
    [response(1), { id: 1 }, 'there is neither a result nor an error'],
    [anotherResult(1, 19), { id: 1, result: 19 }, 'the result is 19'],
    [anotherResult(1, 19), { id: 1, error: {} }, undefined],
  ])('%#', (expectation, value, fault) => {
    expect(expectation.fault(value)).toBe(fault);
  });
});

describe('a body', () => {
  test.each([
    [body(result(1, 2)), '{"id":1,"result":2}', undefined],
    [body(result(1, 2)), '', 'there is no body'],
    [body(result(1, 2)), '<html>', 'the body is not JSON'],
    [nothing, ' \n', undefined],
    [nothing, 'OK', 'there is an answer'],
    [batchOf(result(1, 2), result(2, 3)), '[{"id":2,"result":3},{"id":1,"result":2}]', undefined],
    [batchOf(result(1, 2)), '[]', 'the array has 0 elements, not 1'],
    [batchOf(result(1, 2)), '5', '5 came in place of an array'],
    [
      batchOf(result(1, 2), result(1, 2)),
      '[{"id":1,"result":2},{"id":1,"result":3}]',
      'there is not a Response with the result 2 and the id 1',
    ],
    [
      orderedBatchOf(response(1), response(2)),
      '[{"id":1,"result":0},{"id":2,"result":0}]',
      undefined,
    ],
    [
      orderedBatchOf(response(1), response(2)),
      '[{"id":2,"result":0},{"id":1,"result":0}]',
      'at position 1, the id is 2',
    ],
    [orderedBatchOf(response(1)), '{}', '{} came in place of an array'],
  ])('%#', (expectation, text, fault) => {
    expect(expectation.fault(answer(text))).toBe(fault);
  });
});

describe('a rule for every response', () => {
  const rule = {
    words: 'x is 1',
    fault: (members: Readonly<Record<string, unknown>>) => (members['x'] === 1 ? undefined : 'no'),
  };
  test.each([
    ['{"result":0,"x":1}', undefined],
    ['[{"error":{},"x":1},{"result":0,"x":2}]', 'no'],
    ['{"x":2}', 'there is no Response'],
    ['oh', 'there is no Response'],
  ])('%s', (text, fault) => {
    expect(everyResponse(rule, { needed: true }).fault(answer(text))).toBe(fault);
  });

  test.each([
    ['{"error":{"x":1}}', undefined],
    ['[{"error":{"x":1}},{"error":{"x":0}}]', 'no'],
    ['{"result":0}', 'there is no error object'],
  ])('or every error: %s', (text, fault) => {
    expect(everyError(rule, { needed: true }).fault(answer(text))).toBe(fault);
  });

  test('is not broken by what is none', () => {
    expect(everyResponse(rule, { needed: false }).fault(answer('{"x":2}'))).toBeUndefined();
    expect(everyError(rule, { needed: false }).fault(answer('{"result":2}'))).toBeUndefined();
  });
});

test('several expectations are met together, or one of them', () => {
  const both = allOf(response(1), result(1, 2));
  expect(both.words).toBe('a Response with the id 1, a Response with the result 2 and the id 1');
  expect(both.fault({ id: 1, result: 2 })).toBeUndefined();
  expect(both.fault({ id: 1, result: 3 })).toBe('the result is 3');
  const either = oneOf(result(1, 2), result(1, 3));
  expect(either.words).toContain(', or ');
  expect(either.fault({ id: 1, result: 3 })).toBeUndefined();
  expect(either.fault({ id: 1, result: 4 })).toBe('the result is 4');
});
