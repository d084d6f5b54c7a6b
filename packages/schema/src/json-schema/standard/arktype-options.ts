import type { JsonSchema } from '../json-schema.js';

interface FallbackContext {
  readonly code: string;
  readonly base: JsonSchema;
  readonly [detail: string]: unknown;
}

/**
 * What arktype is to do about what JSON Schema can't say: left to itself it leaves it out, and where
 * nothing remains, gives `{}`.
 */
export function arktypeOptions(): Record<string, unknown> {
  return {
    fallback: {
      date: () => ({ type: 'string', format: 'date-time' }),
      // A narrowed value has still the type before it.
      predicate: ({ base }: FallbackContext) => base,
      patternIntersection: ({ base, pattern }: FallbackContext) => ({
        ...base,
        allOf: [...((base['allOf'] as unknown[] | undefined) ?? []), { pattern }],
      }),
      // It can't come over the wire, nor go.
      symbolKey: ({ base }: FallbackContext) => base,
      // A time or a random id, which the document can't know.
      defaultValue: () => undefined,
      unit: ({ unit }: FallbackContext) => {
        // An option that JSON leaves out.
        if (unit === undefined) return { not: {} };
        throw new Error(`JSON has no ${typeof unit}; write "string" and a morph`);
      },
      domain: ({ domain }: FallbackContext) => {
        throw new Error(`JSON has no ${String(domain)}; write "string" and a morph`);
      },
      proto: ({ proto }: FallbackContext) => {
        throw new Error(
          `JSON has no class ${(proto as { name: string }).name}; write what stands on the wire`,
        );
      },
      morph: () => {
        throw new Error(
          'nobody knows what its morph gives; write .to(…) with the type of its outcome',
        );
      },
      arrayPostfix: () => {
        throw new Error('JSON Schema has no array with elements behind a variadic one');
      },
      arrayObject: () => {
        throw new Error('JSON Schema has no array with properties');
      },
    },
  };
}
