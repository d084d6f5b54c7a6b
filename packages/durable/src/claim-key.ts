import type { ArgumentSource, Dependency } from '@jsonrpc-kit/core';
import type { PluginCall } from '@jsonrpc-kit/core/adapter';
import { count } from '@jsonrpc-kit/core/internal';
import type { IdempotentCallOptions } from './call-options.js';
import type { ClaimedCall, TypedError } from './call-recording.js';
import { isConflict, isContention } from './contention.js';
import { fingerprintOf } from './fingerprint.js';
import { CallInProgress, IDEMPOTENCY_ERRORS, IdempotencyConflict } from './idempotency-errors.js';
import type { Claim, ClaimOutcome, KeyTable, ScopedKey } from './key-table.js';
import { replayOf } from './recorded-response.js';
import type { SqlExecutor } from './sql-executor.js';

/** The parts that all methods with the same `idempotentCalls()` share. */
export interface Recorder {
  readonly transaction: Dependency;
  readonly executor: (transaction: unknown) => SqlExecutor;
  readonly caller: ArgumentSource;
  readonly table: KeyTable;
}

/** A call with an idempotency key. */
export interface KeyedCall {
  readonly recorder: Recorder;
  readonly options: IdempotentCallOptions;
  readonly transaction: unknown;
  readonly caller: unknown;
  readonly call: PluginCall;
  readonly key: string;
}

const DAY = 24 * 60 * 60 * 1_000;
const DEFAULT_MAX_RESPONSE_BYTES = 1024 * 1024;

/**
 * Claims the key of a call.
 *
 * @throws EarlyResponse with the recorded response of an earlier call, CallInProgress, IdempotencyConflict,
 *   or a conflict after which the transaction runs the call again
 */
export async function claimKey(keyed: KeyedCall): Promise<ClaimedCall> {
  const { recorder, options, transaction, call } = keyed;
  const executor = recorder.executor(transaction);
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
      count(call.failureLogger, {
        name: 'jsonrpc.idempotency.keys',
        value: 1,
        attributes: { 'rpc.method': scoped.method },
      });
      return {
        call,
        key: scoped,
        table: recorder.table,
        executor,
        recordedErrors: recordedErrors(keyed),
        maxResponseBytes: options.maxResponseBytes ?? DEFAULT_MAX_RESPONSE_BYTES,
      };
    case 'in-progress':
      call.failureLogger.warn({ idempotencyKey: scoped.key }, 'Idempotency key is in use');
      throw new CallInProgress({ retryAfterMs: RETRY_AFTER_MS });
    case 'recorded':
      if (outcome.fingerprint === fingerprint) throw replayOf(outcome.response);
      call.failureLogger.warn({ idempotencyKey: scoped.key }, 'Idempotency key conflict');
      throw new IdempotencyConflict();
  }
}

/** Long enough for most calls to end. */
const RETRY_AFTER_MS = 500;

function scopedKey({ caller, call, key }: KeyedCall): ScopedKey {
  return { caller: callerText(caller, call), method: call.methodRoute?.name ?? '', key };
}

const MAX_CALLER_LENGTH = 255;

/**
 * Strings that PostgreSQL stores unchanged. It rejects U+0000, and drivers replace half of a surrogate
 * pair, after which two ids may be equal.
 */
const STORABLE = /^[^\0\p{Surrogate}]+$/u;

/** @throws TypeError if the value doesn't identify a caller */
function callerText(caller: unknown, { methodRoute }: PluginCall): string {
  // NaN is usually an id that could not be read, and different large numbers are equal after rounding.
  const isId = ['string', 'bigint'].includes(typeof caller) || Number.isSafeInteger(caller);
  const id = isId ? String(caller) : '';
  if (STORABLE.test(id) && id.length <= MAX_CALLER_LENGTH) return id;
  throw new TypeError(
    `method "${methodRoute?.name}": the caller of idempotentCalls() must be a safe integer or a string of 1 to ` +
      `${MAX_CALLER_LENGTH} characters. Return an id from the source of the caller.`,
  );
}

/**
 * Returns the errors whose responses are recorded: none for a job, because it is retried after an error.
 * Default: the errors that the method declares in addition to those of idempotent calls.
 */
function recordedErrors({ call, options }: KeyedCall): readonly TypedError[] {
  if (call.carrier.kind === 'job') return [];
  if (options.recordedErrors !== undefined) return options.recordedErrors;
  const added: readonly TypedError[] = IDEMPOTENCY_ERRORS;
  return call.methodRoute?.errors.filter((error) => !added.includes(error)) ?? [];
}

interface ClaimContext {
  readonly recorder: Recorder;
  readonly executor: SqlExecutor;
  readonly waitTimeout: number;
}

async function tryClaim(
  claim: Claim,
  { recorder, executor, waitTimeout }: ClaimContext,
): Promise<ClaimOutcome> {
  const { table } = recorder;
  try {
    const outcome = await table.claim(executor, claim);
    if (outcome.kind !== 'in-progress' || waitTimeout === 0) return outcome;
    await table.wait(executor, claim, waitTimeout);
    return await table.claim(executor, claim);
  } catch (error) {
    // The transaction runs the call again, which then gets the response if an earlier one has ended.
    const isRetried = recorder.transaction.isTransaction === true && isConflict(error);
    if (isContention(error) && !isRetried) return { kind: 'in-progress' };
    throw error;
  }
}
