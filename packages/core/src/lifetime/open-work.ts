/** Counts what is under way, so that a shutdown can wait for its end. */
export class OpenWork {
  #count = 0;
  #idle: (() => void)[] = [];

  get count(): number {
    return this.#count;
  }

  /** For what says itself when it has ended, which spares a promise. */
  begin(): void {
    this.#count += 1;
  }

  end(): void {
    this.#count -= 1;
    if (this.#count > 0 || this.#idle.length === 0) return;
    for (const resolve of this.#idle.splice(0)) resolve();
  }

  /** Counts the promise until it is settled; its rejection stays its owner's affair. */
  track(promise: Promise<unknown>): void {
    this.begin();
    const ended = (): void => this.end();
    promise.then(ended, ended);
  }

  /** Fulfilled as soon as nothing is under way. */
  whenIdle(): Promise<void> {
    return this.#count === 0
      ? Promise.resolve()
      : new Promise((resolve) => {
          this.#idle.push(resolve);
        });
  }
}
