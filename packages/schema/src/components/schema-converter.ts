import type { StandardSchemaV1 } from '@standard-schema/spec';
import type { SchemaDialect, JsonSchema } from '@jsonrpc-kit/openrpc';
import { cleanSchema } from '../json-schema/clean-schema.js';
import { declaredJsonSchema } from '../json-schema/document-as.js';
import type { Direction } from '../json-schema/json-schema.js';
import { convertStandard } from '../json-schema/standard/convert-standard.js';
import { extractDefinitions } from '../json-schema/standard/definitions.js';
import { type SchemaUsage, unsupportedSchema } from '../json-schema/unsupported-schema.js';
import { convertValibot, isValibotSchema } from '../json-schema/valibot/convert-valibot.js';
import { escapeComponentName, fixedNames } from './component-names.js';
import type { Component, Components } from './components.js';

/** Deeper than any schema written manually, and shallow enough for the call stack. */
const MAX_DEPTH = 200;

interface Conversion {
  readonly direction: Direction;
  readonly usage: SchemaUsage;
}

/** Converts the schemas of an application to the JSON Schemas of one document. */
export class SchemaConverter {
  readonly #components: Components;
  readonly #dialect: SchemaDialect;
  readonly #converted = new Map<object, Partial<Record<Direction, Component>>>();
  #depth = 0;

  constructor(components: Components, dialect: SchemaDialect) {
    this.#components = components;
    this.#dialect = dialect;
  }

  /**
   * Converts a schema, to a reference if it has a component.
   *
   * @throws TypeError for an unsupported schema; the message says where it is and how to fix it
   */
  convert(schema: StandardSchemaV1, direction: Direction, usage: SchemaUsage): JsonSchema {
    const conversion = { direction, usage };
    const json = this.#reference(schema, conversion, false) ?? this.#convert(schema, conversion);
    // The conversion of a recursive schema creates a component for the schema itself.
    const component = this.#converted.get(schema)?.[direction];
    return component === undefined ? json : { $ref: component.placeholder };
  }

  /** @param force also creates a component for a schema without a name, since it may be recursive */
  #reference(
    schema: StandardSchemaV1,
    conversion: Conversion,
    force: boolean,
  ): JsonSchema | undefined {
    const { direction, usage } = conversion;
    const known = this.#converted.get(schema)?.[direction];
    if (known !== undefined) return { $ref: known.placeholder };
    const fixed = fixedNames(schema);
    if (fixed === undefined && !force) return undefined;
    const component = this.#components.reserve({
      names: fixed ?? partNames(usage, typeNameOf(schema)),
      isFixed: fixed !== undefined,
      where: usage.where,
      origin: { schema, direction },
    });
    this.#converted.set(schema, { ...this.#converted.get(schema), [direction]: component });
    component.schema = this.#convert(schema, {
      direction,
      usage: { ...usage, componentNames: component.names },
    });
    return { $ref: component.placeholder };
  }

  #convert(schema: StandardSchemaV1, conversion: Conversion): JsonSchema {
    if (this.#depth >= MAX_DEPTH) {
      throw unsupportedSchema(conversion.usage, {
        problem: 'its recursion never ends, since it creates a new schema every time',
        fix: 'Store a recursive schema in a constant, and refer to the constant',
      });
    }
    this.#depth++;
    try {
      const json =
        declaredJsonSchema(schema, conversion.direction) ??
        (isValibotSchema(schema)
          ? this.#convertValibot(schema, conversion)
          : this.#convertOther(schema, conversion));
      return finishSchema(json, conversion);
    } finally {
      this.#depth--;
    }
  }

  #convertValibot(schema: StandardSchemaV1, conversion: Conversion): JsonSchema {
    return convertValibot(schema, this.#dialect, {
      ...conversion,
      reference: (part, force) => this.#reference(part, conversion, force),
    });
  }

  #convertOther(schema: StandardSchemaV1, conversion: Conversion): JsonSchema {
    const { direction, usage } = conversion;
    const json = convertStandard(schema, {
      ...conversion,
      dialect: this.#dialect,
      replacement: (part) =>
        declaredJsonSchema(part, direction) ?? this.#reference(part, conversion, false),
    });
    return extractDefinitions(json, (name) => {
      const component = this.#components.reserve({
        names: partNames(usage, name),
        isFixed: false,
        where: usage.where,
      });
      return {
        reference: component.placeholder,
        setSchema: (definition) => {
          component.schema = finishSchema(definition, conversion);
        },
      };
    });
  }
}

/** Returns names for a part of a schema: the one that its author has chosen, or those of the whole. */
function partNames({ componentNames }: SchemaUsage, name: string | undefined): readonly string[] {
  if (name === undefined) return componentNames.map((whole) => `${whole}.Part`);
  const escaped = escapeComponentName(name);
  return [escaped, ...componentNames.map((whole) => `${whole}.${escaped}`)];
}

/** Returns the title of a schema if it looks like the name of a type, such as `Comment`. */
function typeNameOf(schema: StandardSchemaV1): string | undefined {
  const { pipe } = schema as { readonly pipe?: readonly { type: string; title?: unknown }[] };
  const title = pipe?.findLast(({ type }) => type === 'title')?.title;
  return typeof title === 'string' && /^[\w.-]+$/.test(title) ? title : undefined;
}

function finishSchema(json: JsonSchema, { direction, usage }: Conversion): JsonSchema {
  try {
    return cleanSchema(json, direction);
  } catch (cause) {
    throw unsupportedSchema(usage, {
      problem: 'one of its examples or defaults can’t be encoded as JSON',
      fix: 'Remove it, or use a JSON value',
      cause,
    });
  }
}
