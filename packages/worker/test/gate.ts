import { vi } from 'vitest';

const STARTED = 0;
const OPEN = 1;
const ITERATIONS = 2;

/** Memory shared with the functions of `math.worker.mjs`, to hold them and to observe them. */
export class Gate {
  readonly memory: SharedArrayBuffer = new SharedArrayBuffer(12);
  readonly #cells = new Int32Array(this.memory);

  /** The number of functions that have started. */
  get started(): number {
    return Atomics.load(this.#cells, STARTED);
  }

  /** The number of iterations of the loop in `spin`. */
  get iterations(): number {
    return Atomics.load(this.#cells, ITERATIONS);
  }

  /** Resolves when the given number of functions have started. */
  async whenStarted(count = 1): Promise<void> {
    await vi.waitUntil(() => this.started >= count, { timeout: 30_000, interval: 2 });
  }

  /** Lets `hold` return. */
  open(): void {
    Atomics.store(this.#cells, OPEN, 1);
    Atomics.notify(this.#cells, OPEN);
  }
}
