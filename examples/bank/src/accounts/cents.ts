import * as v from 'valibot';

/** A sum of money in whole cents, because fractions would get lost in rounding. */
export const Cents = v.pipe(v.number(), v.safeInteger('Must be whole cents'));

/** The amount of one movement, in cents. */
export const Amount = v.pipe(
  Cents,
  v.minValue(1, 'Must be at least 1'),
  v.maxValue(1_000_000_000, 'Must be at most 1000000000'),
);
