import { isObject } from '@jsonrpc-kit/openrpc';

/** A JSON object whose members are not checked yet. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** Returns an object itself, and an empty object for another value. */
export function objectOf(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}

/** Returns the elements of an array, up to a maximum. Returns none for another value. */
export function listOf(value: unknown, maximum = 5000): readonly unknown[] {
  return Array.isArray(value) ? value.slice(0, maximum) : [];
}

/** Returns the objects in an array, up to a maximum. */
export function objectsOf(value: unknown, maximum?: number): readonly JsonObject[] {
  return listOf(value, maximum).filter(isObject);
}

/** Returns a text, cut at a maximum length. Returns undefined for another value and for no text. */
export function textOf(value: unknown, maximum = 20_000): string | undefined {
  return typeof value === 'string' && value !== '' ? clip(value, maximum) : undefined;
}

/** Cuts a text at a maximum length. */
export function clip(text: string, maximum: number): string {
  return text.length > maximum ? `${text.slice(0, maximum - 1)}…` : text;
}

/** Returns an own member of an object, never one of its prototype. */
export function memberOf(object: JsonObject, name: string): unknown {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

/** Formats a value on as many lines as it needs. */
export function formatJson(value: unknown): string {
  return stringify(value, 2);
}

function stringify(value: unknown, indent?: number): string {
  try {
    return JSON.stringify(value, null, indent) ?? 'undefined';
  } catch {
    return '"(nested too deeply)"';
  }
}

/** Formats a value on one line, cut at a maximum length. */
export function shortJson(value: unknown, maximum = 60): string {
  return clip(stringify(value), maximum);
}

/** Parses JSON, or returns undefined for another text. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
