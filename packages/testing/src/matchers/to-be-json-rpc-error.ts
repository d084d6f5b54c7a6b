import type { BaseError, ErrorClass, JsonRpcErrorObject } from '@jsonrpc-kit/core';
import type { MatcherResult, MatcherState } from 'vitest';
import type { WireValue } from '../client/wire-value.js';
import { onOneLine } from './on-one-line.js';
import { describeReceived, receivedResponse } from './received-response.js';

/** The data of a class's errors as it arrives; of a code's nothing is known. */
export type ErrorDataOf<Expected> = Expected extends abstract new (
  ...args: never
) => BaseError<number, infer Data>
  ? WireValue<Data>
  : unknown;

/**
 * The code has to be the same, and of a class the message too; `data` is compared as `toEqual` does,
 * and where none is given any will do.
 */
export function toBeJsonRpcError(
  { equals, utils }: MatcherState,
  received: unknown,
  expected: ErrorClass | number,
  given: readonly [data?: unknown],
): MatcherResult {
  const show = onOneLine(utils);
  const came = receivedResponse(received);
  const error = came.kind === 'error' ? came.response.error : undefined;
  const wanted = wantedError(expected, given, error);
  const pass = error !== undefined && equals(error, wanted, [utils.iterableEquality]);
  const message = (): string => {
    const name = typeof expected === 'number' ? expected : `${expected.code} ${expected.message}`;
    const data = given.length === 0 ? '' : ` with the data ${show(given[0])}`;
    const wantedText = `${pass ? 'not ' : ''}the JSON-RPC error ${name}${data}`;
    return `expected ${wantedText}, but got ${describeReceived(came, show)}`;
  };
  if (pass || came.kind === 'none') return { pass, message };
  const { jsonrpc, id } = came.response;
  return { pass, message, actual: received, expected: { jsonrpc, id, error: wanted } };
}

/** What the test says nothing of is as it came. */
function wantedError(
  expected: ErrorClass | number,
  given: readonly unknown[],
  came: JsonRpcErrorObject | undefined,
): Partial<JsonRpcErrorObject> {
  const code = typeof expected === 'number' ? expected : expected.code;
  const message = typeof expected === 'number' ? came?.message : expected.message;
  const data = given.length === 0 ? came?.data : given[0];
  return {
    code,
    ...(message === undefined ? {} : { message }),
    ...(data === undefined ? {} : { data }),
  };
}
