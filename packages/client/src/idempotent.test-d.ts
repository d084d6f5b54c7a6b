// oxlint-disable vitest/expect-expect -- @ts-expect-error comments are the expectations
import { describe, test } from 'vitest';
import { createClient, type RemoteMethods } from './index.js';

type Bank = RemoteMethods<{
  withdraw: { params: { amount: number }; idempotent: true };
  'accounts.close': { params: { id: string }; idempotent: true };
  ping: { params: {} };
}>;
type Health = RemoteMethods<{ ping: { params: {} } }>;

const idempotent = { withdraw: true, 'accounts.close': true } as const;
const bank = createClient<Bank>({ url: '/rpc', idempotent });

describe('the option idempotent', () => {
  test('lists exactly the methods that are declared as idempotent', () => {
    // @ts-expect-error -- the option is missing
    createClient<Bank>({ url: '/rpc' });
    // @ts-expect-error -- accounts.close is missing
    createClient<Bank>({ url: '/rpc', idempotent: { withdraw: true } });
    // @ts-expect-error -- ping is not idempotent
    createClient<Bank>({ url: '/rpc', idempotent: { ...idempotent, ping: true } });
    // @ts-expect-error -- it lists names, it doesn't switch anything off
    createClient<Bank>({ url: '/rpc', idempotent: { ...idempotent, withdraw: false } });
  });

  test('is empty for methods of which none is idempotent', () => {
    createClient<Health>({ url: '/rpc' });
    createClient<Health>({ url: '/rpc', idempotent: {} });
    // @ts-expect-error -- ping is not idempotent
    createClient<Health>({ url: '/rpc', idempotent: { ping: true } });
  });

  test('lists any names for a client without types', () => {
    createClient({ url: '/rpc', idempotent: { withdraw: true } });
    createClient({ url: '/rpc' });
  });
});

describe('the option idempotencyKey', () => {
  test('belongs to calls, notifications and batch items of idempotent methods', () => {
    void bank.withdraw({ amount: 5 }, { idempotencyKey: 'k', timeout: 5 });
    void bank['accounts.close']({ id: '1' }, { idempotencyKey: 'k' });
    void bank.$call('accounts.close', { id: '1' }, { idempotencyKey: 'k' });
    void bank.$notify.withdraw({ amount: 5 }, { idempotencyKey: 'k' });
    void bank.$batch((b) => [
      b.withdraw({ amount: 5 }, { idempotencyKey: 'k' }),
      b.$notify.withdraw({ amount: 5 }, { idempotencyKey: 'k' }),
      // @ts-expect-error -- an item has no timeout
      b.withdraw({ amount: 5 }, { timeout: 5 }),
      // @ts-expect-error -- ping is not idempotent
      b.ping({}, { idempotencyKey: 'k' }),
    ]);
    // @ts-expect-error -- ping is not idempotent
    void bank.ping({}, { idempotencyKey: 'k' });
  });

  test('belongs to any call of a client without types', () => {
    void createClient({ url: '/rpc' }).$call('withdraw', {}, { idempotencyKey: 'k' });
  });
});
