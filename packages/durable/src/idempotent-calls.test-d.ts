import {
  defineError,
  defineMethod,
  dependency,
  Entrypoint,
  type Method,
  transactionDependency,
} from '@jsonrpc-kit/core';
import * as v from 'valibot';
import { describe, expectTypeOf, test } from 'vitest';
import {
  type CallInProgress,
  pgExecutor,
  type IdempotencyConflict,
  idempotentCalls,
  type IdempotentCalls,
} from './index.js';

interface Client {
  query(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>;
}

declare const client: Client;
const transaction = transactionDependency({}, (_, run) => run(client));
const caller = dependency({}, () => 1);
const idempotent = idempotentCalls({ transaction, executor: pgExecutor, caller });

class Poor extends defineError({ code: 6001, message: 'Poor' }) {}

type SignatureOf<M> = M extends Method<infer Signature> ? Signature : never;

describe('the type of an idempotent method', () => {
  const v1 = new Entrypoint('/rpc');
  const args = { amount: v.number(), tx: transaction };
  const pay = v1.method('pay', { args, errors: [Poor], idempotent }, ({ tx, amount }) => {
    expectTypeOf(tx).toEqualTypeOf<Client>();
    return { paid: amount };
  });
  const ping = v1.method('ping', {}, () => 'pong');

  test('has a flag that the client can read', () => {
    expectTypeOf<SignatureOf<typeof pay>['idempotent']>().toEqualTypeOf<true>();
    expectTypeOf<SignatureOf<typeof ping>['idempotent']>().toEqualTypeOf<false>();
    const defined = defineMethod('pay', { args, idempotent: idempotent.with({}) }, () => 1);
    expectTypeOf<SignatureOf<typeof defined>['idempotent']>().toEqualTypeOf<true>();
  });

  test('has the errors of idempotent calls in addition to its own', () => {
    expectTypeOf<SignatureOf<typeof pay>['error']>().toEqualTypeOf<
      Poor | IdempotencyConflict | CallInProgress
    >();
    expectTypeOf<SignatureOf<typeof ping>['error']>().toEqualTypeOf<never>();
  });

  test('has the params and result of its declaration', () => {
    expectTypeOf<SignatureOf<typeof pay>['params']>().toEqualTypeOf<{ amount: number }>();
    expectTypeOf<SignatureOf<typeof pay>['result']>().toEqualTypeOf<{ paid: number }>();
  });
});

test('idempotentCalls() rejects an executor of another transaction, and a caller that is no id', () => {
  const user = dependency({}, () => ({ name: 'ann' }));
  expectTypeOf(idempotent).toEqualTypeOf<IdempotentCalls>();
  // @ts-expect-error the executor needs a client
  idempotentCalls({ transaction: dependency({}, () => 1), executor: pgExecutor, caller });
  // @ts-expect-error a user is no id
  idempotentCalls({ transaction, executor: pgExecutor, caller: user });
});
