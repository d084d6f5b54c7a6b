/**
 * The header by which the requests of a test client are told from all others of the process, also
 * where tests run concurrently.
 */
export const MARK_HEADER = 'x-jsonrpc-kit-test';

/** Names the requests of one client. */
export class RequestMarks {
  readonly #client = crypto.randomUUID();
  #count = 0;

  next(): string {
    this.#count += 1;
    return `${this.#client}.${this.#count}`;
  }

  has(mark: string | undefined): mark is string {
    return mark?.startsWith(`${this.#client}.`) === true;
  }
}
