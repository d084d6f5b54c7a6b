import type { JsonSchema } from '../document/json-schema.js';

/** Generates a number close to 1 that fits the schema; `nth` selects the next ones. */
export function numberExample(schema: JsonSchema, nth: number): number {
  const { multipleOf, type } = schema;
  const isInteger = [type].flat().includes('integer');
  if (typeof multipleOf === 'number' || isInteger) {
    return multipleExample(schema, stepOf(multipleOf, isInteger), nth);
  }
  const { low, high } = boundsOf(schema);
  const value = closestToOne(low.value, high.value) + nth;
  if (isWithin(value, schema)) return value;
  if (high.value === Infinity) return low.value + 1 + nth;
  if (low.value === -Infinity) return high.value - 1 - nth;
  return low.value + (high.value - low.value) / (nth + 2);
}

/** Returns the multiple of the step that is closest to 1, or the nth one around it. */
function multipleExample(schema: JsonSchema, step: number, nth: number): number {
  const { low, high } = boundsOf(schema);
  const closest = Math.round(closestToOne(low.value, high.value) / step);
  let remaining = nth;
  for (let distance = 0; distance <= nth + 2; distance++) {
    for (const factor of distance === 0 ? [closest] : [closest + distance, closest - distance]) {
      if (isWithin(factor * step, schema) && remaining-- === 0) return factor * step;
    }
  }
  return closest * step;
}

interface Bound {
  readonly value: number;
  readonly isExclusive: boolean;
}

function boundsOf(schema: JsonSchema): { readonly low: Bound; readonly high: Bound } {
  const numberOf = (keyword: string, fallback: number): number => {
    const value = schema[keyword];
    return typeof value === 'number' ? value : fallback;
  };
  const minimum = numberOf('minimum', -Infinity);
  const exclusiveMinimum = numberOf('exclusiveMinimum', -Infinity);
  const maximum = numberOf('maximum', Infinity);
  const exclusiveMaximum = numberOf('exclusiveMaximum', Infinity);
  return {
    low: {
      value: Math.max(minimum, exclusiveMinimum),
      isExclusive: exclusiveMinimum >= minimum,
    },
    high: {
      value: Math.min(maximum, exclusiveMaximum),
      isExclusive: exclusiveMaximum <= maximum,
    },
  };
}

function closestToOne(low: number, high: number): number {
  return Math.max(low, Math.min(1, high));
}

function isWithin(value: number, schema: JsonSchema): boolean {
  const { low, high } = boundsOf(schema);
  const isAbove = low.isExclusive ? value > low.value : value >= low.value;
  return isAbove && (high.isExclusive ? value < high.value : value <= high.value);
}

function stepOf(multipleOf: unknown, isInteger: boolean): number {
  if (typeof multipleOf !== 'number') return 1;
  if (!isInteger) return multipleOf;
  for (let factor = 1; factor <= 1000; factor++) {
    if (Number.isInteger(multipleOf * factor)) return multipleOf * factor;
  }
  return 1;
}
