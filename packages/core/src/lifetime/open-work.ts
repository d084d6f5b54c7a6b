/** Counts what is under way, so that a shutdown can wait for its end. */
export class OpenWork {
  #count = 0;
  #idle: (() => void)[] = [];

  get count(): number {
    return this.#count;
  }

  /** Counts the promise until it is settled; its rejection stays its owner's affair. */
  track(promise: Promise<unknown>): void {
    this.#count += 1;
    const ended = (): void => {
      this.#count -= 1;
      if (this.#count > 0) return;
      for (const resolve of this.#idle.splice(0)) resolve();
    };
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
