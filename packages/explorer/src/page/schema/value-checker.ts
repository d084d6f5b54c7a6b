import type { CheckRequest, CheckResponse } from './check-value.worker.js';

const MAX_CHECK_MS = 1500;
const MAX_LOAD_MS = 20_000;

/** A value, its schema, and the parts of the document that the schema refers to. */
type ValueCheck = Required<CheckRequest>;

/** The part of `Worker` that tests can replace. */
export type CheckWorker = Pick<Worker, 'addEventListener' | 'postMessage' | 'terminate'>;

/** Validates values in a worker, one after another. Replaces the worker if a value takes too long. */
export class ValueChecker {
  readonly #createWorker: () => CheckWorker;
  #worker: CheckWorker | undefined;
  /** What the worker has. Sending the parts of a large document takes a while. */
  #sent: unknown;
  #last: Promise<unknown> = Promise.resolve();

  constructor(createWorker: () => CheckWorker) {
    this.#createWorker = createWorker;
  }

  /** Validates a value after the earlier ones, unless its signal has been aborted by then. */
  check(value: ValueCheck, signal: AbortSignal): Promise<CheckResponse> {
    const outcome = this.#last.then(() =>
      signal.aborted
        ? { problems: [] }
        : this.#run(value).catch(() => this.#stop('The validator failed.')),
    );
    this.#last = outcome;
    return outcome;
  }

  #stop(skipped: string): CheckResponse {
    this.#worker?.terminate();
    this.#worker = undefined;
    return { problems: [], skipped };
  }

  async #run({ schema, shared, value }: ValueCheck): Promise<CheckResponse> {
    const worker = this.#worker ?? (await this.#start());
    if (worker === undefined) return this.#stop('The validator takes too long to load.');
    const request: CheckRequest =
      shared === this.#sent ? { schema, value } : { schema, value, shared };
    try {
      // A worker has no origin to name.
      // oxlint-disable-next-line unicorn/require-post-message-target-origin
      worker.postMessage(request);
    } catch {
      return { problems: [], skipped: 'The schema is nested too deeply.' };
    }
    this.#sent = shared;
    const response = await nextMessage(worker, MAX_CHECK_MS);
    return response ?? this.#stop('The schema takes too long to validate.');
  }

  /**
   * Loads a worker, before the time limit of the first validation begins. Returns undefined if loading
   * takes too long.
   */
  async #start(): Promise<CheckWorker | undefined> {
    const worker = this.#createWorker();
    this.#worker = worker;
    this.#sent = undefined;
    return (await nextMessage(worker, MAX_LOAD_MS)) === undefined ? undefined : worker;
  }
}

/** Returns the next message of a worker, or undefined after a timeout in milliseconds. */
function nextMessage(worker: CheckWorker, timeout: number): Promise<CheckResponse | undefined> {
  const settled = new AbortController();
  const { signal } = settled;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const received = new Promise<CheckResponse | undefined>((resolve, reject) => {
    worker.addEventListener('message', ({ data }: MessageEvent<CheckResponse>) => resolve(data), {
      signal,
    });
    worker.addEventListener('error', ({ message }) => reject(new Error(message)), { signal });
    timer = setTimeout(() => resolve(undefined), timeout);
  });
  return received.finally(() => {
    clearTimeout(timer);
    settled.abort();
  });
}
