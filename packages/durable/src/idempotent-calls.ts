import type { ArgumentSource, Dependency } from '@jsonrpc-kit/core';
import {
  callback,
  type CallRecorder,
  checkOptions,
  flag,
  type OptionKind,
  type OptionKinds,
  positive,
  type RecordableCall,
  type RecordedResponse,
  type Recording,
  type RecorderValues,
  text,
  waitTime,
} from '@jsonrpc-kit/core/adapter';
import { beginRecording, type TypedError } from './call-recording.js';
import { fingerprintOf } from './fingerprint.js';
import {
  CallInProgress,
  IdempotencyConflict,
  type IdempotencyErrors,
} from './idempotency-errors.js';
import { MAX_KEY_LENGTH, missingKey, readKey } from './idempotency-key.js';
import { type Claim, type ClaimOutcome, KeyTable, type ScopedKey } from './key-table.js';
import type { SqlExecutor } from './sql-executor.js';

/** Identifies a caller: an id that never belongs to someone else. */
export type CallerId = string | number | bigint;

/** Options of the calls of one or all methods. */
export interface IdempotentCallOptions {
  /** Whether a call without a key is rejected instead of being executed. Default: false. */
  readonly keyRequired?: boolean | undefined;
  /** Milliseconds until a key may be used again, as if it were new. Default: 24 hours. */
  readonly expiresAfter?: number | undefined;
  /**
   * Milliseconds that a call waits for a running call with the same key, before it gets
   * {@link CallInProgress}. It holds a connection meanwhile. Default: 0.
   */
  readonly waitTimeout?: number | undefined;
  /**
   * The typed errors whose responses are recorded, so that a retry gets the same error. The method's
   * writes are undone. Default: the errors that the method itself declares.
   *
   * After any other error nothing is recorded, and a retry executes the method again. InternalError,
   * RequestTimeout and LimitExceeded are never recorded.
   */
  readonly recordedErrors?: readonly TypedError[] | undefined;
  /** The maximum size of a recorded response. A larger one fails the call. Default: 1 MiB. */
  readonly maxResponseBytes?: number | undefined;
}

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
  /** Returns the same value with other options, for methods that differ. */
  with(options: IdempotentCallOptions): IdempotentCalls;
  /** Creates the table if it doesn't exist. */
  createTable(executor: SqlExecutor): Promise<void>;
  /** Deletes keys that have expired. Returns their number. */
  sweep(executor: SqlExecutor, options?: SweepOptions): Promise<number>;
}

/** A transaction of another teardown would commit before the response is recorded, or after it is sent. */
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

const errorsKind: OptionKind = {
  is: (value) => Array.isArray(value) && value.every((item) => typeof item === 'function'),
  must: 'an array of classes of typed errors',
  advice: () => 'Write recordedErrors: [NotEnoughMoney], or [] for none.',
};

