/** Work that has begun and not ended yet, each with a name for messages. */
export class PendingWork {
  readonly #pending = new Map<Promise<unknown>, string>();

  /** The names of the pending work, each once. */
  get names(): string[] {
    return [...new Set(this.#pending.values())];
  }

  /** Adds work until it is settled. */
  track(work: Promise<unknown>, name: string): void {
    this.#pending.set(work, name);
    const forget = (): void => void this.#pending.delete(work);
    work.then(forget, forget);
  }

  /** Resolves when no work is pending, work that began in the meantime included. */
  async end(): Promise<void> {
    while (this.#pending.size > 0) await Promise.allSettled(this.#pending.keys());
  }
}
