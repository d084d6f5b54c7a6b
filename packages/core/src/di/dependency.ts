import type { Teardown } from './dependency-stack.js';
import { checkOptions, type OptionKinds } from '../options/check-options.js';
import { oneOf, text } from '../options/option-kind.js';
import type {
  ArgumentSource,
  ArgumentSources,
  ArgumentValues,
  MethodParams,
} from './argument-source.js';
import { checkSources } from './check-sources.js';

/**
 * A value that is made for a call, or for an HTTP request, out of other sources. `Params` are the
 * JSON-RPC parameters that it and its own dependencies take.
 */
export interface Dependency<out Value = unknown, out Params = {}> extends ArgumentSource<
  Value,
  Params
> {
  /** It is made of other sources. */
  readonly kind: 'dependency';
  /** The function's own name, for messages. */
  readonly name: string;
  /** What its function takes. */
  readonly args: ArgumentSources;
  /** Its function. */
  readonly resolve: (args: Readonly<Record<string, unknown>>) => unknown;
  /** When what stands after its `yield` runs. */
  readonly teardown: Teardown;
}

/**
 * The params of a dependency that takes none, to which `{}` is assignable. The compiler shows the
 * text in its message.
 */
export type NoParams = {
  readonly [
    name: string
  ]: 'It is resolved once per HTTP request and takes no JSON-RPC parameters: move it to commonDependencies';
};

/** How a {@link dependency} is called in messages, and when it is torn down. */
export interface DependencyOptions {
  /** For messages; the default is the function's own name. */
  readonly name?: string | undefined;
  /**
   * When what stands after `yield` is run: after the response has been sent (default), or before it
   * is built, so that a failing commit fails the call. What the calls of a batch have to share, as a
   * transaction on one of few connections, needs `'before-response'`: after the response means after
   * the last call of the batch. It runs when the middlewares have been left and the final response
   * is known to be sendable, so that nothing is committed for a call that fails.
   */
  readonly teardown?: Teardown | undefined;
}

const KINDS: OptionKinds<DependencyOptions> = {
  name: text,
  teardown: oneOf('after-response', 'before-response'),
};

/** What a dependency's function makes: what it returns, or what its generator yields. */
export type DependencyValue<Made> = Made extends
  | AsyncGenerator<infer Value>
  | Generator<infer Value>
  ? Value
  : Awaited<Made>;

/** Rejects a generator that never yields. The compiler shows the text in its message. */
type YieldsValue<Made> = [Made] extends [Generator<infer Value> | AsyncGenerator<infer Value>]
  ? [Value] extends [never]
    ? 'This generator has no yield: yield the value of the dependency, or write a plain function'
    : unknown
  : unknown;

/**
 * Declares a dependency. The function, synchronous or not, gets its sources' values and gives the
 * value; it is called once per call however often the dependency is used. A generator, synchronous
 * or not, yields the value, and what stands after `yield` is its teardown: a call that failed throws
 * its error there.
 *
 * ```ts
 * const transaction = dependency({ db }, async function* ({ db }) {
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
 * Of a call that timed out the error is thrown in as soon as the handler has let go of the value.
 *
 * @throws TypeError where a source is none, or an argument's name can't be used
 */
export function dependency<const Sources extends ArgumentSources, Made>(
  args: Sources,
  resolve: ((args: ArgumentValues<Sources>) => Made) & YieldsValue<Made>,
  options: DependencyOptions = {},
): Dependency<DependencyValue<Made>, MethodParams<Sources>> {
  if (typeof resolve !== 'function') {
    throw new TypeError(
      'dependency(): the second argument must be the function that makes its value; write {} as ' +
        'the first where it takes nothing',
    );
  }
  const ownName = resolve.name || 'anonymous';
  checkOptions(`dependency ${ownName}`, options, KINDS);
  const name = options.name ?? ownName;
  checkSources(`dependency ${name}`, args);
  return {
    kind: 'dependency',
    name,
    args,
    // The plan calls it with the values of exactly these sources.
    resolve: resolve as (args: Readonly<Record<string, unknown>>) => unknown,
    teardown: options.teardown ?? 'after-response',
  };
}

export function isDependency(source: unknown): source is Dependency {
  return (source as { kind?: unknown } | null | undefined)?.kind === 'dependency';
}
