import {
  type AnyEntrypoint,
  describeMethods,
  type MethodDescription,
} from '@jsonrpc-kit/core/description';
import { componentKey } from '../components/component-key.js';
import type { Place } from '../json-schema/undocumentable.js';

/** A method on its way into a document. */
export interface DocumentedMethod {
  readonly description: MethodDescription;
  readonly entrypoint: AnyEntrypoint;
  /** For messages. */
  readonly where: string;
  /** Its keys among the components, from short to full. */
  readonly keys: readonly string[];
}

export function documentedMethods(
  entrypoint: AnyEntrypoint,
  label: string,
): readonly DocumentedMethod[] {
  return describeMethods(entrypoint).map((description) => {
    const key = componentKey(description.name);
    const where = `method ${description.name} of ${entrypoint.path}`;
    return { description, entrypoint, where, keys: [key, `${label}.${key}`] };
  });
}

/** A part of a method: for messages `what`, for components that have no name `suffix`. */
export function placeIn(method: DocumentedMethod, what: string, suffix: string): Place {
  return {
    where: `${method.where}, ${what}`,
    owner: namesWith(method, suffix),
  };
}

export function namesWith({ keys }: DocumentedMethod, suffix: string): readonly string[] {
  return keys.map((key) => `${key}.${suffix}`);
}
