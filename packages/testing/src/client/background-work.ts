import { addInstrumentation } from '@jsonrpc-kit/core';
import { PendingWork } from './pending-work.js';
import { MARK_HEADER, type RequestMarks } from './request-mark.js';

type Sent = (() => Promise<void>) | undefined;

/**
 * What goes on in this process after requests of a client were answered: notifications, teardowns
 * and background tasks.
 */
export class BackgroundWork extends PendingWork {
  readonly #sent = new Map<string, Sent[]>();
  readonly #remove: () => void;

  constructor(marks: RequestMarks) {
    super();
    this.#remove = addInstrumentation({
      request: ({ httpRequest }, run) => {
        const mark = httpRequest.header(MARK_HEADER);
        const answer = run();
        if (!marks.has(mark)) return undefined;
        return Promise.resolve(answer).then(({ onSent }) => this.#add(mark, onSent));
      },
    });
  }

  /** Counts a request of this name until it is answered, and what it sets going until that ends. */
  async of<T>(mark: string, name: string, answer: Promise<T>): Promise<T> {
    this.track(answer, name);
    try {
      return await answer;
    } finally {
      // The client has the whole answer, so it has been sent; asking once more than the adapter
      // does gives the same promise.
      for (const sent of this.#sent.get(mark) ?? []) if (sent) this.track(sent(), name);
      this.#sent.delete(mark);
    }
  }

  stopWatching(): void {
    this.#remove();
  }

  #add(mark: string, sent: Sent): void {
    this.#sent.set(mark, [...(this.#sent.get(mark) ?? []), sent]);
  }
}
