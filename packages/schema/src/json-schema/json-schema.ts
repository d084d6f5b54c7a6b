import type { JsonSchema } from '@jsonrpc-kit/openrpc';

/** Whether a schema describes what a client sends (`input`) or what it receives (`output`). */
export type Direction = 'input' | 'output';

export function objectSchema(
  properties: Readonly<Record<string, unknown>>,
  required: readonly string[],
): JsonSchema {
  return { type: 'object', properties, ...(required.length === 0 ? {} : { required }) };
}
