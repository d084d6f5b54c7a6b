// oxlint-disable vitest/expect-expect -- what the compiler has to refuse is expected by a comment
import { describe, expectTypeOf, test } from 'vitest';
import type { AuthError } from '../test/server/errors.js';
import type * as methods from '../test/server/methods.js';
import { createClient } from './index.js';

const bank = createClient<typeof methods>({ url: '/rpc' });

describe('a member of the client', () => {
  test('is a method of the module by its name on the wire', () => {
    expectTypeOf(bank.withdraw).parameter(0).toEqualTypeOf<{ amount: number; accountId: string }>();
    expectTypeOf(bank['accounts.close']).parameter(0).toEqualTypeOf<{ accountId: string }>();
    // @ts-expect-error -- this is the name of the export
    void bank.closeAccount;
  });

  test('is nothing else that the module exports', () => {
    expectTypeOf<keyof typeof bank>().toEqualTypeOf<
      | 'withdraw'
      | 'accounts.close'
      | 'ping'
      | 'whoami'
      | 'statement'
      | 'sum'
      | 'openedAt'
      | 'log'
      | 'echo'
      | 'broken'
      | '$call'
      | '$notify'
      | '$batch'
    >();
  });

  test('is none where an object has the name for itself', () => {
    // @ts-expect-error -- a client is no promise
    void bank.then;
    expectTypeOf<(typeof bank)['toString']>().toEqualTypeOf<() => string>();
    expectTypeOf(bank.$call('then')).resolves.toBeString();
    expectTypeOf(bank.$call('toString')).resolves.toBeString();
    expectTypeOf(bank.$call('$batch')).resolves.toBeString();
  });

  test('may come from a record', () => {
    const { ping } = {} as typeof methods;
    const client = createClient<{ renamed: typeof ping }>({ url: '/rpc' });
    expectTypeOf(client.ping()).resolves.toEqualTypeOf<'pong'>();
  });

  test('may not be misspelled', () => {
    // @ts-expect-error -- Property 'withdrw' does not exist …. Did you mean 'withdraw'?
    void bank.withdrw;
  });
});

describe('the params of a call', () => {
  test('are those of the method, its dependencies’ included', () => {
    void bank.withdraw({ amount: 5, accountId: '1.1' });
    // @ts-expect-error -- Property 'accountId' is missing in type '{ amount: number; }'
    void bank.withdraw({ amount: 5 });
    // @ts-expect-error -- … 'amont' does not exist in type …. Did you mean to write 'amount'?
    void bank.withdraw({ amont: 5, accountId: '1.1' });
    // @ts-expect-error -- Type 'string' is not assignable to type 'number'
    void bank.withdraw({ amount: '5', accountId: '1.1' });
    // @ts-expect-error -- Expected 1-2 arguments, but got 0
    void bank.withdraw();
  });

  test('may be left out where all of them may', () => {
    void bank.statement();
    void bank.statement({});
    void bank.statement({ limit: 5 });
    void bank.statement(undefined, { timeout: 5 });
    // @ts-expect-error -- a limit is a number
    void bank.statement({ limit: '5' });
  });

  test('are left out, or empty, where there are none', () => {
    void bank.ping();
    void bank.ping({});
    void bank.ping(undefined, { signal: new AbortController().signal });
    // @ts-expect-error -- Type 'number' is not assignable to type 'never'
    void bank.ping({ limit: 5 });
    // @ts-expect-error -- a string is no object
    void bank.ping('pong');
  });

  test('are by position where the method takes an array', () => {
    void bank.sum([1, 2]);
    // @ts-expect-error -- a term is a number
    void bank.sum([1, '2']);
    // @ts-expect-error -- nothing has a name here
    void bank.sum({ a: 1 });
  });
});

describe('the options of a call', () => {
  test('come after its params', () => {
    const { signal } = new AbortController();
    void bank.withdraw(
      { amount: 5, accountId: '1.1' },
      { signal, timeout: 5, headers: { token: 'ann' } },
    );
    void bank.ping({}, { headers: new Headers() });
    void bank.ping({}, { headers: new Map([['token', 'ann']]) });
    void bank.ping({}, { headers: { token: undefined }, signal: undefined, timeout: undefined });
    // @ts-expect-error -- it is called timeout
    void bank.ping({}, { timeOut: 5 });
  });
});

describe('the result of a call', () => {
  test('is what the method’s schema gives', () => {
    expectTypeOf(bank.withdraw({ amount: 5, accountId: '' })).resolves.toEqualTypeOf<{
      balance: number;
    }>();
    expectTypeOf(bank.ping()).resolves.toEqualTypeOf<'pong'>();
  });

  test('is of the handler’s own type where there is no schema', () => {
    expectTypeOf(bank.statement()).resolves.toEqualTypeOf<{
      limit: number;
      from: string | null;
    }>();
  });

  test('is unknown where the server’s types say nothing', () => {
    expectTypeOf(bank.echo({})).resolves.toBeUnknown();
  });

  test('is as JSON brings it', () => {
    expectTypeOf(bank.openedAt()).resolves.toBeString();
    expectTypeOf(bank.log({ line: '' })).resolves.toBeNull();
  });
});

describe('$notify', () => {
  test('takes what a call takes and gives nothing', () => {
    expectTypeOf(bank.$notify.log({ line: '' }, { timeout: 5 })).resolves.toBeVoid();
    expectTypeOf(bank.$notify.ping()).resolves.toBeVoid();
    expectTypeOf(bank.$notify.$call('accounts.close', { accountId: '' })).resolves.toBeVoid();
    // @ts-expect-error -- a line is a string
    void bank.$notify.log({ line: 5 });
  });
});

describe('$call', () => {
  test('takes the name first, and then what the method takes', () => {
    expectTypeOf(bank.$call('accounts.close', { accountId: '' })).resolves.toBeString();
    expectTypeOf(bank.$call('ping')).resolves.toEqualTypeOf<'pong'>();
    // @ts-expect-error -- no method has this name
    void bank.$call('accounts.open', { accountId: '' });
    // @ts-expect-error -- an account id is a string
    void bank.$call('accounts.close', { accountId: 5 });
    // @ts-expect-error -- and is needed
    void bank.$call('accounts.close');
  });
});

test('a client with the errors of its entrypoint goes where one without is asked for', () => {
  const careful = createClient<typeof methods, AuthError>({ url: '/rpc' });
  expectTypeOf(careful.ping()).resolves.toEqualTypeOf<'pong'>();
});

test('the options of a client', () => {
  createClient({ url: new URL('https://bank.example/rpc'), fetch });
  createClient({ url: '/rpc', fetch: () => new Response('{}') });
  createClient({ url: '/rpc', headers: () => ({ token: 'ann' }), timeout: 5, batch: true });
  createClient({ url: '/rpc', headers: async () => new Headers(), batch: { maxSize: 5 } });
  // @ts-expect-error -- there is no default
  createClient({});
});
