import { isObject, type JsonSchema, type OpenRpcMethod } from '@jsonrpc-kit/openrpc';

/** What generators of types name by the title of its schema. */
interface Titled {
  readonly methods: readonly OpenRpcMethod[];
  readonly schemas: Readonly<Record<string, JsonSchema>>;
}

/**
 * Adds a title to the inline objects, arrays, unions and enums of methods, such as `DepositResult`, and to
 * components. Without one, generators of types name a type by the hash of its contents.
 */
export function withTitles({ methods, schemas }: Titled): Titled {
  const titles = new Titles();
  return {
    schemas: Object.fromEntries(
      Object.entries(schemas).map(([name, schema]) => [name, titles.add(schema, typeName(name))]),
    ),
    methods: methods.map(({ result, ...method }) => {
      const name = typeName(method.name);
      return {
        ...method,
        params: method.params.map((param) => ({
          ...param,
          schema: titles.add(param.schema, name + typeName(param.name)),
        })),
        ...(result && {
          result: { ...result, schema: titles.add(result.schema, `${name}Result`) },
        }),
      };
    }),
  };
}

/** The titles that a document has received. Two types of one name would replace each other. */
class Titles {
  readonly #used = new Set<string>();

  add(schema: unknown, name: string): JsonSchema {
    if (!isObject(schema) || '$ref' in schema) return schema as JsonSchema;
    const { properties, items, title = this.#titleFor(schema, name) } = schema;
    const titled: JsonSchema = { ...(title === undefined ? {} : { title }), ...schema };
    if (isObject(properties)) {
      titled['properties'] = Object.fromEntries(
        Object.entries(properties).map(([key, value]) => [
          key,
          this.add(value, name + typeName(key)),
        ]),
      );
    }
    if (isObject(items)) titled['items'] = this.add(items, `${name}Item`);
    return this.#addToOptions(titled, name);
  }

  #addToOptions(schema: JsonSchema, name: string): JsonSchema {
    for (const keyword of ['anyOf', 'oneOf']) {
      const { [keyword]: options } = schema;
      if (!Array.isArray(options)) continue;
      schema[keyword] = options.map((option, index) => this.add(option, `${name}${index + 1}`));
    }
    return schema;
  }

  #titleFor(schema: JsonSchema, name: string): string | undefined {
    const isType = ['properties', 'items', 'enum', 'anyOf', 'oneOf'].some((key) => key in schema);
    if (!isType || name === '' || this.#used.has(name)) return undefined;
    this.#used.add(name);
    return name;
  }
}

/** Returns `MovementsSubscribe` for `movements.subscribe`. */
function typeName(text: string): string {
  return text.replaceAll(/(?:^|[^\p{L}\p{N}]+)(\p{L}|\p{N}|$)/gu, (_, first: string) =>
    first.toUpperCase(),
  );
}
