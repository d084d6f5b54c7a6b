import { describeValue } from '../options/describe-value.js';
import { dependency as declareDependency, type Dependency, isDependency } from './dependency.js';
import { isResource, type Resource } from './resource.js';

/** What {@link DependencyOverrides} can replace. */
export type Replaceable<Value = unknown> = Dependency<Value> | Resource<Value>;

/** What stands in for it: a dependency, or the function of one that takes nothing. */
export type Replacement<Value> =
  | Dependency<Value>
  | (() =>
      | Value
      | PromiseLike<Value>
      | Generator<Value, unknown, unknown>
      | AsyncGenerator<Value, unknown, unknown>);

/**
 * Replacements for dependencies and resources in tests, wherever they are used.
 *
 * ```ts
 * api.dependencyOverrides.set(getUser, () => ({ name: 'ann' }));
 * ```
 *
 * Plans are compiled anew when it changes; while it is empty it costs nothing.
 */
export class DependencyOverrides {
  readonly #replacements = new Map<Replaceable, Dependency>();
  #version = 0;

  /** How many dependencies are replaced. */
  get size(): number {
    return this.#replacements.size;
  }

  /** @internal Changes whenever the replacements do. */
  get version(): number {
    return this.#version;
  }

  /** The replacement; undefined where there is none. */
  get(dependency: Replaceable): Dependency | undefined {
    return this.#replacements.get(dependency);
  }

  /** Whether the dependency is replaced. */
  has(dependency: Replaceable): boolean {
    return this.#replacements.has(dependency);
  }

  /**
   * Uses the replacement wherever the dependency or resource is an argument, in the calls that begin
   * from now on. A function is called as that of a dependency without arguments: once per call, and a
   * generator's code after `yield` is its teardown.
   *
   * @throws TypeError if the first argument can't be replaced, if the second is neither a dependency
   *   nor a function, or if the replacement needs, at any depth, what it replaces
   */
  set<Value>(dependency: Replaceable<Value>, replacement: Replacement<NoInfer<Value>>): this {
    if (!isDependency(dependency) && !isResource(dependency)) {
      throw new TypeError(
        `dependencyOverrides.set(): the first argument must be a dependency or a resource, not ` +
          `${describeValue(dependency)}. Pass the constant that dependency() or resource() returned.`,
      );
    }
    const made = dependencyOf(dependency, replacement);
    if (dependency !== made && needs(made, dependency)) {
      throw new TypeError(
        `dependencyOverrides: ${made.name} can't replace ${dependency.name}, since it needs it; make ` +
          `it of what ${dependency.name} is made of`,
      );
    }
    this.#replacements.set(dependency, made);
    this.#version += 1;
    return this;
  }

  /** Takes the replacement away. Gives whether there was one. */
  delete(dependency: Replaceable): boolean {
    this.#version += 1;
    return this.#replacements.delete(dependency);
  }

  /** Takes all replacements away. */
  clear(): void {
    this.#version += 1;
    this.#replacements.clear();
  }
}

function dependencyOf({ name }: Replaceable, replacement: Replacement<unknown>): Dependency {
  if (isDependency(replacement)) return replacement;
  if (typeof replacement === 'function') return declareDependency({}, replacement, { name });
  throw new TypeError(
    `dependencyOverrides.set(): the replacement of ${name} must be a function or a dependency, not ` +
      `${describeValue(replacement)}. Write set(${name}, () => value).`,
  );
}

function needs(dependency: Dependency, wanted: Replaceable, seen = new Set<Dependency>()): boolean {
  if (seen.has(dependency)) return false;
  seen.add(dependency);
  return Object.values(dependency.args).some(
    (source) => source === wanted || (isDependency(source) && needs(source, wanted, seen)),
  );
}
