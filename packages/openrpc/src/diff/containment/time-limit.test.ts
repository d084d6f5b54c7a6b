import { expect, test } from 'vitest';
import { runWithin } from './time-limit.js';

const endless = (): void => {
  for (;;);
};

test('ends a function after its time, even if it ends many others after theirs', () => {
  // The outer limit ends together with every second inner one.
  const started = performance.now();
  const within = runWithin(100, () => {
    for (let count = 0; count < 200; count++) runWithin(50, endless);
  });
  expect(within).toBeUndefined();
  expect(performance.now() - started).toBeLessThan(5_000);
});

test('returns the result of a function that ends in time, after one within it did not', () => {
  expect(runWithin(10_000, () => runWithin(10, endless) ?? 'late')).toEqual({ result: 'late' });
});
