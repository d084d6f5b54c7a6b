/**
 * The signal of a web request, which fires until the request has a response. Deno fires its own signal after
 * every response, which would abort background tasks.
 */
export class RequestSignal {
  #controller: AbortController | undefined;
  #isOver = false;

  /** Returns the signal. The runtime's own is accessed on the first call, because it is created lazily too. */
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

  /** Keeps the signal from firing from now on. */
  end(): void {
    this.#isOver = true;
  }
}
