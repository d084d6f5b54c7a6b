import type { StandardSchemaV1 } from '@standard-schema/spec';
import type { JsonSchema } from '../json-schema.js';
import { type Place, undocumentable } from '../undocumentable.js';
import { zodInstead } from './zod-instead.js';

export interface ZodConversionOptions {
  readonly place: Place;
  /** Returns the JSON Schema that replaces a part of the schema, or a reference to it. */
  readonly replacement: (schema: StandardSchemaV1) => JsonSchema | undefined;
}

type Convert = (libraryOptions: Record<string, unknown>) => JsonSchema;

/** zod's own words for a part that it has no JSON Schema for. */
interface Unrepresentable {
  readonly zodSchema: StandardSchemaV1 & { readonly _zod?: { def?: { type?: string } } };
  readonly path?: readonly (string | number)[];
  readonly message?: string;
}

/** Why there is no JSON Schema, as far as zod tells. */
interface Unconvertible {
  readonly message: string;
  readonly path?: string;
  readonly type?: string | undefined;
  readonly cause?: unknown;
}

interface Overridable {
  readonly zodSchema: StandardSchemaV1;
  readonly jsonSchema: JsonSchema;
}

/** One schema of zod on its way into a document. */
export class ZodConversion {
  readonly #schema: StandardSchemaV1;
  readonly #of: ZodConversionOptions;
  /** What is wrong, as far as is known; zod may wrap what is thrown. */
  #refusal: Error | undefined;

  constructor(schema: StandardSchemaV1, of: ZodConversionOptions) {
    this.#schema = schema;
    this.#of = of;
  }

  run(convert: Convert): JsonSchema {
    const override = (of: Overridable): void => this.#override(of);
    try {
      return convert({ override });
    } catch (error) {
      return this.#again(convert, override, error);
    }
  }

  /**
   * Once more, with an answer to what is unrepresentable. A zod that takes no function there would
   * leave out whatever it is, so of its conversion nothing is taken.
   */
  #again(convert: Convert, override: unknown, first: unknown): JsonSchema {
    let wasAsked = false;
    const unrepresentable = (of: Unrepresentable): JsonSchema | 'throw' => {
      wasAsked = true;
      return this.#replace(of);
    };
    try {
      const json = convert({ override, unrepresentable });
      if (wasAsked) return json;
    } catch (error) {
      throw this.#refusal ?? this.#refuse({ message: (error as Error).message, cause: error });
    }
    throw this.#refuse({ message: (first as Error).message, cause: first });
  }

  #override({ zodSchema, jsonSchema }: Overridable): void {
    const replacement = zodSchema === this.#schema ? undefined : this.#of.replacement(zodSchema);
    if (replacement === undefined) return;
    for (const keyword of Object.keys(jsonSchema)) delete jsonSchema[keyword];
    Object.assign(jsonSchema, replacement);
  }

  #replace({ zodSchema, path = [], message = '' }: Unrepresentable): JsonSchema | 'throw' {
    // The override, which comes later, puts in what it has.
    if (this.#of.replacement(zodSchema) !== undefined) return {};
    const type = zodSchema._zod?.def?.type;
    switch (type) {
      case 'date':
        return { type: 'string', format: 'date-time' };
      case 'undefined':
      case 'void':
        // JSON leaves it out in an object; the result of a method is null then.
        return path.length === 0 ? { type: 'null' } : { not: {} };
      default:
        this.#refusal = this.#refuse({ path: pathText(path), message, type });
        return 'throw';
    }
  }

  #refuse({ path = '', message, type, cause }: Unconvertible): TypeError {
    return undocumentable(this.#of.place, path, message, zodInstead(type), cause);
  }
}

function pathText(path: readonly (string | number)[]): string {
  return path
    .filter((part) => part !== 'properties')
    .map((part) => (part === 'items' ? '[]' : `.${part}`))
    .join('');
}
