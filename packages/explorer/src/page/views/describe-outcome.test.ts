import { expect, test } from 'vitest';
import type { CallKind } from '../call/call-draft.js';
import { readResponse } from '../call/read-response.js';
import type { HttpOutcome } from '../call/send-request.js';
import type { MethodModel } from '../document/api-model.js';
import { describeOutcome, formatBytes } from './describe-outcome.js';

const result = '{"result":1}';
const error = '{"error":{"code":7,"message":"No money"}}';

test.each<[CallKind, isDurable: boolean, status: number, text: string, string, isError: boolean]>([
  ['call', false, 200, result, 'Result', false],
  ['call', false, 200, error, 'No money (7)', true],
  ['call', false, 200, '<html>', 'Not a JSON-RPC response', true],
  ['call', false, 502, '', 'Not a JSON-RPC response', true],
  ['call', false, 401, '{"detail":"no"}', 'Unauthorized', true],
  ['call', false, 403, 'no', 'Forbidden', true],
  ['call', true, 204, '', 'Accepted', false],
  ['notification', false, 204, '', 'Accepted', false],
  ['notification', false, 200, '', 'Accepted', false],
  ['notification', true, 204, '', 'Stored', false],
  ['notification', true, 503, '', 'Rejected', true],
  ['notification', true, 200, '<html>', 'Not a JSON-RPC response', true],
])('a %s (durable: %j) with status %i and %j is described as "%s"', (...given) => {
  const [kind, isDurable, status, text, outcome, isError] = given;
  const headers: HttpOutcome['headers'] = [];
  const http = {
    status,
    text,
    headers,
    statusText: '',
    milliseconds: 1,
    bytes: 1,
    isTruncated: false,
  };
  // These functions read nothing else of the method.
  const method = { errors: [], inputs: [], isDurable } as unknown as MethodModel;
  const value = readResponse(http, method, kind);
  expect(describeOutcome(value, { kind, method, http })).toEqual({ outcome, isError });
});

test.each([
  [1023, '1023 bytes'],
  [1536, '1.5 KiB'],
  [3 * 1024 ** 2, '3.0 MiB'],
])('a response of %i bytes has the size %s, in the units of the limits', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text);
});
