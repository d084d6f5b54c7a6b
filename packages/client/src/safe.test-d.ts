// oxlint-disable vitest/expect-expect -- @ts-expect-error comments are the expectations
import { defineMethod, type EntrypointError } from '@jsonrpc-kit/core';
import { describe, expectTypeOf, test } from 'vitest';
import type { entrypoint } from '../test/server/entrypoint.js';
import type * as methods from '../test/server/methods.js';
import {
  createClient,
  type InvalidResponseReason,
  type JsonRpcError,
  type ProblemsData,
  type RemoteMethods,
  safe,
} from './index.js';

const bank = createClient<typeof methods>({ url: '/rpc' });
const withdrawn = await safe(bank.withdraw({ amount: 5, accountId: '1.1' }));
const pinged = await safe(bank.ping());

describe('the outcome that safe() returns', () => {
  test('has the result when the call succeeded', () => {
    if (withdrawn.ok) expectTypeOf(withdrawn.result).toEqualTypeOf<{ balance: number }>();
    // @ts-expect-error -- the call may have failed
    void withdrawn.result;
    // @ts-expect-error -- the call may have succeeded
    void withdrawn.error;
  });

  test('has an error with the codes of the method, of its entrypoint and of every server', () => {
    if (withdrawn.ok) return;
    expectTypeOf(withdrawn.error.code).toEqualTypeOf<
      | 6001
      | 6002
      | 7000
      | -32700
      | -32600
      | -32601
      | -32602
      | -32603
      | -32002
      | -32005
      | -32012
      | -32013
      | -32014
      | -32015
      | -32000
      | -32800
      | 'not-sent'
      | 'network'
      | 'http-status'
      | 'invalid-response'
      | 'response-too-large'
      | 'timeout'
      | 'aborted'
    >();
  });

  test('has no codes that only other methods declare', () => {
    if (pinged.ok) return;
    // @ts-expect-error -- ping() does not declare this code
    void (pinged.error.code === 6001);
    // @ts-expect-error -- no method declares this code
    void (withdrawn.ok || withdrawn.error.code === 6003);
  });

  test('has data of the type that the error class declares, after JSON encoding and decoding', () => {
    if (withdrawn.ok) return;
    const { error } = withdrawn;
    if (error.code === 6001) {
      expectTypeOf(error).toEqualTypeOf<JsonRpcError<6001, { balance: number }>>();
    }
    if (error.code === 6002) expectTypeOf(error.data).toEqualTypeOf<{ since: string }>();
    if (error.code === 7000) expectTypeOf(error.data).toEqualTypeOf<undefined>();
    if (error.code === -32602) expectTypeOf(error.data).toEqualTypeOf<ProblemsData | undefined>();
  });

  test('has the details of a response that is not JSON-RPC', () => {
    if (withdrawn.ok) return;
    const { error } = withdrawn;
    if (error.code === 'http-status') {
      expectTypeOf(error.status).toBeNumber();
      expectTypeOf(error.headers).toEqualTypeOf<Headers>();
      expectTypeOf(error.body).toBeString();
    }
    if (error.code === 'invalid-response') {
      expectTypeOf(error.reason).toEqualTypeOf<InvalidResponseReason>();
    }
  });

  test('has an error whose codes can be handled exhaustively', () => {
    if (pinged.ok) return;
    switch (pinged.error.code) {
      case 7000:
      case -32700:
      case -32600:
      case -32601:
      case -32602:
      case -32603:
      case -32002:
      case -32005:
      case -32012:
      case -32013:
      case -32014:
      case -32015:
      case -32000:
      case -32800:
      case 'not-sent':
      case 'network':
      case 'http-status':
      case 'invalid-response':
      case 'response-too-large':
      case 'timeout':
      case 'aborted':
        return;
      default:
        expectTypeOf(pinged.error).toBeNever();
    }
  });

  test('has the errors of an entrypoint that are passed as the second type argument', async () => {
    const methods = { ping: defineMethod('ping', {}, () => 'pong') };
    const typed = createClient<typeof methods, EntrypointError<typeof entrypoint>>({
      url: '/rpc',
    });
    const known = await safe(typed.ping());
    if (!known.ok && known.error.code === 7000) {
      expectTypeOf(known.error).toEqualTypeOf<JsonRpcError<7000, undefined>>();
    }
    if (!known.ok && known.error.code === -32602) {
      expectTypeOf(known.error.data).toEqualTypeOf<ProblemsData | undefined>();
    }
    const unknown = await safe(createClient<typeof methods>({ url: '/rpc' }).ping());
    // @ts-expect-error -- methods of defineMethod() carry no errors of an entrypoint
    void (unknown.ok || unknown.error.code === 7000);
  });

  test('has the data that a remote method declares for a standard error', async () => {
    type Other = RemoteMethods<{ m: { error: { code: -32602; data: { line: number } } } }>;
    const outcome = await safe(createClient<Other>({ url: '/rpc' }).m());
    if (!outcome.ok && outcome.error.code === -32602) {
      expectTypeOf(outcome.error.data).toEqualTypeOf<{ line: number } | ProblemsData | undefined>();
    }
  });

  test('has an unknown error when the promise is not a call', async () => {
    const read = await safe(Promise.resolve(5));
    if (read.ok) expectTypeOf(read.result).toBeNumber();
    else expectTypeOf(read.error).toBeUnknown();
  });
});
