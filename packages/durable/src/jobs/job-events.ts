import type { Logger } from '@jsonrpc-kit/core';
import { callGuarded, count } from '@jsonrpc-kit/core/internal';

/** An event of a job. */
export interface JobEvent {
  /**
   * `'added'` if the job was stored, which `enqueue()` reports before its transaction commits. `'completed'` if an
   * attempt has succeeded. `'retried'` if an attempt failed or was interrupted by a shutdown, and another one
   * follows. `'dead'` if the last attempt failed or was interrupted by a shutdown.
   */
  readonly kind: 'added' | 'completed' | 'retried' | 'dead';
  /** The name of the queue. */
  readonly queue: string;
  /** The name of the method. */
  readonly method: string;
  /** The id of the job. */
  readonly jobId: string;
  /** The number of the attempt, from 1; 0 for `'added'`. */
  readonly attempt: number;
}

/** Returns a function that counts events and passes them to `onEvent`. Logs the errors of the callback. */
export function jobEventReporter(
  onEvent: ((event: JobEvent) => void) | undefined,
  logger: Logger,
): (event: JobEvent) => void {
  return (event) => {
    count(logger, {
      name: 'jsonrpc.job.events',
      value: 1,
      attributes: {
        'jsonrpc.job.event': event.kind,
        'messaging.destination.name': event.queue,
        'rpc.method': event.method,
      },
    });
    callGuarded(logger, 'onEvent of runJobs() failed', () => onEvent?.(event));
  };
}
