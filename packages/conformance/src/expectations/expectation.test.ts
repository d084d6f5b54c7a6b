import { expect, test } from 'vitest';
import { receivedResponse } from '../http/received-response.js';
import { describeExpectation, type Expectation, findProblem } from './expectation.js';

const find = (expectation: Expectation, text: string, status = 200): string | undefined =>
  findProblem(
    expectation,
    receivedResponse({ status, headers: new Headers() }, new TextEncoder().encode(text), 0),
  );

test.each<[Expectation['response'], unknown, string | undefined]>([
  [{ id: 1, result: 19 }, { id: 1, result: 19 }, undefined],
  [{ id: 1, result: 19 }, { id: 1, result: 18 }, 'the result is 18'],
  [{ id: 1, result: 19 }, { id: '1', result: 19 }, 'the id is "1"'],
  [{ id: 1, result: 19 }, { result: 19 }, 'the id is missing'],
  [{ id: 1, result: 19 }, { id: 1, error: {} }, 'the response has no result'],
  [{ id: 1, result: 19 }, [{ id: 1, result: 19 }], 'an array of 1 is not a response object'],
  [{ id: 1, result: 19 }, null, 'null is not a response object'],
  [{ id: null, code: -32600 }, { id: null, error: { code: -32600 } }, undefined],
  [{ id: [1, null], code: [-32600, -32602] }, { id: 1, error: { code: -32602 } }, undefined],
  [{ id: null, code: -32600 }, { id: null, error: { code: -1 } }, 'the error code is -1'],
  [{ id: null, code: -32600 }, { id: 7, error: { code: -32600 } }, 'the id is 7'],
  [{ id: null, code: -32600 }, { id: null, error: 'no' }, 'the response has no error object'],
  [{ message: 'a' }, { error: { message: 'b' } }, 'the error message is "b"'],
  [{ hasData: false }, { error: { data: 1 } }, 'the error data is 1'],
  [
    { problemsAt: [['a'], ['b']] },
    { error: { data: { errors: [{ loc: ['b'] }, { loc: ['a'] }] } } },
    undefined,
  ],
  [
    { problemsAt: [['a']] },
    { error: { data: { errors: [{ loc: ['c'] }] } } },
    'data.errors has problems at ["c"]',
  ],
  [{ problemsAt: [['a']] }, { error: {} }, 'the error has no data.errors'],
  [{ id: 2, error: true }, { id: 2, error: { code: 5 } }, undefined],
  [{ id: 2, error: true }, { id: 2, result: 5 }, 'the response has no error object'],
  [{ id: 1 }, { id: 1, result: null }, undefined],
  [{ id: 1 }, { id: 1 }, 'the response has neither a result nor an error'],
  [{ id: 1, notResult: 19 }, { id: 1, result: 19 }, 'the result is 19'],
  [{ id: 1, notResult: 19 }, { id: 1, error: {} }, undefined],
])(
  'the expectation %j for the response %j finds the problem: %s',
  (response = {}, value, problem) => {
    expect(find({ response }, JSON.stringify(value))).toBe(problem);
  },
);

const [one, two] = [{ id: 1 }, { id: 2 }];

test.each<[Expectation, string, string | undefined]>([
  [{ response: one }, '', 'the HTTP response has no body'],
  [{ response: one }, '<html>', 'the body is not JSON'],
  [{ body: 'empty' }, ' \n', undefined],
  [{ body: 'empty' }, 'OK', 'the body is not empty'],
  [{ batch: [one, two] }, '[{"id":2,"result":3},{"id":1,"result":2}]', undefined],
  [{ batch: [one] }, '[]', 'the array has 0 elements instead of 1'],
  [{ batch: [one] }, '5', '5 is not an array'],
  [
    { batch: [one, one] },
    '[{"id":1,"result":2},{"id":3,"result":3}]',
    'the array lacks a response with id 1',
  ],
  [
    { batch: [{ ids: { from: 1, to: 2 } }] },
    '[{"id":2,"result":3},{"id":1,"result":2}]',
    undefined,
  ],
  [{ orderedBatch: [one, two] }, '[{"id":1,"result":0},{"id":2,"result":0}]', undefined],
  [
    { orderedBatch: [one, two] },
    '[{"id":2,"result":0},{"id":1,"result":0}]',
    'at position 1, the id is 2',
  ],
  [{ orderedBatch: [one] }, '{}', '{} is not an array'],
  [{ every: 'response.id' }, '[{"error":{},"id":1},{"result":0}]', 'the response has no id'],
  [{ every: 'response.id' }, '{"x":2}', undefined],
  [
    { every: 'error.code' },
    '[{"error":{"code":1}},{"error":{"code":"1"}}]',
    'the error code is "1"',
  ],
  [{ contains: 'response' }, '{"x":2}', 'the body has no response object'],
  [{ contains: 'error' }, '{"result":0}', 'the body has no error object'],
  [{ contains: 'error' }, 'oh', 'the body has no error object'],
  [{ status: [204] }, '', 'the status is 200'],
  [{ status: [204], response: one }, '', 'the status is 200'],
  [{ anyOf: [{ response: one }, { response: two }] }, '{"id":2,"result":0}', undefined],
  [{ anyOf: [{ response: one }, { response: two }] }, '{"id":3,"result":0}', 'the id is 3'],
])('the expectation %j for the body %j finds the problem: %s', (expectation, text, problem) => {
  expect(find(expectation, text)).toBe(problem);
});

test('the status 4xx matches 400 to 499', () => {
  expect(find({ status: ['4xx'] }, '', 415)).toBeUndefined();
  expect(find({ status: ['4xx'] }, '', 500)).toBe('the status is 500');
});

test('an expectation describes all its members', () => {
  const expectation: Expectation = {
    status: [200, 204],
    headers: { allow: '', date: null, 'content-type': '^a' },
    response: { id: [1, null], code: -32600 },
  };
  expect(describeExpectation(expectation)).toBe(
    'the status 200 or 204, the header allow and no header date and the header content-type ' +
      'matching /^a/i, an error with code -32600 and id 1 or null',
  );
  expect(describeExpectation({ anyOf: [{ response: { result: 1 } }, { body: 'empty' }] })).toBe(
    'a response with result 1, or an empty body',
  );
});
