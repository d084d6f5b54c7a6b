import { expect, test } from 'vitest';
import { isNextTickOptimised, optimiseNextTick } from './optimise-next-tick.js';

test('process.nextTick is compiled by then, so that no garbage collection changes its state', async () => {
  await optimiseNextTick();
  expect(isNextTickOptimised()).toBe(true);
});
