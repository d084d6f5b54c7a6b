// oxlint-disable vitest/expect-expect -- @ts-expect-error comments are the expectations
import { describe, expectTypeOf, test } from 'vitest';
import type { AuthError } from '../test/server/errors.js';
import type * as methods from '../test/server/methods.js';
import { createClient } from './index.js';

const bank = createClient<typeof methods>({ url: '/rpc' });

describe('the members of a client', () => {
  test('have the names of the methods instead of the names of the exports', () => {
    expectTypeOf(bank.withdraw).parameter(0).toEqualTypeOf<{ amount: number; accountId: string }>();
    expectTypeOf(bank['accounts.close']).parameter(0).toEqualTypeOf<{ accountId: string }>();
    // @ts-expect-error -- the name of the export, not of the method
    void bank.closeAccount;
  });

  test('do not include exports that are not methods', () => {
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

  test('do not include methods with reserved names, which $call accepts', () => {
    // @ts-expect-error -- a client is not a promise
    void bank.then;
    expectTypeOf<(typeof bank)['toString']>().toEqualTypeOf<() => string>();
    expectTypeOf(bank.$call('then')).resolves.toBeString();
    expectTypeOf(bank.$call('toString')).resolves.toBeString();
    expectTypeOf(bank.$call('$batch')).resolves.toBeString();
  });

  test('are the methods of a record when the type is a record', () => {
    const { ping } = {} as typeof methods;
    const client = createClient<{ renamed: typeof ping }>({ url: '/rpc' });
    expectTypeOf(client.ping()).resolves.toEqualTypeOf<'pong'>();
  });

  test('do not include misspelled names', () => {
    // @ts-expect-error -- Property 'withdrw' does not exist …. Did you mean 'withdraw'?
    void bank.withdrw;
  });
});

describe('the params of a call', () => {
  test('are those of the method and of its dependencies', () => {
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

  test('can be omitted when all of them are optional', () => {
    void bank.statement();
    void bank.statement({});
    void bank.statement({ limit: 5 });
    void bank.statement(undefined, { timeout: 5 });
    // @ts-expect-error -- the limit is a number
    void bank.statement({ limit: '5' });
  });

  test('can be omitted or empty when the method has none', () => {
    void bank.ping();
    void bank.ping({});
    void bank.ping(undefined, { signal: new AbortController().signal });
    // @ts-expect-error -- Type 'number' is not assignable to type 'never'
    void bank.ping({ limit: 5 });
    // @ts-expect-error -- a string is not an object
    void bank.ping('pong');
  });

  test('are an array when the method has positional params', () => {
    void bank.sum([1, 2]);
    // @ts-expect-error -- terms are numbers
    void bank.sum([1, '2']);
    // @ts-expect-error -- positional params have no names
    void bank.sum({ a: 1 });
  });
});

describe('the options of a call', () => {
  test('are the argument after the params', () => {
    const { signal } = new AbortController();
    void bank.withdraw(
      { amount: 5, accountId: '1.1' },
      { signal, timeout: 5, headers: { token: 'ann' } },
    );
    void bank.ping({}, { headers: new Headers() });
    void bank.ping({}, { headers: new Map([['token', 'ann']]) });
    void bank.ping({}, { headers: { token: undefined }, signal: undefined, timeout: undefined });
    // @ts-expect-error -- the option is called timeout
    void bank.ping({}, { timeOut: 5 });
  });
});

describe('the result of a call', () => {
  test('has the output type of the result schema', () => {
    expectTypeOf(bank.withdraw({ amount: 5, accountId: '' })).resolves.toEqualTypeOf<{
      balance: number;
    }>();
    expectTypeOf(bank.ping()).resolves.toEqualTypeOf<'pong'>();
  });

  test('has the type that the handler returns when there is no schema', () => {
    expectTypeOf(bank.statement()).resolves.toEqualTypeOf<{
      limit: number;
      from: string | null;
    }>();
  });

  test('is unknown when the handler returns unknown', () => {
    expectTypeOf(bank.echo({})).resolves.toBeUnknown();
  });

  test('has the type after JSON encoding and decoding', () => {
    expectTypeOf(bank.openedAt()).resolves.toBeString();
    expectTypeOf(bank.log({ line: '' })).resolves.toBeNull();
  });
});

describe('$notify', () => {
  test('accepts the params of a call and returns a promise of nothing', () => {
    expectTypeOf(bank.$notify.log({ line: '' }, { timeout: 5 })).resolves.toBeVoid();
    expectTypeOf(bank.$notify.ping()).resolves.toBeVoid();
    expectTypeOf(bank.$notify.$call('accounts.close', { accountId: '' })).resolves.toBeVoid();
    // @ts-expect-error -- the line is a string
    void bank.$notify.log({ line: 5 });
  });
});

describe('$call', () => {
  test('accepts a method name, then the params of that method', () => {
    expectTypeOf(bank.$call('accounts.close', { accountId: '' })).resolves.toBeString();
    expectTypeOf(bank.$call('ping')).resolves.toEqualTypeOf<'pong'>();
    // @ts-expect-error -- no method has this name
    void bank.$call('accounts.open', { accountId: '' });
    // @ts-expect-error -- the account id is a string
    void bank.$call('accounts.close', { accountId: 5 });
    // @ts-expect-error -- the account id is required
    void bank.$call('accounts.close');
  });
});

test('a client with the errors of its entrypoint has the same results as one without', () => {
  const withErrors = createClient<typeof methods, AuthError>({ url: '/rpc' });
  expectTypeOf(withErrors.ping()).resolves.toEqualTypeOf<'pong'>();
});

test('createClient() accepts its documented options and requires a url', () => {
  createClient({ url: new URL('https://bank.example/rpc'), fetch });
  createClient({ url: '/rpc', fetch: () => new Response('{}') });
  createClient({ url: '/rpc', headers: () => ({ token: 'ann' }), timeout: 5, batch: true });
  createClient({ url: '/rpc', headers: async () => new Headers(), batch: { maxSize: 5 } });
  // @ts-expect-error -- url has no default
  createClient({});
});
