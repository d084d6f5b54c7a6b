import type { DependencyOverrides } from '../args/dependency-overrides.js';
import type { Resource } from '../args/resource.js';
import type { CompiledMethod } from '../method/compiled-method.js';
import type { AnyEntrypoint } from './any-entrypoint.js';

/**
 * The resources that an entrypoint's methods and dependencies read, each with the first that does.
 * What only an overridden dependency reads is left out.
 */
export function neededResources(
  entrypoint: AnyEntrypoint,
  overrides: DependencyOverrides,
): ReadonlyMap<Resource, string> {
  const shared = entrypoint.sharedPlan?.with(overrides).resources ?? [];
  const users = new Map<Resource, string>();
  for (const { resource } of shared) users.set(resource, `entrypoint "${entrypoint.path}"`);
  for (const { name } of entrypoint.methods) {
    // It has each of its methods.
    const { plan } = entrypoint.find(name) as CompiledMethod;
    for (const { resource } of plan.with(overrides).resources) {
      if (users.has(resource)) continue;
      users.set(resource, `method "${name}" of entrypoint "${entrypoint.path}"`);
    }
  }
  return users;
}
