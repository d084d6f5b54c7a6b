import type { MethodDescription } from '@jsonrpc-kit/core/description';
import type { JsonSchema, MethodJsonSchemas } from '@jsonrpc-kit/schema/internal';
import type { Era } from '../protocol/revision.js';

/** The entry of a tool in `tools/list`. */
export interface ToolDefinition {
  readonly name: string;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly inputSchema: JsonSchema;
  readonly outputSchema?: JsonSchema | undefined;
  readonly annotations?: ToolAnnotations | undefined;
}

/** Hints for clients; the specification sets their defaults. */
interface ToolAnnotations {
  readonly readOnlyHint?: boolean | undefined;
  readonly destructiveHint?: boolean | undefined;
  readonly idempotentHint?: boolean | undefined;
  readonly openWorldHint?: boolean | undefined;
}

/** Describes a method as a tool. */
export function defineTool(
  name: string,
  { description: method, params, result }: MethodJsonSchemas,
): Readonly<Record<Era, ToolDefinition>> {
  const legacy = {
    name,
    title: method.summary,
    description: descriptionOf(method),
    inputSchema: inputSchema(method, params),
    // Before 2026, clients accept objects as structured content only.
    outputSchema: result?.['type'] === 'object' ? result : undefined,
    annotations: annotationsOf(method),
  };
  return { legacy, modern: { ...legacy, outputSchema: result } };
}

function descriptionOf({
  summary,
  description,
  deprecated,
}: MethodDescription): string | undefined {
  const text = description ?? summary;
  if (!deprecated) return text;
  return text === undefined ? 'Deprecated.' : `Deprecated. ${text}`;
}

function inputSchema(
  { examples, inputs, params }: MethodDescription,
  schema: JsonSchema,
): JsonSchema {
  const hasParams = params !== undefined || inputs.some((input) => input.in === 'param');
  const calls = examples.flatMap((example) => example.params ?? []);
  return {
    ...schema,
    ...(hasParams ? {} : { additionalProperties: false }),
    ...(calls.length === 0 ? {} : { examples: calls }),
  };
}

function annotationsOf({ effects }: MethodDescription): ToolAnnotations | undefined {
  if (Object.keys(effects).length === 0) return undefined;
  const { readOnly, destructive, repeatable, openWorld } = effects;
  return {
    readOnlyHint: readOnly,
    destructiveHint: destructive,
    idempotentHint: repeatable,
    openWorldHint: openWorld,
  };
}
