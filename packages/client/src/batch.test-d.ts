// oxlint-disable vitest/expect-expect -- @ts-expect-error comments are the expectations
import { describe, expectTypeOf, test } from 'vitest';
import type * as methods from '../test/server/methods.js';
import { createClient, type JsonRpcError, safe } from './index.js';

const bank = createClient<typeof methods>({ url: '/rpc' });
const withdrawal = { amount: 5, accountId: '1.1' };

describe('$batch', () => {
  test('resolves to a tuple of the results', async () => {
    const results = await bank.$batch((b) => [
      b.withdraw(withdrawal),
      b.ping(),
      b.$call('accounts.close', { accountId: '1.1' }),
    ]);
    expectTypeOf(results).toEqualTypeOf<[{ balance: number }, 'pong', string]>();
  });

  test('has the result undefined for a notification', async () => {
    const results = await bank.$batch((b) => [b.$notify.log({ line: '' }), b.ping()]);
    expectTypeOf(results).toEqualTypeOf<[undefined, 'pong']>();
  });

  test('resolves to an array when the number of calls is not known', async () => {
    const ids = ['1.1', '1.2'];
    const closed = await bank.$batch((b) =>
      ids.map((accountId) => b.$call('accounts.close', { accountId })),
    );
    expectTypeOf(closed).toEqualTypeOf<string[]>();
  });

  test('resolves to an empty tuple for no calls', async () => {
    expectTypeOf(await bank.$batch(() => [])).toEqualTypeOf<[]>();
  });

  test('checks the params of each method', () => {
    // @ts-expect-error -- the account is missing
    void bank.$batch((b) => [b.withdraw({ amount: 5 })]);
    // @ts-expect-error -- no such method
    void bank.$batch((b) => [b.withdrw(withdrawal)]);
  });

  test('accepts options for the batch, but not for its items', () => {
    void bank.$batch((b) => [b.ping()], { timeout: 5 });
    // @ts-expect-error -- items share one HTTP request
    void bank.$batch((b) => [b.ping({}, { timeout: 5 })]);
  });

  test('accepts items only, not calls of the client', () => {
    // @ts-expect-error -- a call of the client is sent separately
    void bank.$batch(() => [bank.ping()]);
  });

  test('can fail with the errors of all its methods', async () => {
    const outcome = await safe(bank.$batch((b) => [b.ping(), b.withdraw(withdrawal)]));
    if (!outcome.ok && outcome.error.code === 6001) {
      expectTypeOf(outcome.error).toEqualTypeOf<JsonRpcError<6001, { balance: number }>>();
    }
  });
});

describe('$batch.safe', () => {
  test('resolves to a tuple with the result or the error of each item', async () => {
    const [ping, withdrawn, logged] = await bank.$batch.safe((b) => [
      b.ping(),
      b.withdraw(withdrawal),
      b.$notify.log({ line: '' }),
    ]);
    if (ping.ok) expectTypeOf(ping.result).toEqualTypeOf<'pong'>();
    // @ts-expect-error -- ping() does not declare this code
    else void (ping.error.code === 6001);
    if (withdrawn.ok) expectTypeOf(withdrawn.result).toEqualTypeOf<{ balance: number }>();
    else if (withdrawn.error.code === 6001) expectTypeOf(withdrawn.error.data.balance).toBeNumber();
    if (logged.ok) expectTypeOf(logged.result).toBeUndefined();
  });
});
