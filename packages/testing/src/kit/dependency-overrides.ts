import type { Dependency, DependencyOverrides, Replaceable, Replacement } from '@jsonrpc-kit/core';

/** Who has replaced what, on each api. */
const owners = new WeakMap<DependencyOverrides, Map<Replaceable, OverridesOfTest>>();

/** The overrides of an api for the time of one test. */
export class OverridesOfTest {
  readonly #overrides: DependencyOverrides;
  readonly #before = new Map<Replaceable, Dependency | undefined>();
  readonly #owners: Map<Replaceable, OverridesOfTest>;

  constructor(overrides: DependencyOverrides) {
    this.#overrides = overrides;
    const known = owners.get(overrides) ?? new Map<Replaceable, OverridesOfTest>();
    owners.set(overrides, known);
    this.#owners = known;
  }

  /**
   * Uses the replacement wherever the dependency or resource is an argument, until the test ends. A
   * function is that of a dependency without arguments: `set(getUser, () => ({ name: 'ann' }))`.
   *
   * @throws Error where a test that runs at the same time has replaced it on the same api
   * @throws TypeError as `api.dependencyOverrides.set` does
   */
  set<Value>(dependency: Replaceable<Value>, replacement: Replacement<NoInfer<Value>>): this {
    const owner = this.#owners.get(dependency);
    if (owner !== undefined && owner !== this) {
      throw new Error(
        `dependencyOverrides: ${dependency.name} is replaced by another test that runs at the ` +
          'same time; give concurrent tests an api each, or run them one after another',
      );
    }
    const before = this.#overrides.get(dependency);
    this.#overrides.set(dependency, replacement);
    if (owner === undefined) this.#before.set(dependency, before);
    this.#owners.set(dependency, this);
    return this;
  }

  /** As it was before. */
  undo(): void {
    for (const [dependency, before] of this.#before) {
      if (before === undefined) this.#overrides.delete(dependency);
      else this.#overrides.set(dependency, before);
      this.#owners.delete(dependency);
    }
    this.#before.clear();
  }
}
