import { unobserved } from '../flow/unobserved.js';

/** What the callback of a transaction resolves with. */
const FINISHED = Object.freeze({});

/** The library's function, called with the callback that it hands the transaction to. */
export type BeginTransaction = (run: (tx: unknown) => Promise<object>) => unknown;

/**
 * A transaction of a library that commits when its callback's promise is fulfilled, and rolls back
 * when it is rejected. The callback's promise stays pending while the call uses the transaction.
 */
export class CallbackTransaction {
  readonly #name: string;
  #state: 'beginning' | 'open' | 'finishing' | 'abandoned' = 'beginning';
  /** What the library's function returned. */
  #outcome: Promise<unknown> = Promise.resolve();
  #fulfill: () => void = () => undefined;
  #reject: (error: unknown) => void = () => undefined;
  /** Whether the library's promise was fulfilled while the call still used the transaction. */
  #hasEnded = false;
  /** How the library, or the function around it, broke the contract. */
  #violation: Error | undefined;

  constructor(name: string) {
    this.#name = name;
  }

  /**
   * Resolves with the transaction once the library has called back.
   *
   * @throws what the library throws, the signal's reason if it fires first, and TypeError if the
   *   library's function returns without having called back
   */
  begin(begin: BeginTransaction, signal: AbortSignal): Promise<unknown> {
    return new Promise((opened, failed) => {
      const abandon = (error: unknown): void => {
        signal.removeEventListener('abort', onAbort);
        if (this.#state === 'beginning') this.#state = 'abandoned';
        failed(error);
      };
      const onAbort = (): void => abandon(signal.reason);
      if (signal.aborted) return onAbort();
      signal.addEventListener('abort', onAbort, { once: true });
      const run = (tx: unknown): Promise<object> => {
        // Nothing has been done in it.
        if (this.#state === 'abandoned') return Promise.resolve(FINISHED);
        if (this.#state !== 'beginning') return Promise.reject(this.#violate(CALLED_AGAIN));
        signal.removeEventListener('abort', onAbort);
        this.#state = 'open';
        opened(tx);
        const finished = new Promise<object>((resolve, reject) => {
          this.#fulfill = () => resolve(FINISHED);
          this.#reject = reject;
        });
        return unobserved(finished);
      };
      try {
        this.#outcome = unobserved(Promise.resolve(begin(run)));
      } catch (error) {
        abandon(error);
        return;
      }
      this.#outcome.then(() => {
        if (this.#state === 'beginning') abandon(this.#violate(NOT_CALLED));
        else if (this.#state === 'open') {
          this.#hasEnded = true;
          this.#violate(ENDED_EARLY);
        }
      }, abandon);
    });
  }

  /** @throws what the commit throws, and TypeError if the callback was called again or not awaited */
  async commit(): Promise<void> {
    if (this.#violation !== undefined) throw await this.rollback(this.#violation);
    this.#state = 'finishing';
    this.#fulfill();
    await this.#outcome;
    if (this.#violation !== undefined) throw this.#violation;
  }

  /** Rolls back because of the error. Resolves with the error that the call fails with. */
  async rollback(error: unknown): Promise<unknown> {
    this.#state = 'finishing';
    // Where the library's promise was not returned, a rejection of it would end the process.
    if (this.#hasEnded) this.#fulfill();
    else this.#reject(error);
    try {
      await this.#outcome;
    } catch (thrown) {
      // Some libraries wrap what their callback throws, and some call it again.
      return isCausedBy(thrown, error) || thrown === this.#violation ? error : thrown;
    }
    if (error === this.#violation) return error;
    return new TypeError(`dependency ${this.#name}: ${COMMITTED_FAILURE}`, { cause: error });
  }

  #violate(problem: string): Error {
    return (this.#violation ??= new TypeError(`dependency ${this.#name}: ${problem}`));
  }
}

const CALLED_AGAIN =
  'the library called run() again, probably to retry. A method runs only once: turn retries off, and let the ' +
  'client repeat the call.';
const NOT_CALLED =
  'the transaction ended without calling run(). Return what the library returns: (args, run) => db.transaction(run).';
const ENDED_EARLY =
  'the transaction ended before the call did, so what the call wrote may be lost. Return the promise of run() from ' +
  'the callback of the transaction.';
const COMMITTED_FAILURE =
  'the transaction was not rolled back, although the call failed. Let the rejection of run() reach the library.';

const MAX_CAUSES = 10;

function isCausedBy(thrown: unknown, error: unknown): boolean {
  let current = thrown;
  for (let depth = 0; depth < MAX_CAUSES; depth += 1) {
    if (current === error) return true;
    if (!(current instanceof Error)) return false;
    current = current.cause;
  }
  return false;
}
