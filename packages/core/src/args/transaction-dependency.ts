import { CallbackTransaction } from '../lifetime/callback-transaction.js';
import { checkOptions, type OptionKinds } from '../options/check-options.js';
import { text } from '../options/option-kind.js';
import { shown } from '../options/shown.js';
import type { ArgumentSources, ArgumentValues, WireParams } from './argument-source.js';
import { checkSources } from './check-sources.js';
import { dependency, type Dependency } from './dependency.js';
import { signal } from './scope-sources.js';

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
): Dependency<Tx, WireParams<Sources>> {
  if (typeof (begin as unknown) !== 'function') {
    throw new TypeError(
      `transactionDependency(): the second argument must be a function, not ${shown(begin)}. Write ` +
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
  return declared as Dependency<Tx, WireParams<Sources>>;
}
