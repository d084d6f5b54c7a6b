import { checkOptions, type OptionKinds } from '../options/check-options.js';
import { text } from '../options/option-kind.js';
import { describeValue } from '../options/describe-value.js';
import type { ArgumentSources, ArgumentValues, MethodParams } from './argument-source.js';
import { checkSources } from './check-sources.js';
import { dependency, type Dependency } from './dependency.js';
import { signal } from './context-sources.js';
import { ignoreRejection } from '../async/maybe-promise.js';

/** What the callback of a transaction resolves with: the type of the transaction, and no value. */
export interface TransactionResult<out Tx = unknown> {
  /** Types only; never there at run time. */
  readonly '~types'?: { readonly tx: Tx } | undefined;
}

/** Hands the transaction over; pass it to the library, or call it in the library's callback. */
export type RunInTransaction = <Tx>(tx: Tx) => Promise<TransactionResult<Tx>>;

/** How a {@link transactionDependency} is called in messages. */
export interface TransactionOptions {
  /** For messages. Default: the function's own name, or `'transaction'`. */
  readonly name?: string | undefined;
}

const KINDS: OptionKinds<TransactionOptions> = { name: text };

/** An argument name that no application would choose. */
const SIGNAL = '~signal';

/**
 * Declares a transaction of a library that hands it to a callback, as Drizzle, Prisma, Kysely, Knex and
 * PGlite do, as a dependency. Pass `run` on as that callback, and return what the library returns.
 *
 * It is committed before the response is built, so that a failing commit fails the call. It is rolled
 * back if the call fails: by any error, a result that can't be encoded, or a timeout. A library that
 * calls `run` a second time, to retry, fails the call, since a method runs only once.
 *
 * ```ts
 * const transaction = transactionDependency({ db: database }, ({ db }, run) => db.transaction(run));
 *
 * v1.method('transfer', { args: { tx: transaction, … } }, async ({ tx, … }) => { … });
 * ```
 *
 * @param begin begins the transaction with `run` as its callback
 * @throws TypeError if `begin` isn't a function, a source is none, or an option can't be used
 */
export function transactionDependency<const Sources extends ArgumentSources, Tx>(
  args: Sources,
  begin: (
    args: ArgumentValues<Sources>,
    run: RunInTransaction,
  ) => PromiseLike<TransactionResult<Tx>>,
  options: TransactionOptions = {},
): Dependency<Tx, MethodParams<Sources>> {
  if (typeof (begin as unknown) !== 'function') {
    throw new TypeError(
      `transactionDependency(): the second argument must be a function, not ${describeValue(begin)}. Write ` +
        `transactionDependency({ db: database }, ({ db }, run) => db.transaction(run)).`,
    );
  }
  const ownName = begin.name || 'transaction';
  checkOptions(`transactionDependency ${ownName}`, options, KINDS);
  const name = options.name ?? ownName;
  checkSources(`transactionDependency ${name}`, args);
  const declared = dependency(
    { ...args, [SIGNAL]: signal },
    async function* ({ [SIGNAL]: aborted, ...values }) {
      const transaction = new CallbackTransaction(name);
      // Without the signal, the values are those of the declared sources.
      const sources = values as unknown as ArgumentValues<Sources>;
      const tx = await transaction.begin((run) => begin(sources, run), aborted as AbortSignal);
      try {
        yield tx;
      } catch (error) {
        throw await transaction.rollback(error);
      }
      await transaction.commit();
    },
    { name, teardown: 'before-response' },
  );
  // The library's types say what it hands to run().
  return declared as Dependency<Tx, MethodParams<Sources>>;
}

/** What the callback of a transaction resolves with. */
const FINISHED = Object.freeze({});

/** The library's function, called with the callback that it hands the transaction to. */
export type BeginTransaction = (run: (tx: unknown) => Promise<object>) => unknown;

/**
 * A transaction of a library that commits when its callback's promise is fulfilled, and rolls back
 * when it is rejected. The callback's promise stays pending while the call uses the transaction.
 */
class CallbackTransaction {
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
  begin(begin: BeginTransaction, aborted: AbortSignal): Promise<unknown> {
    return new Promise((opened, failed) => {
      const abandon = (error: unknown): void => {
        aborted.removeEventListener('abort', onAbort);
        if (this.#state === 'beginning') this.#state = 'abandoned';
        failed(error);
      };
      const onAbort = (): void => abandon(aborted.reason);
      if (aborted.aborted) return onAbort();
      aborted.addEventListener('abort', onAbort, { once: true });
      const run = (tx: unknown): Promise<object> => {
        // Nothing has been done in it.
        if (this.#state === 'abandoned') return Promise.resolve(FINISHED);
        if (this.#state !== 'beginning') return Promise.reject(this.#violate(CALLED_AGAIN));
        aborted.removeEventListener('abort', onAbort);
        this.#state = 'open';
        opened(tx);
        const finished = new Promise<object>((resolve, reject) => {
          this.#fulfill = () => resolve(FINISHED);
          this.#reject = reject;
        });
        return ignoreRejection(finished);
      };
      try {
        this.#outcome = ignoreRejection(Promise.resolve(begin(run)));
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
