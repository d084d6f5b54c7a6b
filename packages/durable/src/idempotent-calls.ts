import type { ArgumentSource, Dependency } from '@jsonrpc-kit/core';
import {
  callback,
  type CallRecorder,
  checkOptions,
  type OptionKind,
  type OptionKinds,
  positive,
  type RecordableCall,
  type RecorderValues,
  text,
} from '@jsonrpc-kit/core/adapter';
import { CALL_KINDS, type IdempotentCallOptions } from './call-options.js';
import { claimKey, type Recorder } from './claim-key.js';
import { IDEMPOTENCY_ERRORS, type IdempotencyErrors } from './idempotency-errors.js';
import { MAX_KEY_LENGTH, missingKey, readKey } from './idempotency-key.js';
import { KeyTable } from './key-table.js';
import type { SqlExecutor } from './sql-executor.js';

/** The id of a caller. No other caller may ever have the same id. */
export type CallerId = string | number | bigint;

/** Options of {@link idempotentCalls}. */
export interface IdempotentCallsOptions<Tx> extends IdempotentCallOptions {
  /**
   * The transaction in which the methods write. It must have the teardown `'before-response'`, as those
   * of `transactionDependency()` do.
   */
  readonly transaction: Dependency<Tx>;
  /** Runs statements in the transaction: {@link fromPg}, for example. */
  readonly executor: (transaction: Tx) => SqlExecutor;
  /** The source of the caller's id. Each caller has separate keys. */
  readonly caller: ArgumentSource<CallerId>;
  /** The name of the table. Default: `'jsonrpc_idempotent_calls'`. */
  readonly table?: string | undefined;
}

/** Options of {@link IdempotentCalls.sweep}. */
export interface SweepOptions {
  /** The maximum number of keys to delete. Default: 1,000. */
  readonly limit?: number | undefined;
}

/** The value of the method option `idempotent`. */
export interface IdempotentCalls extends CallRecorder<IdempotencyErrors> {
  /** Returns a copy in which these options replace those of `idempotentCalls()`, for some methods. */
  with(options: IdempotentCallOptions): IdempotentCalls;
  /** Creates the table if it doesn't exist. */
  createTable(executor: SqlExecutor): Promise<void>;
  /** Deletes expired keys, up to `limit`. Returns the number of deleted keys. */
  sweep(executor: SqlExecutor, options?: SweepOptions): Promise<number>;
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
  executor: { ...callback, isRequired: true, advice: () => 'Write executor: fromPg.' },
  caller: callerKind,
  table: text,
  ...CALL_KINDS,
};

const SWEEP_KINDS: OptionKinds<SweepOptions> = { limit: positive };

/**
 * Declares methods as idempotent: a repeated call with the same idempotency key gets the recorded response of
 * the first one. The key, the writes of the method and the response are committed in one transaction.
 *
 * ```ts
 * const idempotent = idempotentCalls({ transaction, executor: fromPglite, caller: callerId });
 *
 * v1.method('withdraw', { args: { amount: v.number(), tx: transaction }, idempotent }, withdraw);
 * ```
 *
 * @throws TypeError or RangeError if an option is missing or invalid
 */
export function idempotentCalls<Tx>(options: IdempotentCallsOptions<Tx>): IdempotentCalls {
  checkOptions('idempotentCalls()', options, KINDS);
  const { transaction, executor, caller, table = 'jsonrpc_idempotent_calls', ...rest } = options;
  return createRecorder(
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

function createRecorder(recorder: Recorder, options: IdempotentCallOptions): IdempotentCalls {
  const { transaction, caller, table } = recorder;
  return Object.freeze({
    kind: 'call-recorder',
    transaction,
    caller,
    errors: IDEMPOTENCY_ERRORS,
    key: { isRequired: options.keyRequired ?? false, maxLength: MAX_KEY_LENGTH },
    claim: (values: RecorderValues, call: RecordableCall) => {
      const key = readKey(call);
      if (key !== undefined) return claimKey({ recorder, options, values, call, key });
      if (options.keyRequired === true) throw missingKey();
      return undefined;
    },
    with: (other: IdempotentCallOptions) => {
      checkOptions('idempotent.with()', other, CALL_KINDS);
      return createRecorder(recorder, { ...options, ...other });
    },
    createTable: (executor: SqlExecutor) => table.create(executor),
    sweep: async (executor: SqlExecutor, sweepOptions: SweepOptions = {}) => {
      checkOptions('idempotent.sweep()', sweepOptions, SWEEP_KINDS);
      return table.sweep(executor, sweepOptions.limit ?? 1_000);
    },
  } as const);
}
