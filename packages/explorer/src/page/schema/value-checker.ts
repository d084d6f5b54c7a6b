import type { Problem } from './check-value.js';
import type { CheckRequest, CheckResponse } from './check-value.worker.js';

const MAX_WAIT_MS = 1500;

/** The problems of a value, or why it wasn't checked. */
export interface CheckOutcome {
  readonly problems: readonly Problem[];
  readonly skipped?: string | undefined;
}

/** Validates values in a worker, which it replaces if a validation takes too long. */
export class ValueChecker {
  readonly #createWorker: () => Worker;
  #worker: Worker | undefined;
  #id = 0;

  constructor(createWorker: () => Worker) {
    this.#createWorker = createWorker;
  }

  check(request: Omit<CheckRequest, 'id'>): Promise<CheckOutcome> {
    const worker = (this.#worker ??= this.#createWorker());
    const id = (this.#id += 1);
    return new Promise((resolve) => {
      const finish = (outcome: CheckOutcome): void => {
        clearTimeout(timer);
        worker.removeEventListener('message', receive);
        worker.removeEventListener('error', fail);
        resolve(outcome);
      };
      const stop = (skipped: string): void => {
        worker.terminate();
        if (this.#worker === worker) this.#worker = undefined;
        finish({ problems: [], skipped });
      };
      const receive = ({ data }: MessageEvent<CheckResponse>): void => {
        if (data.id === id) finish({ problems: data.problems, skipped: data.failure });
      };
      const fail = (): void => stop('The validator failed.');
      const timer = setTimeout(() => stop('The schema takes too long to validate.'), MAX_WAIT_MS);
      worker.addEventListener('message', receive);
      worker.addEventListener('error', fail);
      try {
        // A worker has no origin to name.
        // oxlint-disable-next-line unicorn/require-post-message-target-origin
        worker.postMessage({ ...request, id });
      } catch {
        finish({ problems: [], skipped: 'The schema is nested too deeply.' });
      }
    });
  }
}
