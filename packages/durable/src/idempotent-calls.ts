import {
  type ArgumentSource,
  dependency,
  type Dependency,
  jsonRpcContext,
} from '@jsonrpc-kit/core';
import type { IdempotencyGuard, PluginCall } from '@jsonrpc-kit/core/adapter';
import {
  callback,
  checkOptions,
  type OptionKind,
  type OptionKinds,
  positive,
  text,
} from '@jsonrpc-kit/core/internal';
import { CALL_KINDS, type IdempotentCallOptions } from './call-options.js';
import { recordCall } from './call-recording.js';
import { checkMethod } from './check-method.js';
import { claimKey, type Recorder } from './claim-key.js';
import {
  type CallInProgress,
  IDEMPOTENCY_ERRORS,
  type IdempotencyConflict,
} from './idempotency-errors.js';
import { MAX_KEY_LENGTH, MEMBER, missingKey, readKey } from './idempotency-key.js';
import { KeyTable } from './key-table.js';
import type { SqlExecutor } from './sql-executor.js';

/** Options of {@link idempotentCalls}. */
export interface IdempotentCallsOptions<Tx> extends IdempotentCallOptions {
  /**
   * The transaction in which the methods write. It must have the teardown `'before-response'`, as those
   * of `transactionDependency()` do.
   */
  readonly transaction: Dependency<Tx>;
  /** Runs statements in the transaction: {@link pgExecutor}, for example. */
  readonly executor: (transaction: Tx) => SqlExecutor;
  /**
   * The source of the caller's id, which no other caller may ever have. Each caller has separate keys. A number
   * must be a safe integer.
   */
  readonly caller: ArgumentSource<string | number | bigint>;
  /** The name of the table. Default: `'jsonrpc_idempotent_calls'`. */
  readonly table?: string | undefined;
}

/** The value of the method option `idempotent`. */
export interface IdempotentCalls extends IdempotencyGuard<
  readonly [typeof IdempotencyConflict, typeof CallInProgress]
> {
  /** Returns a copy in which these options replace those of `idempotentCalls()`, for some methods. */
  with(options: IdempotentCallOptions): IdempotentCalls;
  /** Creates the table if it doesn't exist. */
  createTable(executor: SqlExecutor): Promise<void>;
  /** Deletes expired keys, up to `limit` (default: 1,000). Returns the number of deleted keys. */
  sweep(executor: SqlExecutor, options?: { readonly limit?: number | undefined }): Promise<number>;
}

/** With another teardown, a transaction commits before the response is recorded, or after it is sent. */
const transactionKind: OptionKind = {
  is: (value) => {
    const { kind, teardown } = (value ?? {}) as Partial<Dependency>;
    return kind === 'dependency' && teardown === 'before-response';
  },
  must: "a dependency with the teardown 'before-response'",
  advice: () =>
    "Write transactionDependency({ … }, …), or dependency({ … }, …, { teardown: 'before-response' }).",
  isRequired: true,
};

const callerKind: OptionKind = {
  is: (value) => typeof (value as Partial<ArgumentSource> | null | undefined)?.kind === 'string',
  must: 'the source of an id',
  advice: () => 'Write caller: dependency({ user: getUser }, ({ user }) => user.id).',
  isRequired: true,
};

const KINDS: OptionKinds<IdempotentCallsOptions<never>> = {
  transaction: transactionKind,
  executor: { ...callback, isRequired: true, advice: () => 'Write executor: pgExecutor.' },
  caller: callerKind,
  table: text,
  ...CALL_KINDS,
};

const SWEEP_KINDS: OptionKinds<{ readonly limit?: number | undefined }> = { limit: positive };

/**
 * Declares methods as idempotent: a repeated call with the same idempotency key gets the recorded response of
 * the first one. The key, the writes of the method and the response are committed in one transaction.
 *
 * ```ts
 * const idempotent = idempotentCalls({ transaction, executor: pgliteExecutor, caller: callerId });
 *
 * v1.method('withdraw', { args: { amount: v.number(), tx: transaction }, idempotent }, withdraw);
 * ```
 *
 * @throws TypeError or RangeError if an option is missing or invalid
 */
export function idempotentCalls<Tx>(options: IdempotentCallsOptions<Tx>): IdempotentCalls {
  checkOptions('idempotentCalls()', options, KINDS);
  const { transaction, executor, caller, table = 'jsonrpc_idempotent_calls', ...rest } = options;
  return createGuard(
    {
      transaction,
      // The value of `transaction` is the only argument.
      executor: executor as (transaction: unknown) => SqlExecutor,
      caller,
      table: new KeyTable(table),
    },
    rest,
  );
}

function createGuard(recorder: Recorder, options: IdempotentCallOptions): IdempotentCalls {
  const { transaction, caller, table } = recorder;
  const claim = dependency(
    // The caller first: a lookup within the transaction would wait for its connection.
    { caller, transaction, context: jsonRpcContext },
    async function* ({ context, ...values }) {
      // The context of every call is a PluginCall.
      const call = context as PluginCall;
      const key = readKey(call);
      if (key !== undefined) {
        yield* recordCall(await claimKey({ recorder, options, ...values, call, key }));
        return;
      }
      if (options.keyRequired === true) throw missingKey();
      yield;
    },
    { name: 'idempotent', teardown: 'before-response' },
  );
  return Object.freeze({
    ...claim,
    errors: IDEMPOTENCY_ERRORS,
    key: {
      member: MEMBER,
      isRequired: options.keyRequired ?? false,
      maxLength: MAX_KEY_LENGTH,
    },
    checkMethod: (method) => checkMethod(transaction, method),
    with: (other) => {
      checkOptions('idempotent.with()', other, CALL_KINDS);
      return createGuard(recorder, { ...options, ...other });
    },
    createTable: (executor) => table.create(executor),
    sweep: async (executor, sweepOptions = {}) => {
      checkOptions('idempotent.sweep()', sweepOptions, SWEEP_KINDS);
      return table.sweep(executor, sweepOptions.limit ?? 1_000);
    },
  } satisfies IdempotentCalls);
}
