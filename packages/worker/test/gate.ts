import { vi } from 'vitest';

const STARTED = 0;
const OPEN = 1;
const TURNS = 2;

/** Memory shared with the functions of `math.worker.mjs`: it holds them, and tells what they do. */
export class Gate {
  readonly memory: SharedArrayBuffer = new SharedArrayBuffer(12);
  readonly #cells = new Int32Array(this.memory);

  /** How many functions have begun. */
  get started(): number {
    return Atomics.load(this.#cells, STARTED);
  }

  /** How often the loop of `spin` has turned. */
  get turns(): number {
    return Atomics.load(this.#cells, TURNS);
  }

  /** Fulfilled when so many functions have begun. */
  async whenStarted(count = 1): Promise<void> {
    await vi.waitUntil(() => this.started >= count, { timeout: 30_000, interval: 2 });
  }

  open(): void {
    Atomics.store(this.#cells, OPEN, 1);
    Atomics.notify(this.#cells, OPEN);
  }
}
