import { type Dependency, isDependency } from './dependency.js';

/**
 * Replacements for dependencies, at every depth: for tests, and for what only the process that
 * starts knows, as its database.
 *
 * ```ts
 * api.dependencyOverrides.set(getUser, dependency({}, () => ({ name: 'ann' })));
 * ```
 *
 * Plans are compiled anew when it changes; while it is empty it costs nothing.
 */
export class DependencyOverrides {
  readonly #replacements = new Map<Dependency, Dependency>();
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
  get(dependency: Dependency): Dependency | undefined {
    return this.#replacements.get(dependency);
  }

  /** Whether the dependency is replaced. */
  has(dependency: Dependency): boolean {
    return this.#replacements.has(dependency);
  }

  /**
   * Has the replacement made wherever the dependency is asked for, in the calls that begin from now on.
   *
   * @throws TypeError where the replacement needs, at any depth, what it replaces: it would stand in
   *   for itself
   */
  set<Value>(dependency: Dependency<Value>, replacement: Dependency<NoInfer<Value>>): this {
    if (dependency !== replacement && needs(replacement, dependency)) {
      throw new TypeError(
        `dependencyOverrides: ${replacement.name} can't replace ${dependency.name}, since it ` +
          `needs it; make it of what ${dependency.name} is made of`,
      );
    }
    this.#replacements.set(dependency, replacement);
    this.#version += 1;
    return this;
  }

  /** Takes the replacement away. Gives whether there was one. */
  delete(dependency: Dependency): boolean {
    this.#version += 1;
    return this.#replacements.delete(dependency);
  }

  /** Takes all replacements away. */
  clear(): void {
    this.#version += 1;
    this.#replacements.clear();
  }
}

function needs(dependency: Dependency, wanted: Dependency, seen = new Set<Dependency>()): boolean {
  if (seen.has(dependency)) return false;
  seen.add(dependency);
  return Object.values(dependency.args).some(
    (source) => source === wanted || (isDependency(source) && needs(source, wanted, seen)),
  );
}
