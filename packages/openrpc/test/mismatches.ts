import { SchemaDocument } from '../src/document/schema-document.js';
import type { SchemaDialect } from '../src/document/json-schema.js';
import { containmentMismatches } from '../src/diff/containment/containment.js';

export type Schema = boolean | Readonly<Record<string, unknown>>;

/** The old schema, the new one, why the new one rejects values of the old one, and the dialect. */
export type Comparison = [Schema, Schema, readonly string[], SchemaDialect?];

export const text = { type: 'string' };
export const whole = { type: 'integer' };
export const number = { type: 'number' };

export const list = (items: Schema, more: object = {}): Readonly<Record<string, unknown>> => ({
  type: 'array',
  items,
  ...more,
});

export const object = (
  properties: object,
  more: object = {},
): Readonly<Record<string, unknown>> => ({
  type: 'object',
  properties,
  ...more,
});

/**
 * Returns the mismatches of two schemas: the kind, the path in the value, the pointers in both schemas, the
 * detail, and the member.
 */
export function mismatchesOf(
  old: Schema,
  next: Schema,
  dialect?: SchemaDialect,
): readonly string[] {
  const [inner, outer] = [old, next].map((schema) =>
    new SchemaDocument({ schema }, { dialect }).schemaAt('/schema'),
  );
  if (inner === undefined || outer === undefined) throw new Error('two schemas are needed');
  return containmentMismatches(inner, outer).map((found) => {
    const { kind, path, detail, member, isDeclared, isNull } = found;
    const pointers = [found.inner, found.outer].map((pointer) => pointer.replace('/schema', ''));
    const more = [
      ...(member === undefined ? [] : [`; ${isDeclared === true ? '' : 'un'}declared ${member}`]),
      ...(isNull === true ? ['; only null'] : []),
    ];
    return `${kind} at ${path || 'the value'} (${pointers.join(' -> ')}): ${detail}${more.join('')}`;
  });
}
