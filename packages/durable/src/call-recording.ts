import { type BaseError, InternalError, LimitExceeded, RequestTimeout } from '@jsonrpc-kit/core';
import type { RecordableCall, RecordedResponse, Recording } from '@jsonrpc-kit/core/adapter';
import type { KeyTable, ScopedKey } from './key-table.js';
import type { SqlExecutor } from './sql-executor.js';

/** A class of typed errors. */
export type TypedError = new (...args: never) => BaseError;

/** Errors after which a retry may succeed, because they don't come from the method itself. */
const NEVER_RECORDED: readonly TypedError[] = [InternalError, LimitExceeded, RequestTimeout];

/** A call that has claimed its key. */
export interface ClaimedCall {
  readonly call: RecordableCall;
  readonly key: ScopedKey;
  readonly table: KeyTable;
  readonly executor: SqlExecutor;
  readonly recordedErrors: readonly TypedError[];
  readonly maxResponseBytes: number;
}

const SAVEPOINT = 'jsonrpc_kit_call';

/** Begins to record a call. Sets a savepoint if an error response can be recorded. */
export async function beginRecording(claimed: ClaimedCall): Promise<Recording> {
  const { recordedErrors, executor } = claimed;
  const errors = recordedErrors.filter((error) => !NEVER_RECORDED.includes(error));
  if (errors.length > 0) await executor.executeSql(`savepoint ${SAVEPOINT}`, []);
  return {
    keep: async (error) => {
      if (!errors.some((recorded) => error instanceof recorded)) return false;
      await executor.executeSql(`rollback to savepoint ${SAVEPOINT}`, []);
      return true;
    },
    record: (response) => record(claimed, response),
  };
}

async function record(
  { call, key, table, executor, maxResponseBytes }: ClaimedCall,
  response: RecordedResponse | undefined,
): Promise<void> {
  if (response !== undefined && Buffer.byteLength(response.json) > maxResponseBytes) {
    call.failureLogger.warn({ maxResponseBytes }, 'Response too large to be recorded');
    throw new LimitExceeded();
  }
  await table.record(executor, key, response);
}
