import { isSchema } from './is-schema.js';

/** A wrong value as a message shows it: a text in quotes, and of what is large only what it is. */
export function shown(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value);
  if (isSchema(value)) return 'a schema';
  if (Array.isArray(value)) return 'an array';
  if (typeof value === 'function') return 'a function';
  return isObject(value) ? 'an object' : String(value);
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
