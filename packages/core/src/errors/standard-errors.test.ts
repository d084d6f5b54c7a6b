import { describe, expect, test } from 'vitest';
import type { ErrorClass } from './base-error.js';
import {
  InternalError,
  InvalidParams,
  InvalidRequest,
  LimitExceeded,
  MethodNotFound,
  ParseError,
  RequestTimeout,
} from './standard-errors.js';

test.each<[number, string, ErrorClass & (new () => unknown)]>([
  [-32700, 'Parse error', ParseError],
  [-32600, 'Invalid Request', InvalidRequest],
  [-32601, 'Method not found', MethodNotFound],
  [-32602, 'Invalid params', InvalidParams],
  [-32603, 'Internal error', InternalError],
  [-32002, 'Request timed out', RequestTimeout],
  [-32005, 'Limit exceeded', LimitExceeded],
])('the error %d has the message "%s" and a description', (code, message, StandardError) => {
  expect(new StandardError()).toMatchObject({ code, message, data: undefined });
  expect(StandardError.description).toMatch(/^[A-Z].+\.$/);
});

describe.each([InvalidRequest, InvalidParams])('%o', (WithProblems) => {
  test('has problems with paths, messages, types and details', () => {
    const errors = [
      { loc: [], msg: 'Must be an object', type: 'object' },
      { loc: ['items', 0], msg: 'Too small', type: 'min', ctx: { expected: '>=1' } },
    ];
    expect(new WithProblems({ errors }).data).toEqual({ errors });
  });

  test.each([
    {},
    { loc: [{}], msg: '', type: '' },
    { loc: [], msg: 1, type: '' },
    { loc: [], msg: '', type: '', ctx: 1 },
  ])('cannot have the problem %j', (problem) => {
    expect(() => new WithProblems({ errors: [problem as never] })).toThrow(/data\.errors\[0\]/);
  });
});

test('LimitExceeded may say when to call again, in milliseconds', () => {
  expect(new LimitExceeded({ retryAfterMs: 5 }).data).toEqual({ retryAfterMs: 5 });
  expect(new LimitExceeded({}).data).toEqual({});
  expect(() => new LimitExceeded({ retryAfterMs: '5' as never })).toThrow(/retryAfterMs/);
});
