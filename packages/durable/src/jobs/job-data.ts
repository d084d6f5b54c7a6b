import { isDeepStrictEqual } from 'node:util';
import type { RequestParams } from '@jsonrpc-kit/core';

/** A durable notification in the database. */
export interface JobData {
  /** The path of the entrypoint. */
  readonly path: string;
  readonly method: string;
  readonly params?: RequestParams;
  readonly caller?: unknown;
  readonly idempotencyKey?: string | undefined;
  /** What the job is ordered by. */
  readonly order?: string;
  /** The headers with the trace of the call that added the job. */
  readonly trace?: Readonly<Record<string, string>>;
}

/**
 * Returns the size of a job.
 *
 * @throws TypeError if the caller or the params aren't JSON
 */
export function measureJob(data: JobData): number {
  const json = JSON.stringify(data);
  const { caller, params } = JSON.parse(json) as JobData;
  if (!isDeepStrictEqual([caller, params], [data.caller, data.params])) {
    throw new TypeError(
      `Job of method "${data.method}": the ${isDeepStrictEqual(caller, data.caller) ? 'params are' : 'caller is'} ` +
        `not a JSON value. Let durable.caller return a plain object, such as { id, name }.`,
    );
  }
  return Buffer.byteLength(json);
}

/** The headers by which tracers continue a trace. */
const TRACE_HEADERS = ['traceparent', 'tracestate', 'baggage', 'sentry-trace'];

/** Returns the trace headers of a request. */
export function readTrace(header: (name: string) => string | undefined): Record<string, string> {
  return Object.fromEntries(
    TRACE_HEADERS.flatMap((name) => {
      const value = header(name);
      return value === undefined ? [] : [[name, value]];
    }),
  );
}
