import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { figure, median, quantile, ratio } from './statistics.js';

const values = fc.array(fc.double({ min: 0.001, max: 1e6, noNaN: true }), {
  minLength: 1,
  maxLength: 30,
});

describe('the middle', () => {
  test('of an odd number is the one in the middle, whatever their order', () => {
    expect(median([9, 1, 5])).toBe(5);
  });

  test('of an even number lies between the two in the middle', () => {
    expect(median([8, 1, 2, 4])).toBe(3);
  });

  test('leaves one far-off value aside', () => {
    expect(median([10, 11, 12, 13, 900])).toBe(12);
  });

  test('of none is refused', () => {
    expect(() => median([])).toThrow('no quantile of no values');
  });
});

describe('a quantile', () => {
  test('is interpolated between its neighbours', () => {
    expect(quantile([10, 20, 30, 40, 50], 0.25)).toBe(20);
    expect(quantile([10, 20], 0.25)).toBe(12.5);
    expect(quantile([10, 20], 1)).toBe(20);
  });

  test('has as many values below it as its share says', () => {
    fc.assert(
      fc.property(values, fc.double({ min: 0, max: 1, noNaN: true }), (all, share) => {
        const limit = quantile(all, share);
        const below = all.filter((value) => value < limit).length;
        const notAbove = all.filter((value) => value <= limit).length;
        expect(below).toBeLessThanOrEqual(Math.ceil((all.length - 1) * share) + 1e-9);
        expect(notAbove).toBeGreaterThanOrEqual(Math.floor((all.length - 1) * share) + 1);
      }),
    );
  });
});

test('a figure has half of the values between its bounds, and leaves the values as they were', () => {
  const given = [5, 1, 4, 2, 3];
  expect(figure(given)).toEqual({ median: 3, low: 2, high: 4, values: [5, 1, 4, 2, 3] });
});

describe('a ratio', () => {
  test('compares round by round, so that what slows a round down slows both', () => {
    const half = ratio([10, 100, 30], [20, 200, 20]);
    expect(half).toEqual({ median: 0.5, low: 0.5, high: 1, values: [0.5, 0.5, 1.5] });
  });

  test('of a series to itself is 1', () => {
    fc.assert(
      fc.property(values, (all) => {
        expect(ratio(all, all)).toMatchObject({ median: 1, low: 1, high: 1 });
      }),
    );
  });

  test('needs a value of each round', () => {
    expect(() => ratio([1, 2], [1])).toThrow('a value of each round');
  });
});
