// oxlint-disable vitest/expect-expect -- what the compiler has to refuse is expected by a comment
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

describe('what safe() gives', () => {
  test('has the result where the call went well', () => {
    if (withdrawn.ok) expectTypeOf(withdrawn.result).toEqualTypeOf<{ balance: number }>();
    // @ts-expect-error -- it may have failed
    void withdrawn.result;
    // @ts-expect-error -- it may have gone well
    void withdrawn.error;
  });

  test('has an error with the codes that the method, its entrypoint and every server know', () => {
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
      | 'not-sent'
      | 'network'
      | 'http-status'
      | 'invalid-response'
      | 'response-too-large'
      | 'timeout'
      | 'aborted'
    >();
  });

  test('has none of the codes that other methods declare', () => {
    if (pinged.ok) return;
    // @ts-expect-error -- ping() does not declare it
    void (pinged.error.code === 6001);
    // @ts-expect-error -- nor does anybody
    void (withdrawn.ok || withdrawn.error.code === 6003);
  });

  test('has data of the type that the code’s class declares, as JSON brings it', () => {
    if (withdrawn.ok) return;
    const { error } = withdrawn;
    if (error.code === 6001) {
      expectTypeOf(error).toEqualTypeOf<JsonRpcError<6001, { balance: number }>>();
    }
    if (error.code === 6002) expectTypeOf(error.data).toEqualTypeOf<{ since: string }>();
    if (error.code === 7000) expectTypeOf(error.data).toEqualTypeOf<undefined>();
    if (error.code === -32602) expectTypeOf(error.data).toEqualTypeOf<ProblemsData | undefined>();
  });

  test('has what is known of a response that is no JSON-RPC', () => {
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

  test('can be told apart to the last one', () => {
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

  test('has the errors of an entrypoint that a split method is added to, where the client is told', async () => {
    const methods = { ping: defineMethod('ping', {}, () => 'pong') };
    const knowing = createClient<typeof methods, EntrypointError<typeof entrypoint>>({
      url: '/rpc',
    });
    const known = await safe(knowing.ping());
    if (!known.ok && known.error.code === 7000) {
      expectTypeOf(known.error).toEqualTypeOf<JsonRpcError<7000, undefined>>();
    }
    if (!known.ok && known.error.code === -32602) {
      expectTypeOf(known.error.data).toEqualTypeOf<ProblemsData | undefined>();
    }
    const unknown = await safe(createClient<typeof methods>({ url: '/rpc' }).ping());
    // @ts-expect-error -- defineMethod() knows no entrypoint
    void (unknown.ok || unknown.error.code === 7000);
  });

  test('has a standard error as another server declares it', async () => {
    type Other = RemoteMethods<{ m: { error: { code: -32602; data: { line: number } } } }>;
    const answer = await safe(createClient<Other>({ url: '/rpc' }).m());
    if (!answer.ok && answer.error.code === -32602) {
      expectTypeOf(answer.error.data).toEqualTypeOf<{ line: number } | ProblemsData | undefined>();
    }
  });

  test('is of any error where the promise is another one', async () => {
    const read = await safe(Promise.resolve(5));
    if (read.ok) expectTypeOf(read.result).toBeNumber();
    else expectTypeOf(read.error).toBeUnknown();
  });
});
