import { stripVTControlCharacters } from 'node:util';
import { describe, expect, test } from 'vitest';
import { AuthError, NotEnoughMoney } from '../../test/bank-api.js';
import '../vitest.js';

const result = { jsonrpc: '2.0', id: 1, result: { balance: 7, at: 'noon' } };
const error = {
  jsonrpc: '2.0',
  id: 1,
  error: { code: 6001, message: 'Not enough money', data: { balance: 7 } },
};
const authError = { jsonrpc: '2.0', id: 1, error: { code: 7000, message: 'Auth error' } };

/** Returns the message of a failing expectation, and its diff if there is one. */
function failureOf(expectation: () => unknown): {
  message: string;
  actual?: unknown;
  expected?: unknown;
} {
  try {
    expectation();
  } catch (failure) {
    const { message, actual, expected } = failure as Error & Record<string, unknown>;
    return {
      message: stripVTControlCharacters(message),
      ...(actual === undefined ? {} : { actual, expected }),
    };
  }
  throw new Error('It did not fail');
}

describe('toBeJsonRpcResult', () => {
  test('passes for any result, or for one that equals the value', () => {
    expect(result).toBeJsonRpcResult();
    expect(result).toBeJsonRpcResult({ balance: 7, at: 'noon' });
    expect({ ...result, result: null }).toBeJsonRpcResult(null);
    expect(result).not.toBeJsonRpcResult(null);
    expect(error).not.toBeJsonRpcResult();
    expect(result).not.toBeJsonRpcResult({ balance: 7 });
  });

  test('accepts asymmetric matchers in the value and is one itself', () => {
    expect(result).toBeJsonRpcResult({ balance: expect.any(Number), at: 'noon' });
    expect(result).toBeJsonRpcResult(expect.objectContaining({ balance: 7 }));
    expect([result, error]).toEqual([
      expect.toBeJsonRpcResult(expect.objectContaining({ balance: 7 })),
      expect.not.toBeJsonRpcResult(),
    ]);
  });

  test('shows a result that differs from the value', () => {
    expect(failureOf(() => expect(result).toBeJsonRpcResult({ balance: 8 }))).toEqual({
      message:
        'expected the JSON-RPC result {"balance": 8}, but got the result {"at": "noon", "balance": 7}',
      actual: result,
      expected: { jsonrpc: '2.0', id: 1, result: { balance: 8 } },
    });
  });

  test('shows an error', () => {
    expect(failureOf(() => expect(error).toBeJsonRpcResult({ balance: 8 }))).toEqual({
      message:
        'expected the JSON-RPC result {"balance": 8}, but got the error 6001 Not enough money with the data {"balance": 7}',
      actual: error,
      expected: { jsonrpc: '2.0', id: 1, result: { balance: 8 } },
    });
    expect(failureOf(() => expect(error).toBeJsonRpcResult())).toEqual({
      message:
        'expected a JSON-RPC result, but got the error 6001 Not enough money with the data {"balance": 7}',
    });
  });

  test('shows a result that was not expected', () => {
    expect(failureOf(() => expect(result).not.toBeJsonRpcResult())).toEqual({
      message: 'expected not a JSON-RPC result, but got the result {"at": "noon", "balance": 7}',
    });
  });

  test.each([
    [{ detail: 'Gone' }, 'a value that is not a JSON-RPC response: {"detail": "Gone"}'],
    [undefined, 'a value that is not a JSON-RPC response: undefined'],
    [{ ...result, jsonrpc: '1.0' }, /^a value that is not a JSON-RPC response/],
    [{ ...result, ...error }, /^a value that is not a JSON-RPC response/],
    [{ jsonrpc: '2.0', id: 1 }, /^a value that is not a JSON-RPC response/],
    [Promise.resolve(result), 'a promise; await it first'],
  ])('describes the value %o, which is not a response', (received, what) => {
    for (const expectation of [
      () => expect(received).toBeJsonRpcResult(),
      () => expect(received).toBeJsonRpcError(1),
    ]) {
      const { message } = failureOf(expectation);
      expect(message.replace(/^expected .*, but got /, '')).toMatch(what);
    }
  });
});

describe('toBeJsonRpcError', () => {
  test('passes for the class and for the code', () => {
    expect(error).toBeJsonRpcError(NotEnoughMoney);
    expect(error).toBeJsonRpcError(6001);
    expect(authError).toBeJsonRpcError(AuthError);
    expect(error).not.toBeJsonRpcError(AuthError);
    expect(result).not.toBeJsonRpcError(6001);
  });

  test('passes for equal data, including asymmetric matchers', () => {
    expect(error).toBeJsonRpcError(NotEnoughMoney, { balance: 7 });
    expect(error).toBeJsonRpcError(6001, { balance: expect.any(Number) });
    expect(error).not.toBeJsonRpcError(NotEnoughMoney, { balance: 8 });
    expect(authError).toBeJsonRpcError(AuthError, undefined);
    expect(error).not.toBeJsonRpcError(6001, undefined);
    expect([error]).toEqual([expect.toBeJsonRpcError(6001)]);
  });

  test('compares the message of a class, because another class may have the same code', () => {
    const other = { ...error, error: { ...error.error, message: 'Out of cash' } };
    expect(other).toBeJsonRpcError(6001);
    expect(failureOf(() => expect(other).toBeJsonRpcError(NotEnoughMoney))).toMatchObject({
      message:
        'expected the JSON-RPC error 6001 Not enough money, but got the error 6001 Out of cash with the data {"balance": 7}',
    });
  });

  test('shows an error with another code', () => {
    expect(failureOf(() => expect(error).toBeJsonRpcError(AuthError))).toEqual({
      message:
        'expected the JSON-RPC error 7000 Auth error, but got the error 6001 Not enough money with the data {"balance": 7}',
      actual: error,
      expected: {
        jsonrpc: '2.0',
        id: 1,
        error: { code: 7000, message: 'Auth error', data: { balance: 7 } },
      },
    });
  });

  test('shows an error with other data', () => {
    expect(failureOf(() => expect(error).toBeJsonRpcError(NotEnoughMoney, { balance: 8 }))).toEqual(
      {
        message:
          'expected the JSON-RPC error 6001 Not enough money with the data {"balance": 8}, but got the error 6001 Not enough money with the data {"balance": 7}',
        actual: error,
        expected: { ...error, error: { ...error.error, data: { balance: 8 } } },
      },
    );
  });

  test('shows a result instead of an error', () => {
    expect(failureOf(() => expect(result).toBeJsonRpcError(6001))).toMatchObject({
      message: 'expected the JSON-RPC error 6001, but got the result {"at": "noon", "balance": 7}',
      expected: { jsonrpc: '2.0', id: 1, error: { code: 6001 } },
    });
  });

  test('shows an error that was not expected', () => {
    expect(failureOf(() => expect(authError).not.toBeJsonRpcError(7000))).toEqual({
      message: 'expected not the JSON-RPC error 7000, but got the error 7000 Auth error',
    });
  });
});
