import fc from 'fast-check';
import { expect, test } from 'vitest';
import { orderOfRound } from './order-of-round.js';

const items = fc
  .integer({ min: 1, max: 8 })
  .map((length) => Array.from({ length }, (_, index) => index));

test('two contestants take their turns in the order A B, B A, B A, A B', () => {
  const rounds = [0, 1, 2, 3].map((round) => orderOfRound(['A', 'B'], round).join(''));
  expect(rounds).toEqual(['AB', 'BA', 'BA', 'AB']);
});

test('each takes one turn in every round', () => {
  fc.assert(
    fc.property(items, fc.nat(100), (all, round) => {
      expect(orderOfRound(all, round).toSorted((a, b) => a - b)).toEqual(all);
    }),
  );
});

test('after twice as many rounds as there are contestants, each was equally often in each place', () => {
  fc.assert(
    fc.property(items, (all) => {
      const rounds = Array.from({ length: all.length * 2 }, (_, round) => orderOfRound(all, round));
      for (const place of all.keys()) {
        const there = rounds.map((order) => order[place]);
        for (const item of all) expect(there.filter((one) => one === item)).toHaveLength(2);
      }
    }),
  );
});
