import { describeValue } from '../options/describe-value.js';
import {
  dependency as declareDependency,
  type Dependency,
  includesSource,
  isDependency,
} from './dependency.js';
import { isResource, type Resource } from './resource.js';

/** A source that {@link DependencyOverrides} can replace. */
export type Replaceable<Value = unknown> = Dependency<Value> | Resource<Value>;

/** A dependency, or the function of a dependency without arguments. */
export type Replacement<Value> =
  | Dependency<Value>
  | (() =>
      | Value
      | PromiseLike<Value>
      | Generator<Value, unknown, unknown>
      | AsyncGenerator<Value, unknown, unknown>);

/**
 * Replaces dependencies and resources in tests, wherever they are used.
 *
 * ```ts
 * api.dependencyOverrides.set(getUser, () => ({ name: 'ann' }));
 * ```
 *
 * A change applies to calls that begin afterwards. Without overrides, there is no cost at run time.
 */
export class DependencyOverrides {
  readonly #replacements = new Map<Replaceable, Dependency>();
  readonly #base: DependencyOverrides | undefined;
  #version = 0;
  /** @internal False until something is replaced. A property, so that reading it costs calls nothing. */
  isUsed: boolean;

  /** @internal `base` contains overrides for everything that these overrides don't replace. */
  constructor(base?: DependencyOverrides) {
    this.#base = base;
    this.isUsed = base !== undefined;
  }

  /** The number of overrides. */
  get size(): number {
    return this.#replacements.size + (this.#base?.size ?? 0);
  }

  /** @internal Increases with every change. */
  get version(): number {
    return this.#version + (this.#base?.version ?? 0);
  }

  /** Returns the replacement, or undefined if the dependency isn't replaced. */
  get(dependency: Replaceable): Dependency | undefined {
    return this.#replacements.get(dependency) ?? this.#base?.get(dependency);
  }

  /** Whether the dependency is replaced. */
  has(dependency: Replaceable): boolean {
    return this.get(dependency) !== undefined;
  }

  /**
   * Replaces a dependency or resource wherever it is an argument, in all calls that begin afterwards.
   * If the replacement is a function, it runs like the function of a dependency without arguments, with
   * the code after a generator's `yield` as its teardown. The teardown runs at the same time as that of
   * the replaced dependency would.
   *
   * The replacement of a dependency runs as often as the dependency. The replacement of a resource runs
   * for each call, so create its value before, and close it yourself:
   *
   * ```ts
   * const testPool = await openTestPool();
   * api.dependencyOverrides.set(pool, () => testPool);
   * ```
   *
   * @throws TypeError if the first argument is neither a dependency nor a resource, if the second is
   *   neither a dependency nor a function, or if the replacement depends on the replaced dependency
   */
  set<Value>(dependency: Replaceable<Value>, replacement: Replacement<NoInfer<Value>>): this {
    if (!isDependency(dependency) && !isResource(dependency)) {
      throw new TypeError(
        `dependencyOverrides.set(): the first argument must be a dependency or a resource, not ` +
          `${describeValue(dependency)}. Pass the constant that dependency() or resource() returned.`,
      );
    }
    const override = toDependency(dependency, replacement);
    if (dependency !== override && includesSource(Object.values(override.args), dependency)) {
      throw new TypeError(
        `dependencyOverrides.set(): "${override.name}" can't replace "${dependency.name}", because it ` +
          `depends on "${dependency.name}". Use the sources of "${dependency.name}" instead.`,
      );
    }
    this.#replacements.set(dependency, override);
    this.isUsed = true;
    this.#version += 1;
    return this;
  }

  /** Removes the replacement. Returns whether the dependency was replaced. */
  delete(dependency: Replaceable): boolean {
    this.#version += 1;
    return this.#replacements.delete(dependency);
  }

  /** Removes all replacements. */
  clear(): void {
    this.#version += 1;
    this.#replacements.clear();
  }
}

function toDependency(replaced: Replaceable, replacement: Replacement<unknown>): Dependency {
  if (isDependency(replacement)) return replacement;
  const { name } = replaced;
  if (typeof replacement === 'function') {
    const teardown = isDependency(replaced) ? replaced.teardown : undefined;
    return declareDependency({}, replacement, { name, teardown });
  }
  throw new TypeError(
    `dependencyOverrides.set(): the replacement of "${name}" must be a function or a dependency, not ` +
      `${describeValue(replacement)}. Write set(${name}, () => value).`,
  );
}
