import {
  type AnyEntrypoint,
  type Api,
  describeMethods,
  type MethodDescription,
} from '@jsonrpc-kit/core/description';
import { escapeComponentName } from '../components/component-names.js';
import type { SchemaUsage } from '../json-schema/unsupported-schema.js';

/** The unique names of an entrypoint in a document. */
export interface EntrypointNames {
  /** Its name, or its path if several share the name. */
  readonly title: string;
  /** The title as a part of the names of components. */
  readonly label: string;
}

/** A method to be included in a document. */
export interface DescribedMethod extends EntrypointNames {
  readonly description: MethodDescription;
  readonly entrypoint: AnyEntrypoint;
  /** The description of the method in error messages, such as `method "withdraw" of /bank`. */
  readonly where: string;
  /** The prefixes of its component names, from short to full. */
  readonly componentNames: readonly string[];
}

export function describeEntrypointMethods(
  entrypoint: AnyEntrypoint,
  { title, label }: EntrypointNames,
): readonly DescribedMethod[] {
  return describeMethods(entrypoint).map((description) => {
    const name = escapeComponentName(description.name);
    const where = `method "${description.name}" of ${entrypoint.path}`;
    const componentNames = [name, `${label}.${name}`];
    return { description, entrypoint, title, label, where, componentNames };
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

/** Returns the names of an entrypoint among those of its document. */
export function namesOf(
  entrypoint: AnyEntrypoint,
  entrypoints: readonly AnyEntrypoint[],
): EntrypointNames {
  const { name, path } = entrypoint;
  const isUnique = !entrypoints.some((other) => other !== entrypoint && other.name === name);
  const label = isUnique ? name : pathLabel(entrypoint);
  return { title: isUnique ? name : path, label: escapeComponentName(label) };
}

/** Turns `/api/v1` into `api.v1`. */
function pathLabel({ name, path }: AnyEntrypoint): string {
  const segments = path.split('/').filter((segment) => segment !== '');
  return segments.length === 0 ? name : segments.join('.');
}
