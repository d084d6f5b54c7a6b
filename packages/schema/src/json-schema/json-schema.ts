/** A JSON Schema that is an object; where booleans may stand as well, it says so. */
export interface JsonSchema {
  /** By the keyword, as `type` or `properties`. */
  [keyword: string]: unknown;
}

/** The dialect of a document's schemas: OpenAPI 3.1 has the one, OpenRPC the other. */
export type Dialect = 'draft-2020-12' | 'draft-07';

/** What comes in over the wire, or what goes out. */
export type Direction = 'input' | 'output';

export function isJsonSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
