/** What methods have told, in its order, for a test to wait for. */
export class Told {
  readonly events: string[] = [];
  /** Fulfilled when the test says that they may go on. */
  readonly going: Promise<void>;
  goOn: () => void = () => undefined;
  readonly #waiting = new Map<string, () => void>();

  constructor() {
    this.going = new Promise((resolve) => {
      this.goOn = resolve;
    });
  }

  tell(event: string): void {
    this.events.push(event);
    this.#waiting.get(event)?.();
  }

  /** Fulfilled when the event has come. */
  when(event: string): Promise<void> {
    return new Promise((resolve) => {
      if (this.events.includes(event)) resolve();
      else this.#waiting.set(event, resolve);
    });
  }
}
