import type { Api, BaseError, ErrorClass, JsonRpcErrorObject } from '@jsonrpc-kit/core';
import type {
  Jsonify,
  JsonRpcErrorResponse,
  JsonRpcSuccessResponse,
} from '@jsonrpc-kit/core/types';
import type { Matcher, MatcherResult, MatcherState } from 'vitest';
import { type ContractMatchers, type ContractOptions, matchContract } from './contract-matcher.js';

/** The data of an error class as JSON. The data of a code is unknown. */
type ErrorDataOf<Expected> = Expected extends abstract new (
  ...args: never
) => BaseError<number, infer Data>
  ? Jsonify<Data>
  : unknown;

/** The matchers that this package adds to `expect()`. */
export interface JsonRpcMatchers<Returned> {
  /**
   * Expects a response object with a result. `value` is compared like `toEqual`, so it may contain
   * matchers such as `expect.any(Number)`. It is compared with the JSON: a `Date` is a string.
   */
  toBeJsonRpcResult: <Value>(...value: [value?: Value & Jsonify<Value>]) => Returned;
  /**
   * Expects a response object with this error: a class, whose message must match too, or a code. `data`
   * is compared like `toEqual` with the JSON; without it any data matches.
   */
  toBeJsonRpcError: <Expected extends ErrorClass | number>(
    error: Expected,
    ...data: [data?: ErrorDataOf<Expected>]
  ) => Returned;
}

/* oxlint-disable typescript/no-explicit-any, typescript/no-namespace -- as in Vitest's own types */
declare module 'vitest' {
  interface AsymmetricMatchersContaining extends JsonRpcMatchers<any> {}
}
declare global {
  // Vitest's `Matchers` has other type parameters in each major version, and a declaration must repeat
  // them. This interface is the base of every assertion in Vitest 4 and 5.
  namespace Chai {
    interface Assertion extends JsonRpcMatchers<void>, ContractMatchers {}
  }
}
/* oxlint-enable typescript/no-explicit-any, typescript/no-namespace */

/** For `expect.extend()`. */
export const jsonRpcMatchers: Readonly<
  Record<keyof ContractMatchers | keyof JsonRpcMatchers<unknown>, Matcher>
> = {
  toBeJsonRpcResult(received, ...args: [value?: unknown]) {
    return matchResult(this, received, args);
  },
  toBeJsonRpcError(received, error: ErrorClass | number, ...args: [data?: unknown]) {
    return matchError(this, received, [error, ...args]);
  },
  toKeepContract(received: Api, path: string, options?: ContractOptions) {
    return matchContract(received, path, options);
  },
};

function matchResult(
  { equals, utils }: MatcherState,
  received: unknown,
  args: readonly [value?: unknown],
): MatcherResult {
  const format = formatWith(utils);
  const [value] = args;
  const isAny = args.length === 0;
  const classified = classify(received);
  const pass =
    classified.kind === 'result' &&
    (isAny || equals(classified.response.result, value, [utils.iterableEquality]));
  const message = (): string => {
    const expected = isAny ? 'a JSON-RPC result' : `the JSON-RPC result ${format(value)}`;
    return `expected ${pass ? 'not ' : ''}${expected}, but got ${describe(classified, format)}`;
  };
  if (pass || isAny || classified.kind === 'other') return { pass, message };
  const { jsonrpc, id } = classified.response;
  return { pass, message, actual: received, expected: { jsonrpc, id, result: value } };
}

function matchError(
  { equals, utils }: MatcherState,
  received: unknown,
  [expected, ...args]: readonly [error: ErrorClass | number, data?: unknown],
): MatcherResult {
  const format = formatWith(utils);
  const classified = classify(received);
  const error = classified.kind === 'error' ? classified.response.error : undefined;
  const wanted = completeError(expected, args, error);
  const pass = error !== undefined && equals(error, wanted, [utils.iterableEquality]);
  const message = (): string => {
    const name = typeof expected === 'number' ? expected : `${expected.code} ${expected.message}`;
    const data = args.length === 0 ? '' : ` with the data ${format(args[0])}`;
    const not = pass ? 'not ' : '';
    return `expected ${not}the JSON-RPC error ${name}${data}, but got ${describe(classified, format)}`;
  };
  if (pass || classified.kind === 'other') return { pass, message };
  const { jsonrpc, id } = classified.response;
  return { pass, message, actual: received, expected: { jsonrpc, id, error: wanted } };
}

/** Completes the expected error with the members of the received one that the test doesn't specify. */
function completeError(
  expected: ErrorClass | number,
  args: readonly unknown[],
  received: JsonRpcErrorObject | undefined,
): Partial<JsonRpcErrorObject> {
  const code = typeof expected === 'number' ? expected : expected.code;
  const message = typeof expected === 'number' ? received?.message : expected.message;
  const data = args.length === 0 ? received?.data : args[0];
  return {
    code,
    ...(message === undefined ? {} : { message }),
    ...(data === undefined ? {} : { data }),
  };
}

type Classified =
  | { readonly kind: 'result'; readonly response: JsonRpcSuccessResponse }
  | { readonly kind: 'error'; readonly response: JsonRpcErrorResponse }
  | { readonly kind: 'other'; readonly value: unknown };

function classify(value: unknown): Classified {
  if (typeof value !== 'object' || value === null) return { kind: 'other', value };
  const response = value as JsonRpcSuccessResponse & JsonRpcErrorResponse;
  const hasResult = response.result !== undefined;
  const hasError = typeof response.error?.code === 'number';
  if (response.jsonrpc !== '2.0' || hasResult === hasError) return { kind: 'other', value };
  return hasResult ? { kind: 'result', response } : { kind: 'error', response };
}

type Format = (value: unknown) => string;

/** Formats values on one line; the diff below the message shows them in full. */
function formatWith({ stringify }: MatcherState['utils']): Format {
  return (value) => stringify(value, undefined, { min: true });
}

function describe(classified: Classified, format: Format): string {
  if (classified.kind === 'result') return `the result ${format(classified.response.result)}`;
  if (classified.kind === 'error') {
    const { code, message, data } = classified.response.error;
    const withData = data === undefined ? '' : ` with the data ${format(data)}`;
    return `the error ${code} ${message}${withData}`;
  }
  const { value } = classified;
  const { then } = (value ?? {}) as { readonly then?: unknown };
  return typeof then === 'function'
    ? 'a promise; await it first'
    : `a value that is not a JSON-RPC response: ${format(value)}`;
}
