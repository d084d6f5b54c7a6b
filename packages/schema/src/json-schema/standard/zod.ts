import type { StandardSchemaV1 } from '@standard-schema/spec';
import type { JsonSchema } from '@jsonrpc-kit/openrpc';
import { IMPOSSIBLE } from '../clean-schema.js';
import {
  fixForZod,
  type SchemaUsage,
  type UnsupportedSchema,
  unsupportedSchema,
} from '../unsupported-schema.js';

export interface ZodContext {
  readonly usage: SchemaUsage;
  /** Returns the declared JSON Schema of a part of the schema, or a reference to its component. */
  readonly replacement: (schema: StandardSchemaV1) => JsonSchema | undefined;
}

type Convert = (libraryOptions: Record<string, unknown>) => JsonSchema;

type ZodSchema = StandardSchemaV1 & {
  readonly _zod?: { readonly def?: { readonly type?: string; readonly catchall?: unknown } };
};

/** zod's description of a part without a JSON Schema. */
interface UnrepresentablePart {
  readonly zodSchema: ZodSchema;
  readonly path?: readonly (string | number)[];
  readonly message?: string;
}

interface ConvertedPart {
  readonly zodSchema: ZodSchema;
  readonly jsonSchema: JsonSchema;
}

/**
 * Converts a zod schema.
 *
 * @param convert runs zod's converter with these options
 * @throws TypeError for an unsupported schema; the message says where it is and how to fix it
 */
export function convertZod(
  schema: StandardSchemaV1,
  context: ZodContext,
  convert: Convert,
): JsonSchema {
  const override = ({ zodSchema, jsonSchema }: ConvertedPart): void => {
    const replacement = zodSchema === schema ? undefined : context.replacement(zodSchema);
    if (replacement === undefined) return correct(zodSchema, jsonSchema);
    for (const keyword of Object.keys(jsonSchema)) delete jsonSchema[keyword];
    Object.assign(jsonSchema, replacement);
  };
  let firstError: unknown;
  try {
    return convert({ override });
  } catch (error) {
    firstError = error;
  }
  // Converts again, with replacements for unrepresentable parts. Versions of zod that expect a string for
  // `unrepresentable` never call the function and omit such parts, so their result is discarded.
  let wasCalled = false;
  // zod may wrap an error that is thrown in a callback.
  let unsupported: TypeError | undefined;
  const unrepresentable = (part: UnrepresentablePart): JsonSchema | 'throw' => {
    wasCalled = true;
    const found = representationOf(part, context);
    if (!(found instanceof TypeError)) return found;
    unsupported = found;
    return 'throw';
  };
  try {
    const json = convert({ override, unrepresentable });
    if (wasCalled) return json;
  } catch (error) {
    throw unsupported ?? unsupportedPart(context.usage, { cause: error });
  }
  throw unsupportedPart(context.usage, { cause: firstError });
}

/** Returns the JSON Schema of a part that zod can't represent, or the error for an unsupported one. */
function representationOf(
  { zodSchema, path = [], message = '' }: UnrepresentablePart,
  { replacement, usage }: ZodContext,
): JsonSchema | TypeError {
  // The override callback, which zod calls later, inserts the replacement.
  if (replacement(zodSchema) !== undefined) return {};
  const type = zodSchema._zod?.def?.type;
  switch (type) {
    case 'date':
      return { type: 'string', format: 'date-time' };
    case 'undefined':
    case 'void':
      // JSON omits an undefined member, and JSON-RPC sends an undefined result as null.
      return path.length === 0 ? { type: 'null' } : { ...IMPOSSIBLE };
    default:
      return unsupportedPart(usage, { path: pathText(path), problem: message, type });
  }
}

function unsupportedPart(
  usage: SchemaUsage,
  {
    type,
    cause,
    path,
    problem = (cause as Error).message,
  }: Partial<UnsupportedSchema> & { readonly type?: string | undefined },
): TypeError {
  return unsupportedSchema(usage, {
    path,
    problem: problem.replace(/\.$/, ''),
    fix: fixForZod(type),
    cause,
  });
}

/**
 * Removes what zod says, but doesn't mean for clients. An output of `z.object()` has no other members, because zod
 * drops them, but a later version may have further ones, so only `z.strictObject()` stays closed, as with the other
 * libraries. `readonly()` is about types; in OpenAPI, `readOnly` means that clients must not send the value.
 */
function correct({ _zod }: ZodSchema, jsonSchema: JsonSchema): void {
  const { type, catchall } = _zod?.def ?? {};
  if (type === 'object' && catchall === undefined) delete jsonSchema['additionalProperties'];
  if (type === 'readonly') delete jsonSchema['readOnly'];
}

function pathText(path: readonly (string | number)[]): string {
  return path
    .filter((part) => part !== 'properties')
    .map((part) => (part === 'items' ? '[]' : `.${part}`))
    .join('');
}
