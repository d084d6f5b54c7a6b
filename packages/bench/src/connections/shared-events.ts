import { EVENT } from './client.js';

/** Events of generators that share one promise for the next event. */
export class SharedEvents {
  #wake = (): void => undefined;
  #published = this.#next();

  async *events(own: AbortSignal): AsyncGenerator<typeof EVENT> {
    while (!own.aborted) {
      await this.#published;
      yield EVENT;
    }
  }

  publish(): void {
    const wake = this.#wake;
    this.#published = this.#next();
    wake();
  }

  #next(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }
}
