import { BaseError, type JsonRpcErrorObject } from '@jsonrpc-kit/core';
import { EarlyResponse } from '@jsonrpc-kit/core/adapter';
import { parseEncodedJson } from '@jsonrpc-kit/core/internal';

/** The part of a response that is recorded, and that replays repeat. */
export interface RecordedResponse {
  /** Whether the call succeeded. */
  readonly member: 'result' | 'error';
  /** The JSON of the member. */
  readonly json: string;
}

/**
 * Returns what a repeated call throws to get a recorded response: the result, which keeps its JSON, or the
 * error.
 *
 * @param recorded undefined for a notification, whose response isn't sent
 */
export function replayOf(recorded: RecordedResponse | undefined): EarlyResponse {
  return new EarlyResponse(outcomeOf(recorded), {
    message: 'The response to an earlier call with the same idempotency key is returned',
    headers: { 'idempotency-replayed': 'true' },
  });
}

function outcomeOf(recorded: RecordedResponse | undefined): EarlyResponse['outcome'] {
  if (recorded === undefined) return { result: null };
  const { member, json } = recorded;
  return member === 'result'
    ? { result: parseEncodedJson(json) }
    : { error: new RecordedError(JSON.parse(json) as JsonRpcErrorObject) };
}

/** A typed error from a recorded response. Its data isn't validated again. */
class RecordedError extends BaseError {
  readonly code: number;
  override readonly data: unknown;

  constructor({ code, message, data }: JsonRpcErrorObject) {
    super();
    this.code = code;
    this.message = message;
    this.data = data;
  }
}
