/** An object of a JSON file. */
export interface JsonObject {
  readonly [key: string]: unknown;
}

/** Merges two objects, including the objects in them. The second object replaces all other values. */
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
