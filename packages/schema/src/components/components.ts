import type { JsonSchema } from '../json-schema/json-schema.js';
import { allocateNames } from './allocate-names.js';
import type { Component, ComponentNaming } from './component.js';
import { samenessOf } from './same-components.js';

const PREFIX = '#/components/schemas/';

/**
 * The `components.schemas` of one document. Names are given at the end, when it is known which of
 * them would be shared; until then references are placeholders.
 */
export class Components {
  readonly #fine: boolean;
  readonly #components: Component[] = [];
  readonly #byPlaceholder = new Map<string, Component>();

  /** @param fine whether names are as short as can be */
  constructor(fine: boolean) {
    this.#fine = fine;
  }

  /** @returns the reference to it */
  add(naming: ComponentNaming, schema: JsonSchema): JsonSchema {
    const component = this.reserve(naming);
    component.schema = schema;
    return { $ref: component.placeholder };
  }

  /** A component whose schema comes later. */
  reserve(naming: ComponentNaming): Component {
    // No schema of an application has such a reference.
    const placeholder = `${PREFIX}\0${this.#components.length}`;
    const component = { ...naming, placeholder, schema: undefined };
    this.#components.push(component);
    this.#byPlaceholder.set(placeholder, component);
    return component;
  }

  /** What a schema refers to, through all references; itself where it refers to nothing. */
  resolve(schema: JsonSchema): JsonSchema {
    const { $ref } = schema;
    const component = typeof $ref === 'string' ? this.#byPlaceholder.get($ref) : undefined;
    return component?.schema === undefined ? schema : this.resolve(component.schema);
  }

  /** The schemas under their names, and the document with the names in its references. */
  finish<Document>(document: Document): {
    readonly schemas: Readonly<Record<string, JsonSchema>>;
    readonly document: Document;
  } {
    const kept = this.#unite();
    const distinct = [...new Set(kept.values())].map(this.#nameInput(new Set(kept.values())));
    const names = allocateNames(distinct, this.#fine);
    const refs = new Map<string, string>();
    for (const [item, name] of names) refs.set(item.component.placeholder, `${PREFIX}${name}`);
    const refOf = (text: string): string => {
      const component = this.#byPlaceholder.get(text);
      if (component === undefined) return text;
      return refs.get(kept.get(component)?.placeholder ?? text) ?? text;
    };
    const schemas = Object.fromEntries(
      distinct.map((item) => [
        names.get(item) ?? '',
        withReferences(item.component.schema ?? {}, refOf),
      ]),
    );
    return { schemas, document: withReferences(document, refOf) };
  }

  /** Those that say the same under the same name are one: each with the one that is kept for it. */
  #unite(): ReadonlyMap<Component, Component> {
    const classes = samenessOf(this.#components);
    const first = new Map<string, Component>();
    return new Map(
      this.#components.map((component) => {
        const name = component.names.at(this.#fine ? 0 : -1);
        const key = `${classes.get(component)} ${name}`;
        const kept = first.get(key) ?? component;
        first.set(key, kept);
        return [component, kept];
      }),
    );
  }

  /** Of a schema that differs by direction, what comes in has a name beside that of what goes out. */
  #nameInput(kept: ReadonlySet<Component>): (component: Component) => NamedComponent {
    const outputs = new Set<object>();
    for (const { origin } of kept) {
      if (origin?.direction === 'output') outputs.add(origin.schema);
    }
    return (component) => {
      const { origin, names, isFixed, where } = component;
      const differs = origin?.direction === 'input' && outputs.has(origin.schema);
      return {
        component,
        names: differs ? names.map((name) => `${name}.Input`) : names,
        isFixed,
        where,
      };
    };
  }
}

interface NamedComponent {
  readonly component: Component;
  readonly names: readonly string[];
  readonly isFixed: boolean;
  readonly where: string;
}

function withReferences<Value>(value: Value, refOf: (text: string) => string): Value {
  // What goes in is JSON, and what comes out differs in references only.
  return JSON.parse(
    JSON.stringify(value, (key, member: unknown) =>
      key === '$ref' && typeof member === 'string' ? refOf(member) : member,
    ),
  ) as Value;
}
