import type { JsonSchema } from '../json-schema/json-schema.js';

/** The first number that fits, from 1 on where nothing else is asked for; `nth` is the next ones. */
export function exampleNumber(schema: JsonSchema, nth: number): number {
  const { multipleOf, type } = schema;
  const isWhole = [type].flat().includes('integer');
  if (typeof multipleOf === 'number' || isWhole) {
    return onGrid(schema, stepOf(multipleOf, isWhole), nth);
  }
  const { low, high } = boundsOf(schema);
  const start = startOf(low.value, high.value);
  const value = start + nth;
  // Between close bounds the rest is divided, to stay within.
  if (isWithin(value, schema)) return value;
  if (high.value === Infinity) return low.value + 1 + nth;
  if (low.value === -Infinity) return high.value - 1 - nth;
  return low.value + (high.value - low.value) / (nth + 2);
}

/** The multiple of the step that is nearest to where to start; else the next ones around it. */
function onGrid(schema: JsonSchema, step: number, nth: number): number {
  const { low, high } = boundsOf(schema);
  const nearest = Math.round(startOf(low.value, high.value) / step);
  let left = nth;
  for (let distance = 0; distance <= nth + 2; distance++) {
    for (const times of distance === 0 ? [nearest] : [nearest + distance, nearest - distance]) {
      if (isWithin(times * step, schema) && left-- === 0) return times * step;
    }
  }
  return nearest * step;
}

interface Bound {
  readonly value: number;
  readonly isExclusive: boolean;
}

function boundsOf(schema: JsonSchema): { readonly low: Bound; readonly high: Bound } {
  const of = (keyword: string, otherwise: number): number => {
    const value = schema[keyword];
    return typeof value === 'number' ? value : otherwise;
  };
  const [least, above] = [of('minimum', -Infinity), of('exclusiveMinimum', -Infinity)];
  const [most, below] = [of('maximum', Infinity), of('exclusiveMaximum', Infinity)];
  return {
    low: { value: Math.max(least, above), isExclusive: above >= least },
    high: { value: Math.min(most, below), isExclusive: below <= most },
  };
}

/** As near to 1 as the bounds let it be. */
function startOf(low: number, high: number): number {
  return Math.max(low, Math.min(1, high));
}

function isWithin(value: number, schema: JsonSchema): boolean {
  const { low, high } = boundsOf(schema);
  const isAbove = low.isExclusive ? value > low.value : value >= low.value;
  return isAbove && (high.isExclusive ? value < high.value : value <= high.value);
}

function stepOf(multipleOf: unknown, isWhole: boolean): number {
  if (typeof multipleOf !== 'number') return 1;
  if (!isWhole) return multipleOf;
  for (let times = 1; times <= 1000; times++) {
    if (Number.isInteger(multipleOf * times)) return multipleOf * times;
  }
  return 1;
}
