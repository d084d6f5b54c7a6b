import type { StandardSchemaV1 } from '@standard-schema/spec';
import { documentedAs } from '../json-schema/document-as.js';
import { dropDefaults } from '../json-schema/drop-defaults.js';
import { dropImpossible } from '../json-schema/drop-impossible.js';
import type { Dialect, Direction, JsonSchema } from '../json-schema/json-schema.js';
import { keepKeywords } from '../json-schema/keep-keywords.js';
import { convertStandard } from '../json-schema/standard/convert-standard.js';
import { hoistDefinitions } from '../json-schema/standard/hoist-definitions.js';
import { type Place, undocumentable } from '../json-schema/undocumentable.js';
import { convertValibot, isValibotSchema } from '../json-schema/valibot/convert-valibot.js';
import { componentKey } from './component-key.js';
import { fixedNames } from './component-name.js';
import type { Component, ComponentNaming } from './component.js';
import type { Components } from './components.js';

/** Far more than anybody writes by hand. */
const MOST_DEPTH = 200;

type Made = Partial<Record<Direction, Component>>;

/** Writes Standard Schemas as the JSON Schemas of one document. */
export class SchemaWriter {
  readonly #components: Components;
  readonly #dialect: Dialect;
  readonly #made = new Map<object, Made>();
  #depth = 0;

  constructor(components: Components, dialect: Dialect) {
    this.#components = components;
    this.#dialect = dialect;
  }

  /**
   * @returns a reference where the schema has a name
   * @throws TypeError for what can't be documented
   */
  write(schema: StandardSchemaV1, direction: Direction, place: Place): JsonSchema {
    const json =
      this.#reference(schema, direction, place, false) ?? this.#convert(schema, direction, place);
    // One that holds itself has become a component meanwhile.
    const made = this.#made.get(schema)?.[direction];
    return made === undefined ? json : { $ref: made.placeholder };
  }

  /** A reference to a schema that has a name; `always`: or gets one, for it may hold itself. */
  #reference(
    schema: StandardSchemaV1,
    direction: Direction,
    place: Place,
    always: boolean,
  ): JsonSchema | undefined {
    const made = this.#made.get(schema)?.[direction];
    if (made !== undefined) return { $ref: made.placeholder };
    const fixed = fixedNames(schema);
    if (fixed === undefined && !always) return undefined;
    const component = this.#components.reserve({
      names: fixed ?? partNames(place, titleOf(schema)),
      isFixed: fixed !== undefined,
      where: place.where,
      origin: { schema, direction },
    });
    this.#made.set(schema, { ...this.#made.get(schema), [direction]: component });
    component.schema = this.#convert(schema, direction, {
      ...place,
      owner: component.names,
    });
    return { $ref: component.placeholder };
  }

  #convert(schema: StandardSchemaV1, direction: Direction, place: Place): JsonSchema {
    if (this.#depth >= MOST_DEPTH) {
      throw undocumentable(
        place,
        '',
        'it goes on without end',
        'keep a recursive schema in a constant, and refer to that',
      );
    }
    this.#depth++;
    try {
      const json = isValibotSchema(schema)
        ? this.#convertValibot(schema, direction, place)
        : this.#convertOther(schema, direction, place);
      return finished(json, direction, place);
    } finally {
      this.#depth--;
    }
  }

  #convertValibot(schema: StandardSchemaV1, direction: Direction, place: Place): JsonSchema {
    return convertValibot(schema, this.#dialect, {
      direction,
      place,
      reference: (part, always) => this.#reference(part, direction, place, always),
    });
  }

  #convertOther(schema: StandardSchemaV1, direction: Direction, place: Place): JsonSchema {
    const given = documentedAs(schema, direction);
    if (given !== undefined) return given;
    const json = convertStandard(schema, {
      direction,
      dialect: this.#dialect,
      place,
      replacement: (part) =>
        documentedAs(part, direction) ?? this.#reference(part, direction, place, false),
    });
    return hoistDefinitions(json, {
      reserve: (name) => {
        const component = this.#components.reserve(definitionNaming(place, name));
        const fill = (body: JsonSchema): void => {
          component.schema = finished(body, direction, place);
        };
        return { ref: component.placeholder, fill };
      },
    });
  }
}

function definitionNaming(place: Place, name: string | undefined): ComponentNaming {
  return { names: partNames(place, name), isFixed: false, where: place.where };
}

/** Names of a part that needs some: that of its author, or one after what it is a part of. */
function partNames({ owner }: Place, name: string | undefined): readonly string[] {
  if (name === undefined) return owner.map((own) => `${own}.Part`);
  const key = componentKey(name);
  return [key, ...owner.map((own) => `${own}.${key}`)];
}

/** A title may be the name of a type, as `Comment`; a sentence is none. */
function titleOf(schema: StandardSchemaV1): string | undefined {
  const { pipe } = schema as { readonly pipe?: readonly { type: string; title?: unknown }[] };
  const title = pipe?.findLast(({ type }) => type === 'title')?.title;
  return typeof title === 'string' && /^[\w.-]+$/.test(title) ? title : undefined;
}

function finished(json: JsonSchema, direction: Direction, place: Place): JsonSchema {
  const schema = direction === 'output' ? dropDefaults(json) : json;
  return dropImpossible(asJson(keepKeywords(schema), place), direction);
}

/** A copy, in which a date that is a default is a string as it would be on the wire. */
function asJson(schema: JsonSchema, place: Place): JsonSchema {
  try {
    return JSON.parse(JSON.stringify(schema)) as JsonSchema;
  } catch (error) {
    const what = 'JSON has no words for an example or a default of it';
    throw undocumentable(place, '', what, 'leave that out', error);
  }
}
