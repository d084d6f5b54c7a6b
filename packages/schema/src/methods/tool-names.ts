import type { AnyEntrypoint } from '@jsonrpc-kit/core/description';

const names = new WeakMap<AnyEntrypoint, Map<string, string>>();

/** Sets the name of the tool that a method is served as, for the API schemas. */
export function setToolName(entrypoint: AnyEntrypoint, method: string, tool: string): void {
  const known = names.get(entrypoint) ?? new Map<string, string>();
  names.set(entrypoint, known.set(method, tool));
}

/** Returns the name of the tool that a method is served as; undefined without one. */
export function toolNameOf(entrypoint: AnyEntrypoint, method: string): string | undefined {
  return names.get(entrypoint)?.get(method);
}
