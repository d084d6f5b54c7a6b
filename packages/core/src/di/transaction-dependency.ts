import { ignoreRejection } from '../async/maybe-promise.js';
import { checkOptions, type OptionKinds } from '../options/check-options.js';
import { callback, object, positive, text } from '../options/option-kind.js';
import { describeValue } from '../options/describe-value.js';
import type {
  ArgumentSources,
  ArgumentValues,
  ContextReader,
  MethodParams,
  ResolutionContext,
} from './argument-source.js';
import { checkSources } from './check-sources.js';
import { isConflict, type TransactionRetryOptions } from './conflicts.js';
import type { Dependency } from './dependency.js';
import type { TransactionExecutor } from './transaction-executor.js';

/**
 * The result of the transaction callback. It has no value, and only carries the type of the
 * transaction.
 */
export interface TransactionResult<out Tx = unknown> {
  /** Carries types only; undefined at run time. */
  readonly '~types'?: { readonly tx: Tx } | undefined;
}

/**
 * Passes the transaction on to the call. Either pass `run` to the library as the callback, or
 * call it in your own callback and return its promise.
 */
export type RunInTransaction = <Tx>(tx: Tx) => Promise<TransactionResult<Tx>>;

/** Options of {@link transactionDependency}. */
export interface TransactionOptions<in Tx = never> {
  /** The name in error messages. Default: the name of the function, or `'transaction'`. */
  readonly name?: string | undefined;
  /**
   * What happens after a conflict with another transaction: the transaction is rolled back, and the
   * dependencies and the handler of the call run again, up to three times by default. The call then
   * fails with `Conflict`.
   */
  readonly retry?: TransactionRetryOptions | undefined;
  /**
   * Returns what runs statements in the transaction, for the savepoints of an entrypoint with `batch:
   * 'atomic'`, which requires it. `@jsonrpc-kit/durable` has executors for several libraries. Default:
   * none.
   */
  readonly executor?: ((transaction: Tx) => TransactionExecutor) | undefined;
}

const KINDS: OptionKinds<TransactionOptions> = { name: text, retry: object, executor: callback };
const RETRY_KINDS: OptionKinds<TransactionRetryOptions> = { attempts: positive, on: callback };

/** The name of an internal argument, which an application is unlikely to use. */
const CONTEXT = '~context';

const resolutionContext: ContextReader<ResolutionContext> = {
  kind: 'context',
  read: (context) => context,
};

/**
 * Declares a database transaction as a dependency, for libraries that pass the transaction to a
 * callback: Drizzle, Prisma, Kysely, Knex or PGlite. Pass `run` as the callback, and return the
 * library's promise.
 *
 * The transaction commits before the call leaves its middlewares, so a failing commit fails the call. It
 * rolls back if the method fails for any reason, including a time limit that passes before the commit, or a
 * result that can't be encoded.
 *
 * If the transaction conflicts with another one, the call is run again from its method dependencies on:
 * see the option `retry`. The library must not retry the transaction itself, because it can't run the
 * handler again: a second call of `run` fails the call.
 *
 * ```ts
 * const transaction = transactionDependency({ db: database }, ({ db }, run) => db.transaction(run));
 *
 * v1.method('transfer', { args: { tx: transaction, … } }, async ({ tx, … }) => { … });
 * ```
 *
 * @param begin begins the transaction with `run` as the callback, and returns the promise of the
 *   library
 * @throws TypeError if `begin` isn't a function, or a source or option is invalid
 */
export function transactionDependency<const Sources extends ArgumentSources, Tx>(
  args: Sources,
  begin: (
    args: ArgumentValues<Sources>,
    run: RunInTransaction,
  ) => PromiseLike<TransactionResult<Tx>>,
  options: TransactionOptions<Tx> = {},
): Dependency<Tx, MethodParams<Sources>> {
  if (typeof (begin as unknown) !== 'function') {
    throw new TypeError(
      `transactionDependency(): the second argument must be a function, not ${describeValue(begin)}. Write ` +
        `transactionDependency({ db: database }, ({ db }, run) => db.transaction(run)).`,
    );
  }
  const ownName = begin.name || 'transaction';
  checkOptions(`transactionDependency "${ownName}"`, options, KINDS);
  const name = options.name ?? ownName;
  checkSources(`transactionDependency "${name}"`, args);
  const { retry = {} } = options;
  checkOptions(`transactionDependency "${name}": retry`, retry, RETRY_KINDS);
  const policy = { attempts: retry.attempts ?? 3, on: retry.on ?? isConflict };
  return {
    kind: 'dependency',
    name,
    args: { ...args, [CONTEXT]: resolutionContext },
    resolve: async function* ({ [CONTEXT]: context, ...values }) {
      const { signal, attempt } = context as ResolutionContext;
      const transaction = new CallbackTransaction(name);
      // The rest, without the internal argument, are exactly the values of the declared sources.
      const sources = values as unknown as ArgumentValues<Sources>;
      try {
        const tx = await transaction.begin((run) => begin(sources, run), signal);
        try {
          yield tx;
        } catch (error) {
          throw await transaction.rollback(error);
        }
        await transaction.commit();
      } catch (error) {
        if (!transaction.isCommitted) attempt?.failed(error, policy);
        throw error;
      } finally {
        if (transaction.isCommitted) attempt?.committed();
      }
    },
    teardown: 'before-response',
    isTransaction: true,
    // The value of the dependency is a transaction of the library.
    executor: options.executor as Dependency['executor'],
  };
}

