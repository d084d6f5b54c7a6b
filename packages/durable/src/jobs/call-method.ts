import {
  InternalError,
  InvalidParams,
  LimitExceeded,
  RequestTimeout,
  type JsonRpcErrorObject,
} from '@jsonrpc-kit/core';
import { withErrorCodes } from '@jsonrpc-kit/core/internal';
import type { AdapterApi, MessageOutcome } from '@jsonrpc-kit/core/adapter';
import type { DurableMethod } from './durable-methods.js';
import type { JobCarrier } from './job-carrier.js';
import { type JobData, storableText } from './job-data.js';

/** A call of a durable method by a job. */
export interface JobCall extends Pick<DurableMethod, 'entrypoint' | 'method' | 'overrides'> {
  readonly carrier: JobCarrier;
  readonly params: JobData['params'];
  /** Undefined if the method isn't idempotent. */
  readonly idempotencyKey: string | undefined;
}

/** Why an attempt of a job has failed, in the log and in the database. */
export interface JobFailure {
  /** The code of the error, if the call has ended with an error response. */
  readonly code?: number;
  /** The name of the class of the error, if it is known. */
  readonly name?: string;
  readonly message: string;
  /** The beginning of the JSON of `error.data`. */
  readonly data?: string;
}

/** How the call of a job has ended. */
export interface CallEnd {
  /** Undefined if the call has succeeded. */
  readonly failure: JobFailure | undefined;
  /** Resolves when nothing of the call runs any more: its teardowns, its background tasks and its handler. */
  readonly finished: Promise<void>;
}

/**
 * Calls a durable method. Returns when its response is known.
 *
 * @throws TypeError if the call has no response
 */
export async function callMethod(host: AdapterApi, call: JobCall): Promise<CallEnd> {
  const { entrypoint, method, overrides, carrier, params, idempotencyKey } = call;
  const value = {
    jsonrpc: '2.0',
    id: carrier.id,
    method: method.name,
    ...(params !== undefined && { params }),
    ...(idempotencyKey !== undefined && { idempotencyKey }),
  };
  const message = { carrier, body: { kind: 'value', value }, overrides } as const;
  const outcome = await host.runMessage(entrypoint, message);
  const finished = outcome.effects.afterResponse?.() ?? Promise.resolve();
  return { failure: failureOf(outcome, call), finished };
}

function failureOf(outcome: MessageOutcome, call: JobCall): JobFailure | undefined {
  if (outcome.kind === 'rejected') return errorFailure(outcome.response.error, call);
  if (outcome.kind === 'ended') {
    const { detail } = outcome.error;
    const message = typeof detail === 'string' ? detail : JSON.stringify(detail);
    return { name: 'HttpError', message: storableText(message) };
  }
  const { outcomes } = outcome;
  if (outcomes === undefined || !('json' in outcomes)) {
    throw new TypeError('The call of a job has no outcome');
  }
  return outcomes.kind === 'result' ? undefined : errorFailure(outcomes.error, call);
}

/** The errors that any call may fail with. */
const STANDARD_ERRORS = [InternalError, InvalidParams, LimitExceeded, RequestTimeout];

function errorFailure(
  { code, message, data }: JsonRpcErrorObject,
  { entrypoint, method }: JobCall,
): JobFailure {
  const { errors: shared, errorCodes } = entrypoint.settings;
  const errors = [...shared, ...withErrorCodes([...STANDARD_ERRORS, ...method.errors], errorCodes)];
  const name = errors.find((other) => other.code === code)?.name;
  return {
    code,
    ...(name !== undefined && { name }),
    message: storableText(message),
    ...(data !== undefined && { data: storableText(JSON.stringify(data)) }),
  };
}
