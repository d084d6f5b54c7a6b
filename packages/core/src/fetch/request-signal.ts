/**
 * The signal of a web request, which can only fire until the request has a response. Deno fires its own
 * signal after every response, which would abort background tasks.
 */
export class RequestSignal {
  #controller: AbortController | undefined;
  #isOver = false;

  /**
   * Returns the signal. Accesses the runtime's own signal on the first call, because runtimes create it
   * lazily.
   */
  of(request: Request): AbortSignal {
    if (this.#controller === undefined) {
      const controller = new AbortController();
      this.#controller = controller;
      const { signal } = request;
      const forward = (): void => {
        if (!this.#isOver) controller.abort(signal.reason);
      };
      if (signal.aborted) forward();
      else signal.addEventListener('abort', forward, { once: true });
    }
    return this.#controller.signal;
  }

  /** Prevents the signal from firing. */
  end(): void {
    this.#isOver = true;
  }
}
