import type { Carrier } from '@jsonrpc-kit/core';
import type { JobData } from './job-data.js';

/**
 * The carrier of a call that is a job. A middleware recognizes a job by it:
 *
 * ```ts
 * const attempt = ctx.carrier instanceof JobCarrier ? ctx.carrier.attempt : undefined;
 * ```
 */
export class JobCarrier implements Carrier {
  /** The call is a job. */
  readonly kind: 'job' = 'job' as const;
  /** A job has no HTTP request. */
  readonly http: undefined = undefined;
  /** A job has no client that could disconnect. */
  readonly signal: undefined = undefined;
  /** The id in the database. */
  readonly id: string;
  /** The number of the attempt, from 1. */
  readonly attempt: number;
  /** The stored value of `notifications.caller`. */
  readonly caller: unknown;
  readonly #trace: Readonly<Record<string, string>>;

  /** @internal */
  constructor(id: string, attempt: number, { caller, trace = {} }: Partial<JobData>) {
    this.id = id;
    this.attempt = attempt;
    this.caller = caller;
    this.#trace = trace;
  }

  /** Returns a header of the trace of the call that added the job. A job has no other headers. */
  header(name: string): string | undefined {
    return this.#trace[name];
  }
}
