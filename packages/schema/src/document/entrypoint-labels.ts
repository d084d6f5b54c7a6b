import type { AnyEntrypoint } from '@jsonrpc-kit/core/description';
import { componentKey } from '../components/component-key.js';

/**
 * What stands in front of names that two entrypoints share: the entrypoint's name, and its path where
 * that is no name of its own.
 */
export function entrypointLabels(
  entrypoints: readonly AnyEntrypoint[],
): ReadonlyMap<AnyEntrypoint, string> {
  const counts = new Map<string, number>();
  for (const { name } of entrypoints) counts.set(name, (counts.get(name) ?? 0) + 1);
  return new Map(
    entrypoints.map((entrypoint) => {
      const isUnique = counts.get(entrypoint.name) === 1;
      return [entrypoint, isUnique ? componentKey(entrypoint.name) : pathLabel(entrypoint)];
    }),
  );
}

/** `/api/v1` becomes `api.v1`. */
function pathLabel({ name, path }: AnyEntrypoint): string {
  const parts = path.split('/').filter((part) => part !== '');
  return componentKey(parts.length === 0 ? name : parts.join('.'));
}
