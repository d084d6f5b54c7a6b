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
  return new ZodConversion(schema, context).run(convert);
}

class ZodConversion {
  readonly #schema: StandardSchemaV1;
  readonly #context: ZodContext;
  /** The first unsupported part. zod may wrap an error that is thrown in a callback. */
  #unsupported: TypeError | undefined;

  constructor(schema: StandardSchemaV1, context: ZodContext) {
    this.#schema = schema;
    this.#context = context;
  }

  run(convert: Convert): JsonSchema {
    const override = (part: ConvertedPart): void => this.#override(part);
    try {
      return convert({ override });
    } catch (error) {
      return this.#convertUnrepresentable(convert, override, error);
    }
  }

  /**
   * Converts again with replacements for unrepresentable parts. Versions of zod that expect a string
   * for `unrepresentable` never call the function and omit such parts, so their result is discarded.
   */
  #convertUnrepresentable(convert: Convert, override: unknown, firstError: unknown): JsonSchema {
    let wasCalled = false;
    const unrepresentable = (part: UnrepresentablePart): JsonSchema | 'throw' => {
      wasCalled = true;
      return this.#representation(part);
    };
    try {
      const json = convert({ override, unrepresentable });
      if (wasCalled) return json;
    } catch (error) {
      throw this.#unsupported ?? this.#error({ cause: error });
    }
    throw this.#error({ cause: firstError });
  }

  #override({ zodSchema, jsonSchema }: ConvertedPart): void {
    const isRoot = zodSchema === this.#schema;
    const replacement = isRoot ? undefined : this.#context.replacement(zodSchema);
    if (replacement === undefined) {
      correct(zodSchema, jsonSchema);
      return;
    }
    for (const keyword of Object.keys(jsonSchema)) delete jsonSchema[keyword];
    Object.assign(jsonSchema, replacement);
  }

  #representation(part: UnrepresentablePart): JsonSchema | 'throw' {
    const { zodSchema, path = [], message = '' } = part;
    // The override callback, which zod calls later, inserts the replacement.
    if (this.#context.replacement(zodSchema) !== undefined) return {};
    const type = zodSchema._zod?.def?.type;
    switch (type) {
      case 'date':
        return { type: 'string', format: 'date-time' };
      case 'undefined':
      case 'void':
        // JSON omits an undefined member, and JSON-RPC sends an undefined result as null.
        return path.length === 0 ? { type: 'null' } : { ...IMPOSSIBLE };
      default:
        this.#unsupported = this.#error({ path: pathText(path), problem: message, type });
        return 'throw';
    }
  }

  #error({
    type,
    cause,
    path,
    problem = (cause as Error).message,
  }: Partial<UnsupportedSchema> & { readonly type?: string | undefined }): TypeError {
    const text = problem.replace(/\.$/, '');
    return unsupportedSchema(this.#context.usage, {
      path,
      problem: text,
      fix: fixForZod(type),
      cause,
    });
  }
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
