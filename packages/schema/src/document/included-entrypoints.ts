import type { AnyEntrypoint, Api } from '@jsonrpc-kit/core/description';

/** The entrypoints that the API schemas describe. */
export function includedEntrypoints({ entrypoints }: Api): readonly AnyEntrypoint[] {
  return entrypoints.filter(({ settings }) => settings.includeInSchemas);
}
