import type { MatcherResult, MatcherState } from 'vitest';
import { onOneLine } from './on-one-line.js';
import { describeReceived, receivedResponse } from './received-response.js';

/** `value` is compared as `toEqual` does; where none is given any result will do. */
export function toBeJsonRpcResult(
  { equals, utils }: MatcherState,
  received: unknown,
  given: readonly [value?: unknown],
): MatcherResult {
  const show = onOneLine(utils);
  const [value] = given;
  const isAny = given.length === 0;
  const came = receivedResponse(received);
  const pass =
    came.kind === 'result' &&
    (isAny || equals(came.response.result, value, [utils.iterableEquality]));
  const message = (): string => {
    const wanted = isAny ? 'a JSON-RPC result' : `the JSON-RPC result ${show(value)}`;
    return `expected ${pass ? 'not ' : ''}${wanted}, but got ${describeReceived(came, show)}`;
  };
  if (pass || isAny || came.kind === 'none') return { pass, message };
  const { jsonrpc, id } = came.response;
  return { pass, message, actual: received, expected: { jsonrpc, id, result: value } };
}