const CALL_KINDS: OptionKinds<IdempotentCallOptions> = {
  keyRequired: flag,
  expiresAfter: positive,
  waitTimeout: waitTime,
  recordedErrors: errorsKind,
  maxResponseBytes: positive,
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

interface Recorder {
  readonly transaction: Dependency;
  readonly executor: (transaction: unknown) => SqlExecutor;
  readonly caller: ArgumentSource;
  readonly table: KeyTable;
}

const ERRORS: IdempotencyErrors = [IdempotencyConflict, CallInProgress];

function createRecorder(recorder: Recorder, options: IdempotentCallOptions): IdempotentCalls {
  const { transaction, caller, table } = recorder;
  return Object.freeze({
    kind: 'call-recorder',
    transaction,
    caller,
    errors: ERRORS,
    key: { isRequired: options.keyRequired ?? false, maxLength: MAX_KEY_LENGTH },
    claim: (values: RecorderValues, call: RecordableCall) => {
      const key = readKey(call);
      if (key !== undefined) return claim({ recorder, options, values, call, key });
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

interface KeyedCall {
  readonly recorder: Recorder;
  readonly options: IdempotentCallOptions;
  readonly values: RecorderValues;
  readonly call: RecordableCall;
  readonly key: string;
}

const DAY = 24 * 60 * 60 * 1_000;
const DEFAULT_MAX_RESPONSE_BYTES = 1024 * 1024;

/** Claims the key of a call; returns the response of an earlier call, or records this one. */
async function claim(keyed: KeyedCall): Promise<Recording | RecordedResponse> {
  const { recorder, options, values, call } = keyed;
  const executor = recorder.executor(values.transaction);
  const scoped = scopedKey(keyed);
  const fingerprint = fingerprintOf({
    path: call.entrypoint.path,
    isNotification: call.isNotification,
    params: call.request?.params,
  });
  const { expiresAfter = DAY, waitTimeout = 0 } = options;
  const outcome = await tryClaim(
    { ...scoped, fingerprint, expiresAfter },
    { recorder, executor, waitTimeout },
  );
  switch (outcome.kind) {
    case 'claimed':
      return beginRecording({
        call,
        key: scoped,
        table: recorder.table,
        executor,
        recordedErrors: options.recordedErrors ?? declaredErrors(call),
        maxResponseBytes: options.maxResponseBytes ?? DEFAULT_MAX_RESPONSE_BYTES,
      });
    case 'in-progress':
      call.failureLogger.warn({ idempotencyKey: scoped.key }, 'Idempotency key is in use');
      throw new CallInProgress({ retryAfterMs: RETRY_AFTER_MS });
    case 'recorded':
      if (outcome.fingerprint === fingerprint) return outcome.response ?? NOTHING;
      call.failureLogger.warn({ idempotencyKey: scoped.key }, 'Idempotency key conflict');
      throw new IdempotencyConflict();
  }
}

/** What a replayed notification returns. It isn't sent. */
const NOTHING: RecordedResponse = { member: 'result', json: 'null' };

/** Long enough for most calls to end. */
const RETRY_AFTER_MS = 500;

function scopedKey({ values, call, key }: KeyedCall): ScopedKey {
  return { caller: callerText(values.caller, call), method: call.methodRoute?.name ?? '', key };
}

const MAX_CALLER_LENGTH = 255;

/** @throws TypeError if the value doesn't identify a caller */
function callerText(caller: unknown, { methodRoute }: RecordableCall): string {
  const isId = ['string', 'number', 'bigint'].includes(typeof caller);
  const id = isId ? String(caller) : '';
  if (id !== '' && id.length <= MAX_CALLER_LENGTH) return id;
  throw new TypeError(
    `method "${methodRoute?.name}": the caller of idempotent must be a number or a text of 1 to ` +
      `${MAX_CALLER_LENGTH} characters. Return an id from its source.`,
  );
}

/** The errors that the method declares in addition to those of idempotent calls. */
function declaredErrors({ methodRoute }: RecordableCall): readonly TypedError[] {
  const own: readonly TypedError[] = ERRORS;
  return methodRoute?.errors.filter((error) => !own.includes(error)) ?? [];
}

interface ClaimContext {
  readonly recorder: Recorder;
  readonly executor: SqlExecutor;
  readonly waitTimeout: number;
}

async function tryClaim(
  wanted: Claim,
  { recorder, executor, waitTimeout }: ClaimContext,
): Promise<ClaimOutcome> {
  const { table } = recorder;
  try {
    const outcome = await table.claim(executor, wanted);
    if (outcome.kind !== 'in-progress' || waitTimeout === 0) return outcome;
    await table.wait(executor, wanted, waitTimeout);
    return await table.claim(executor, wanted);
  } catch (error) {
    if (isContention(error)) return { kind: 'in-progress' };
    throw error;
  }
}

/**
 * PostgreSQL's codes for a lock that was not available in time, a serialization failure and a deadlock.
 * The transaction has failed, so only a new one can tell how the other call has ended.
 */
const CONTENTION = ['55P03', '40001', '40P01'];

/** Some libraries wrap the errors of their driver. */
function isContention(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { code } = cause as { readonly code?: unknown };
    if (typeof code === 'string' && CONTENTION.includes(code)) return true;
  }
  return false;
}
