import { checkOptions, type OptionKinds } from '../options/check-options.js';
import { isObject } from '../options/describe-value.js';
import { oneOf, text } from '../options/option-kind.js';
import type {
  ArgumentSource,
  ArgumentSources,
  ArgumentValues,
  MethodParams,
} from './argument-source.js';
import { checkSources } from './check-sources.js';
import type { Teardown } from './dependency-stack.js';
import type { TransactionExecutor } from './transaction-executor.js';

/**
 * A value that is resolved from other sources, once per call or once per message. `Params` are the
 * JSON-RPC parameters that the dependency and its own dependencies read.
 */
export interface Dependency<out Value = unknown, out Params = {}> extends ArgumentSource<
  Value,
  Params
> {
  /** Resolved from other sources. */
  readonly kind: 'dependency';
  /** The name in error messages and in the log. */
  readonly name: string;
  /** The sources of the function's arguments. */
  readonly args: ArgumentSources;
  /** The function that returns or yields the value. */
  readonly resolve: (args: Readonly<Record<string, unknown>>) => unknown;
  /** When the code after `yield` runs. */
  readonly teardown: Teardown;
  /** Whether the value is a transaction, whose conflicts are retried. */
  readonly isTransaction?: boolean;
  /** Runs statements in the transaction. */
  readonly executor?: ((transaction: unknown) => TransactionExecutor) | undefined;
}

/**
 * The params of a dependency without JSON-RPC parameters. The compiler includes the text in its error
 * about any other dependency.
 */
export type NoParams = {
  readonly [
    name: string
  ]: 'This dependency runs once per message and cannot read JSON-RPC parameters. Move it to commonDependencies.';
};

/** Options of {@link dependency}. */
export interface DependencyOptions {
  /** The name in error messages and in the log. Default: the name of the function. */
  readonly name?: string | undefined;
  /**
   * When the code after `yield` runs:
   *
   * - `'after-response'`: after the response has been sent. This is the default.
   * - `'before-response'`: after the result is encoded and before the middlewares continue, so that a
   *   failing commit fails the call, and a middleware that logs a success logs a committed one. A result
   *   that can't be encoded commits nothing.
   *
   * Use `'before-response'` if the calls of a batch compete for the value, for example for a connection
   * of a small pool. With `'after-response'`, each call holds it until the last call of the batch has
   * ended.
   */
  readonly teardown?: Teardown | undefined;
}

const KINDS: OptionKinds<DependencyOptions> = {
  name: text,
  teardown: oneOf('after-response', 'before-response'),
};

/** The value of a dependency: what its function returns, or what its generator yields. */
export type DependencyValue<Returned> = Returned extends
  | AsyncGenerator<infer Value>
  | Generator<infer Value>
  ? Value
  : Awaited<Returned>;

/** Rejects a generator that never yields. The compiler includes the text in its error. */
type YieldsValue<Returned> = [Returned] extends [
  Generator<infer Value> | AsyncGenerator<infer Value>,
]
  ? [Value] extends [never]
    ? 'This generator never yields. Yield the value of the dependency, or return it from a plain function.'
    : unknown
  : unknown;

/**
 * Declares a dependency. The function receives the values of its sources and returns the value or a
 * promise of it. It runs once per call, even if several arguments need the dependency.
 *
 * To add a teardown, pass a synchronous or asynchronous generator that yields the value. The code after
 * `yield` is the teardown. If the call fails, its error is thrown at the `yield`. If the call times
 * out, the error is thrown when the handler has ended.
 *
 * ```ts
 * // database is a resource().
 * const transaction = dependency({ db: database }, async function* ({ db }) {
 *   const tx = await db.begin();
 *   try {
 *     yield tx;
 *     await tx.commit();
 *   } catch (error) {
 *     await tx.rollback();
 *     throw error;
 *   }
 * }, { teardown: 'before-response' });
 * ```
 *
 * For the transactions of Drizzle, Prisma, Kysely and Knex, use `transactionDependency()`.
 *
 * @param args the sources of the function's arguments, as in the `args` of a method; `{}` if it needs none
 * @param resolve returns the value or a promise of it, or is a generator that yields the value once
 * @throws TypeError if `resolve` isn't a function, or a source or option is invalid
 */
export function dependency<const Sources extends ArgumentSources, Returned>(
  args: Sources,
  resolve: ((args: ArgumentValues<Sources>) => Returned) & YieldsValue<Returned>,
  options: DependencyOptions = {},
): Dependency<DependencyValue<Returned>, MethodParams<Sources>> {
  if (typeof resolve !== 'function') {
    throw new TypeError(
      'dependency(): the second argument must be the function that resolves the value. Pass {} as ' +
        'the first argument if the function needs no arguments.',
    );
  }
  const ownName = resolve.name || 'anonymous';
  checkOptions(`dependency "${ownName}"`, options, KINDS);
  const name = options.name ?? ownName;
  checkSources(`dependency "${name}"`, args);
  return {
    kind: 'dependency',
    name,
    args,
    // Plans call the function with the values of exactly these sources.
    resolve: resolve as (args: Readonly<Record<string, unknown>>) => unknown,
    teardown: options.teardown ?? 'after-response',
  };
}

export function isDependency(source: unknown): source is Dependency {
  return isObject(source) && source['kind'] === 'dependency';
}

/** Whether the wanted source is one of the sources, or one of their dependencies needs it. */
export function includesSource(
  sources: readonly unknown[],
  wanted: ArgumentSource,
  seen: Set<Dependency> = new Set(),
): boolean {
  return sources.some((source) => {
    if (source === wanted) return true;
    if (!isDependency(source) || seen.has(source)) return false;
    seen.add(source);
    return includesSource(Object.values(source.args), wanted, seen);
  });
}
