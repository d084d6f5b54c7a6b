/** Counts the bytes of the request bodies that an api holds. */
export class PendingBytes {
  readonly #max: number;
  #held = 0;

  constructor(max: number) {
    this.#max = max;
  }

  /** Whether there is room for the body; one that is alone always fits. */
  reserve(bytes: number): boolean {
    if (this.#held > 0 && this.#held + bytes > this.#max) return false;
    this.#held += bytes;
    return true;
  }

  release(bytes: number): void {
    this.#held -= bytes;
  }
}
