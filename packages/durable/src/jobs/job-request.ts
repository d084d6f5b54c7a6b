import type { BodyLimits, HttpBody, HttpRequest } from '@jsonrpc-kit/core/adapter';
import type { JobData } from './job-data.js';

/** The job that a call runs. It is the `native` request of the call. */
export interface RunningJob {
  /** The id in the database. */
  readonly id: string;
  /** The number of the attempt, from 1. */
  readonly attempt: number;
  /** The stored value of `durable.caller`. */
  readonly caller: unknown;
}

/** A job as a request to the entrypoint of its method. It has no headers except for tracing. */
export class JobRequest implements HttpRequest {
  readonly verb = 'POST';
  readonly path: string;
  readonly native: RunningJob;
  readonly #trace: Readonly<Record<string, string>>;
  readonly #body: HttpBody;
  #signal: AbortSignal | undefined;

  /** @param idempotencyKey undefined if the method isn't idempotent */
  constructor(job: RunningJob, data: JobData, idempotencyKey: string | undefined) {
    this.path = data.path;
    this.native = job;
    this.#trace = data.trace ?? {};
    this.#body = {
      kind: 'value',
      value: {
        jsonrpc: '2.0',
        id: job.id,
        method: data.method,
        ...(data.params !== undefined && { params: data.params }),
        ...(idempotencyKey !== undefined && { idempotencyKey }),
      },
    };
  }

  header(name: string): string | undefined {
    return name === 'content-type' ? 'application/json' : this.#trace[name];
  }

  readBody(_limits: BodyLimits): HttpBody {
    return this.#body;
  }

  /** Never aborts: a job has no client. */
  get signal(): AbortSignal {
    return (this.#signal ??= new AbortController().signal);
  }
}