/** The result of every transaction's callback. */
const FINISHED = Object.freeze({});

/** Begins a transaction with a library, which passes the transaction to the callback `run`. */
export type BeginTransaction = (run: (tx: unknown) => Promise<object>) => unknown;

/**
 * A transaction of a library that commits when the promise of the callback is fulfilled, and rolls back
 * when it is rejected. That promise isn't settled while the call uses the transaction.
 */
class CallbackTransaction {
  readonly #name: string;
  /** `ended` if the library has ended the transaction while the call was still using it. */
  #state: 'beginning' | 'open' | 'ended' | 'finishing' | 'abandoned' = 'beginning';
  /** The promise that the library returned. */
  #outcome: Promise<unknown> = Promise.resolve();
  /** The promise of the callback, with its functions. */
  readonly #finished: Promise<object>;
  #fulfill!: (result: object) => void;
  #reject!: (error: unknown) => void;
  /** Whether the changes of the call are committed, or may be. */
  isCommitted = false;
  /** The first misuse of `run()`, by the library or by the function around it. */
  #violation: Error | undefined;

  constructor(name: string) {
    this.#name = name;
    const finished = new Promise<object>((resolve, reject) => {
      this.#fulfill = resolve;
      this.#reject = reject;
    });
    this.#finished = ignoreRejection(finished);
  }

  /**
   * Resolves with the transaction when the library calls `run()`.
   *
   * @throws the library's error, the reason of the signal if it aborts first, or TypeError if the
   *   transaction ends without a call of `run()`
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
        // The call has already ended, so the library may commit the empty transaction.
        if (this.#state === 'abandoned') return Promise.resolve(FINISHED);
        if (this.#state !== 'beginning') return Promise.reject(this.#violate(CALLED_AGAIN));
        aborted.removeEventListener('abort', onAbort);
        this.#state = 'open';
        opened(tx);
        return this.#finished;
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
          this.#state = 'ended';
          this.#violate(ENDED_EARLY);
        }
      }, abandon);
    });
  }

  /** @throws the error of the commit, or TypeError if `run()` was called again or not awaited */
  async commit(): Promise<void> {
    if (this.#violation !== undefined) throw await this.rollback(this.#violation);
    this.#state = 'finishing';
    this.#fulfill(FINISHED);
    await this.#outcome;
    this.isCommitted = true;
    if (this.#violation !== undefined) throw this.#violation;
  }

  /** Rolls back because of an error. Resolves with the error of the call, which may be another one. */
  async rollback(error: unknown): Promise<unknown> {
    // If the library no longer handles a rejection, it would be unhandled and end the process.
    if (this.#state === 'ended') this.#fulfill(FINISHED);
    else this.#reject(error);
    this.#state = 'finishing';
    try {
      await this.#outcome;
    } catch (thrown) {
      // Some libraries wrap the error of their callback, and some call it again.
      return isCausedBy(thrown, error) || thrown === this.#violation ? error : thrown;
    }
    this.isCommitted = true;
    if (error === this.#violation) return error;
    return new TypeError(`dependency "${this.#name}": ${COMMITTED_FAILURE}`, { cause: error });
  }

  #violate(problem: string): Error {
    return (this.#violation ??= new TypeError(`dependency "${this.#name}": ${problem}`));
  }
}

const CALLED_AGAIN =
  'the library called run() again, probably to retry, but only the api can run a method again. Disable retries in ' +
  'the library, and use the option retry of transactionDependency().';
const NOT_CALLED =
  'the transaction ended without calling run(). Return the promise of the library: (args, run) => db.transaction(run).';
const ENDED_EARLY =
  'the transaction ended before the call, so changes of the call may be lost. Return the promise of run() from the ' +
  'callback of the transaction.';
const COMMITTED_FAILURE =
  'the transaction was not rolled back although the call failed. Let the rejection of run() reach the library.';

const MAX_CAUSES = 10;

function isCausedBy(thrown: unknown, error: unknown): boolean {
  let current = thrown;
  for (let depth = 0; depth < MAX_CAUSES && current !== error; depth += 1) {
    if (!(current instanceof Error)) return false;
    current = current.cause;
  }
  return current === error;
}
