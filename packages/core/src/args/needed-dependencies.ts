import type { Source } from './argument-source.js';
import { type Dependency, isDependency } from './dependency.js';
import type { DependencyOverrides } from './dependency-overrides.js';
import { isResource } from './resource.js';

/** All dependencies that these need, themselves included, as they stand after the overrides. */
export function neededDependencies(
  dependencies: readonly Dependency[],
  overrides: DependencyOverrides | undefined,
): ReadonlySet<Dependency> {
  const all = new Set<Dependency>();
  const visit = (source: Source): void => {
    if (!isDependency(source) && !isResource(source)) return;
    const dependency = overrides?.get(source) ?? source;
    if (!isDependency(dependency) || all.has(dependency)) return;
    all.add(dependency);
    for (const needed of Object.values(dependency.args)) visit(needed);
  };
  for (const dependency of dependencies) visit(dependency);
  return all;
}
