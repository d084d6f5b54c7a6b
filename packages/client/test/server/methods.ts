/**
 * Methods of a server and other exports.
 *
 * @module
 */
import { type Method, dependency, params } from '@jsonrpc-kit/core';
import * as v from 'valibot';
import { entrypoint, user } from './entrypoint.js';
import { Closed, NotEnoughMoney } from './errors.js';

export { AuthError } from './errors.js';
export { user } from './entrypoint.js';

export const LIMIT = 100;

/** An account with a balance of 100. */
export const account = dependency({ accountId: v.string() }, ({ accountId }) => ({
  id: accountId,
  balance: 100,
}));

export const withdraw = entrypoint.method(
  'withdraw',
  {
    args: { amount: v.pipe(v.number(), v.gtValue(0)), account, user },
    result: v.object({ balance: v.number() }),
    errors: [NotEnoughMoney, Closed],
  },
  ({ amount, account: { id, balance } }) => {
    if (id === 'closed') throw new Closed({ since: new Date(0) });
    if (balance < amount) throw new NotEnoughMoney({ balance });
    return { balance: balance - amount };
  },
);

/** A method whose name is not that of the export. */
export const closeAccount = entrypoint.method(
  'accounts.close',
  { args: { account } },
  ({ account: { id } }) => id,
);

export const ping = entrypoint.method('ping', { result: v.literal('pong') }, () => 'pong');

export const whoami = entrypoint.method('whoami', { args: { user } }, ({ user: { name } }) => name);

export const statement = entrypoint.method(
  'statement',
  { args: { limit: v.optional(v.number(), 20), from: v.optional(v.string()) } },
  ({ limit, from }) => ({ limit, from: from ?? null }),
);

export const sum = entrypoint.method(
  'sum',
  { args: { terms: params(v.tuple([v.number(), v.number()])) }, paramStructure: 'by-position' },
  ({ terms: [a, b] }) => a + b,
);

export const openedAt = entrypoint.method('openedAt', { result: v.date() }, () => new Date(0));

export const log = entrypoint.method('log', { args: { line: v.string() } }, ({ line }) => {
  logged.push(line);
});

/** The lines that `log` received. */
export const logged: string[] = [];

export const echo = entrypoint.method(
  'echo',
  { args: { all: params(v.record(v.string(), v.unknown())) } },
  ({ all }): unknown => all,
);

export const broken = entrypoint.method('broken', {}, (): number => {
  throw new Error('secret');
});

// Reserved names.
export const thenMethod = entrypoint.method('then', {}, () => 'then');
export const toJson = entrypoint.method('toJSON', {}, () => 'toJSON');
export const constructorMethod = entrypoint.method('constructor', {}, () => 'constructor');
export const toStringMethod = entrypoint.method('toString', {}, () => 'toString');
export const dollarBatch = entrypoint.method('$batch', {}, () => '$batch');

// Exports that the compiler can't identify as methods.
export const anything = JSON.parse('null');
export const some: Method | undefined = undefined;
