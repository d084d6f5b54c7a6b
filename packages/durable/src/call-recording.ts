import {
  type BaseError,
  Conflict,
  InternalError,
  LimitExceeded,
  RequestTimeout,
  Unauthorized,
} from '@jsonrpc-kit/core';
import { keepWrites, type MethodOutcome, type PluginCall } from '@jsonrpc-kit/core/adapter';
import type { KeyTable, ScopedKey } from './key-table.js';
import type { SqlExecutor } from './sql-executor.js';

/** A class of typed errors. */
export type TypedError = new (...args: never) => BaseError;

/** Errors after which a retry may succeed, because they don't come from the method itself. */
const NEVER_RECORDED: readonly TypedError[] = [
  Conflict,
  InternalError,
  LimitExceeded,
  RequestTimeout,
  Unauthorized,
];

/** A call that has claimed its key. */
export interface ClaimedCall {
  readonly call: PluginCall;
  readonly key: ScopedKey;
  readonly table: KeyTable;
  readonly executor: SqlExecutor;
  readonly recordedErrors: readonly TypedError[];
  readonly maxResponseBytes: number;
}

const SAVEPOINT = 'jsonrpc_kit_call';

/**
 * Records the response of a call in its transaction. After an error to record, undoes the writes of the
 * method, so that the transaction commits only the recording. After any other error, everything rolls
 * back. The `yield` of the dependency `idempotent` ends here.
 */
export async function* recordCall(
  claimed: ClaimedCall,
): AsyncGenerator<unknown, void, MethodOutcome> {
  const { recordedErrors, executor } = claimed;
  const errors = recordedErrors.filter((error) => !NEVER_RECORDED.includes(error));
  if (errors.length > 0) await executor.executeSql(`savepoint ${SAVEPOINT}`, []);
  let response: MethodOutcome;
  try {
    response = yield;
  } catch (error) {
    if (!errors.some((recorded) => error instanceof recorded)) throw error;
    await executor.executeSql(`rollback to savepoint ${SAVEPOINT}`, []);
    response = yield keepWrites;
  }
  await record(claimed, response);
}

async function record(
  { call, key, table, executor, maxResponseBytes }: ClaimedCall,
  response: MethodOutcome,
): Promise<void> {
  const recorded = response && { member: response.kind, json: `${response.json}` };
  if (recorded !== undefined && Buffer.byteLength(recorded.json) > maxResponseBytes) {
    call.failureLogger.warn({ maxResponseBytes }, 'Response too large to be recorded');
    throw new LimitExceeded();
  }
  await table.record(executor, key, recorded);
}
