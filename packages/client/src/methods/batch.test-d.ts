// oxlint-disable vitest/expect-expect -- what the compiler has to refuse is expected by a comment
import { describe, expectTypeOf, test } from 'vitest';
import type * as methods from '../../test/server/methods.js';
import { createClient, type JsonRpcError, safe } from '../index.js';

const bank = createClient<typeof methods>({ url: '/rpc' });
const withdrawal = { amount: 5, accountId: '1.1' };

describe('$batch', () => {
  test('gives a tuple of the results', async () => {
    const results = await bank.$batch((b) => [
      b.withdraw(withdrawal),
      b.ping(),
      b.$call('accounts.close', { accountId: '1.1' }),
    ]);
    expectTypeOf(results).toEqualTypeOf<[{ balance: number }, 'pong', string]>();
  });

  test('gives undefined in the place of a notification', async () => {
    const results = await bank.$batch((b) => [b.$notify.log({ line: '' }), b.ping()]);
    expectTypeOf(results).toEqualTypeOf<[undefined, 'pong']>();
  });

  test('gives an array where the number of calls is not known', async () => {
    const ids = ['1.1', '1.2'];
    const closed = await bank.$batch((b) =>
      ids.map((accountId) => b.$call('accounts.close', { accountId })),
    );
    expectTypeOf(closed).toEqualTypeOf<string[]>();
  });

  test('gives nothing for nothing', async () => {
    expectTypeOf(await bank.$batch(() => [])).toEqualTypeOf<[]>();
  });

  test('takes the params of each method', () => {
    // @ts-expect-error -- the account is missing
    void bank.$batch((b) => [b.withdraw({ amount: 5 })]);
    // @ts-expect-error -- no such method
    void bank.$batch((b) => [b.withdrw(withdrawal)]);
  });

  test('takes options for the whole, and its items none', () => {
    void bank.$batch((b) => [b.ping()], { timeout: 5 });
    // @ts-expect-error -- they go in one HTTP request
    void bank.$batch((b) => [b.ping({}, { timeout: 5 })]);
  });

  test('takes items only, not calls that have been made already', () => {
    // @ts-expect-error -- this one is sent by itself
    void bank.$batch(() => [bank.ping()]);
  });

  test('fails with the errors of all of its methods', async () => {
    const answer = await safe(bank.$batch((b) => [b.ping(), b.withdraw(withdrawal)]));
    if (!answer.ok && answer.error.code === 6001) {
      expectTypeOf(answer.error).toEqualTypeOf<JsonRpcError<6001, { balance: number }>>();
    }
  });
});

describe('$batch.safe', () => {
  test('gives a tuple of how each item ended', async () => {
    const [ping, withdrawn, logged] = await bank.$batch.safe((b) => [
      b.ping(),
      b.withdraw(withdrawal),
      b.$notify.log({ line: '' }),
    ]);
    if (ping.ok) expectTypeOf(ping.result).toEqualTypeOf<'pong'>();
    // @ts-expect-error -- ping() does not declare it
    else void (ping.error.code === 6001);
    if (withdrawn.ok) expectTypeOf(withdrawn.result).toEqualTypeOf<{ balance: number }>();
    else if (withdrawn.error.code === 6001) expectTypeOf(withdrawn.error.data.balance).toBeNumber();
    if (logged.ok) expectTypeOf(logged.result).toBeUndefined();
  });
});
