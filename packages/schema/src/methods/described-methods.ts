import {
  type AnyEntrypoint,
  type Api,
  describeMethods,
  type MethodDescription,
} from '@jsonrpc-kit/core/description';
import { escapeComponentName } from '../components/component-names.js';
import type { SchemaUsage } from '../json-schema/unsupported-schema.js';

/** A method to be included in a document. */
export interface DescribedMethod {
  readonly description: MethodDescription;
  readonly entrypoint: AnyEntrypoint;
  /** The unique label of the entrypoint. */
  readonly label: string;
  /** The description of the method in error messages, such as `method "withdraw" of /bank`. */
  readonly where: string;
  /** The prefixes of its component names, from short to full. */
  readonly componentNames: readonly string[];
}

export function describeEntrypointMethods(
  entrypoint: AnyEntrypoint,
  label: string,
): readonly DescribedMethod[] {
  return describeMethods(entrypoint).map((description) => {
    const name = escapeComponentName(description.name);
    const where = `method "${description.name}" of ${entrypoint.path}`;
    return { description, entrypoint, label, where, componentNames: [name, `${label}.${name}`] };
  });
}

/** Whether a method unsubscribes. */
export function unsubscribes({ subscriptions }: AnyEntrypoint, method: string): boolean {
  return subscriptions.some(({ names }) => names.unsubscribe === method);
}

/**
 * Describes the use of a schema in a method.
 *
 * @param part for error messages, such as `parameter "amount"`
 * @param suffix for names of components, such as `Request`
 */
export function usageInMethod(method: DescribedMethod, part: string, suffix: string): SchemaUsage {
  return {
    where: `${method.where}, ${part}`,
    componentNames: componentNamesOf(method, suffix),
  };
}

export function componentNamesOf(
  { componentNames }: DescribedMethod,
  suffix: string,
): readonly string[] {
  return componentNames.map((name) => `${name}.${suffix}`);
}

/** Returns the entrypoints that API schemas include. */
export function includedEntrypoints({ entrypoints }: Api): readonly AnyEntrypoint[] {
  return entrypoints.filter(({ settings }) => settings.includeInSchemas);
}

/** Labels every entrypoint by its name, or by its path where several share a name. */
export function labelEntrypoints(
  entrypoints: readonly AnyEntrypoint[],
): ReadonlyMap<AnyEntrypoint, string> {
  const counts = new Map<string, number>();
  for (const { name } of entrypoints) counts.set(name, (counts.get(name) ?? 0) + 1);
  return new Map(
    entrypoints.map((entrypoint) => {
      const isUnique = counts.get(entrypoint.name) === 1;
      const label = isUnique ? entrypoint.name : pathLabel(entrypoint);
      return [entrypoint, escapeComponentName(label)];
    }),
  );
}

/** Turns `/api/v1` into `api.v1`. */
function pathLabel({ name, path }: AnyEntrypoint): string {
  const segments = path.split('/').filter((segment) => segment !== '');
  return segments.length === 0 ? name : segments.join('.');
}
