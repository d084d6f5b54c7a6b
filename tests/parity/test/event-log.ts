/** Records the events of a server in order. A test can wait for an event, and let waiting methods resume. */
export class EventLog {
  readonly recorded: string[] = [];
  /** Resolves when the test calls `resume()`. */
  readonly resumed: Promise<void>;
  resume: () => void = () => undefined;
  readonly #waiting = new Map<string, () => void>();

  constructor() {
    this.resumed = new Promise((resolve) => {
      this.resume = resolve;
    });
  }

  record(event: string): void {
    this.recorded.push(event);
    this.#waiting.get(event)?.();
  }

  /** Resolves when the event has been recorded. */
  waitFor(event: string): Promise<void> {
    return new Promise((resolve) => {
      if (this.recorded.includes(event)) resolve();
      else this.#waiting.set(event, resolve);
    });
  }
}
