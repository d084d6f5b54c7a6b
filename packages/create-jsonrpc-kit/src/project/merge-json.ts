/** An object of a JSON file. */
export interface JsonObject {
  readonly [key: string]: unknown;
}

/** Merges two objects with all the objects in them. Of two other values, the second one is used. */
export function mergeJson(first: JsonObject, second: JsonObject): JsonObject {
  const merged: Record<string, unknown> = { ...first };
  for (const [key, value] of Object.entries(second)) {
    const before = merged[key];
    merged[key] = isObject(before) && isObject(value) ? mergeJson(before, value) : value;
  }
  return merged;
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
