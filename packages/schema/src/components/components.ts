import type { JsonSchema } from '@jsonrpc-kit/openrpc';
import type { Direction } from '../json-schema/json-schema.js';
import { allocateNames, mergeEqual, type NamedItem } from './component-names.js';
import { numberEqualComponents } from './equal-components.js';
import { COMPONENT_PREFIX, replaceReferences } from './references.js';

export interface ComponentOptions extends NamedItem {
  /** The schema from which the component is generated, if it is a schema of the application. */
  readonly origin?: { readonly schema: object; readonly direction: Direction } | undefined;
}

/** A schema to which other schemas of a document refer. */
export interface Component extends ComponentOptions {
  /** The `$ref` of the component until all names are known. */
  readonly placeholder: string;
  /** Undefined while the schema is being generated. A recursive schema refers to itself meanwhile. */
  schema: JsonSchema | undefined;
}

/**
 * The `components.schemas` of one document. Names are allocated at the end, when all conflicts are
 * known; until then references contain placeholders.
 */
export class Components {
  readonly #fineNames: boolean;
  readonly #components: Component[] = [];
  readonly #byPlaceholder = new Map<string, Component>();

  /** @param fineNames whether to prefer short names */
  constructor(fineNames: boolean) {
    this.#fineNames = fineNames;
  }

  /** Adds a component and returns a reference to it. */
  add(options: ComponentOptions, schema: JsonSchema): JsonSchema {
    const component = this.reserve(options);
    component.schema = schema;
    return { $ref: component.placeholder };
  }

  /** Adds a component whose schema is set later. */
  reserve(options: ComponentOptions): Component {
    // NUL keeps the placeholder different from every reference of an application.
    const placeholder = `${COMPONENT_PREFIX}\0${this.#components.length}`;
    const component = { ...options, placeholder, schema: undefined };
    this.#components.push(component);
    this.#byPlaceholder.set(placeholder, component);
    return component;
  }

  /** Follows the references of a schema; returns a schema without a reference unchanged. */
  resolve(schema: JsonSchema): JsonSchema {
    const { $ref } = schema;
    const component = typeof $ref === 'string' ? this.#byPlaceholder.get($ref) : undefined;
    return component?.schema === undefined ? schema : this.resolve(component.schema);
  }

  /** Returns the schemas by name, and the document with these names in its references. */
  finish<Document>(document: Document): {
    readonly schemas: Readonly<Record<string, JsonSchema>>;
    readonly document: Document;
  } {
    const numbers = numberEqualComponents(this.#components);
    const merged = mergeEqual(this.#components, this.#fineNames, (one) => numbers.get(one));
    const distinct = namedComponents(new Set(merged.values()));
    const names = allocateNames(distinct, this.#fineNames);
    const references = new Map(
      [...names].map(([{ component }, name]) => [component, `${COMPONENT_PREFIX}${name}`]),
    );
    const resolveReference = (text: string): string => {
      const component = this.#byPlaceholder.get(text);
      const kept = component && merged.get(component);
      return (kept && references.get(kept)) ?? text;
    };
    const schemas = Object.fromEntries(
      distinct.map((item) => [
        names.get(item) ?? '',
        replaceReferences(item.component.schema ?? {}, resolveReference),
      ]),
    );
    return { schemas, document: replaceReferences(document, resolveReference) };
  }
}

interface NamedComponent extends NamedItem {
  readonly component: Component;
}

/** Appends `.Input` to the input of a schema whose output is another component. */
function namedComponents(components: ReadonlySet<Component>): readonly NamedComponent[] {
  const outputs = new Set<object>();
  for (const { origin } of components) {
    if (origin?.direction === 'output') outputs.add(origin.schema);
  }
  return [...components].map((component) => {
    const { origin, names, isFixed, where } = component;
    const isInput = origin?.direction === 'input' && outputs.has(origin.schema);
    return {
      component,
      names: isInput ? names.map((name) => `${name}.Input`) : names,
      isFixed,
      where,
    };
  });
}
